import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { addDefault, movingDay, setDefault } from "../defaultAnswers.ts";
import { casesOf, conditionOf, convertDefinitions } from "../expressions/evaluate.ts";
import { attempt, guard, isRequired, readsNames, relate, type Written } from "../expressions/guards.ts";
import type { Scope } from "../expressions/scope.ts";
import type { Truth } from "../expressions/truth.ts";
import type { ImportedForm } from "../importedForm.ts";
import { keepOptions } from "../options.ts";
import { moveBehindRead } from "../order.ts";
import { asksForDay } from "../precision.ts";
import { insertAnswers, insertInPages, type Recalls } from "../recalls.ts";
import { foldRepeats } from "../repeats.ts";
import { fixedValue, shownValue } from "../shownValue.ts";
import { rulesOf } from "../translations.ts";
import { fitted } from "../wording.ts";
import type { Asked, Survey } from "./asked.ts";
import { AttachedFiles } from "./attached.ts";
import { constrain } from "./constraints.ts";
import { isComputed, nameOf } from "./row.ts";
import { readSurvey } from "./survey.ts";
import { noteColumns, noteCuts, noteFiles, noteWorkbook } from "./unread.ts";
import type { Workbook } from "./workbook.ts";
import { parseXpath } from "./xpath.ts";

/** Converts an XLSForm (https://xlsform.org): its rows, then conditions and texts with the calculations that they read. */
export function convertXlsform(workbook: Workbook, files = new AttachedFiles()): ImportedForm {
  const survey = readSurvey(workbook, files);
  const { form, scope, asked, repeats } = survey;
  moveQuestions(survey);
  convertRows(survey);
  for (const one of asked) if (!repeats.of(one.node) && isShown(one, survey)) convertAsked(one, survey);
  insertInPages(form, scope, recalls);
  convertDefinitions(scope);
  noteWorkbook(form, workbook);
  noteFiles(form, files);
  noteCuts(form, workbook, files);
  return form;
}

/** In a group with the appearance `field-list`, a question shows up once a later one is answered. */
function moveQuestions({ scope, asked, repeats }: Survey): void {
  const questions = asked.flatMap(({ row, node, item, relevants, filter }) => {
    const sources = [...row.cells.values(), ...relevants].join("\n").replace(/\$\{\s*([^}]{1,200}?)\s*\}/g, "${$1}");
    const conditions = [...relevants, filter].filter(Boolean).map(writtenIn);
    const reads = (name: string) => sources.includes(`\${${name}}`);
    return repeats.of(node) ? [] : [{ node, item, name: nameOf(row), conditions, reads }];
  });
  moveBehindRead(scope, questions);
}

/** Converts what questions with rows and their fields read. Fields leave the list of nodes. */
function convertRows(survey: Survey): void {
  const { form, scope, asked, repeats, groupRelevants } = survey;
  const inRows = Map.groupBy(asked, ({ node }) => repeats.of(node));
  foldRepeats(form, scope, repeats, {
    questions: (repeat) => {
      for (const one of inRows.get(repeat) ?? []) if (isShown(one, survey)) convertAsked(one, survey);
    },
    group: (repeat) => {
      const { group, node } = repeat;
      insertAnswers({ item: group, node }, scope, recalls);
      return guard(group, node, (groupRelevants.get(repeat) ?? []).map(writtenIn), scope);
    },
  });
}

const writtenIn = (source: string): Written => ({ source, parse: () => parseXpath(source) });

function convertAsked(one: Asked, survey: Survey): void {
  const { scope } = survey;
  if (one.shows) {
    if (insertValue(one, scope)) insertAnswers(one, scope, recalls);
    return;
  }
  filterChoices(one, scope);
  survey.form.translations.begin(rulesOf(one.node.id));
  constrain(one, survey);
  requireAnswer(one, scope);
  addDefaultCell(one, scope);
  noteColumns(one.item, one.row, "question");
  insertAnswers(one, scope, recalls);
}

const isShown = ({ row, item, node, relevants }: Asked, { scope, repeats }: Survey): boolean => {
  const names = repeats.of(node) ? [] : [nameOf(row)];
  return relate({ item, node, names, shown: relevants.map(writtenIn) }, scope);
};

interface ImportedOption {
  value: string;
  show_if?: Truth;
}

function filterChoices({ item, node, converted, filter: source }: Asked, scope: Scope): void {
  const { options } = node.data.config as { options?: ImportedOption[] };
  if (source === "") return;
  if (!options || converted.choices.length === 0) {
    item.changed("choice_filter", "Its choices aren't filtered.");
    return;
  }
  attempt(
    () => {
      const term = parseXpath(source);
      const filters = converted.choices.map(({ cells }) => {
        scope.columns = cells;
        return scope.at(node, () => conditionOf(term, scope));
      });
      const kept = options.flatMap((option, at) => (filters[at] === false ? [] : [shownOption(option, filters[at])]));
      keepOptions(node, kept);
    },
    ({ message, reason, cause }) =>
      item.changed(
        "choice_filter",
        `All its choices are offered, without the filter “${fitted(source, 200)}”: ${message}.`,
        undefined,
        reason,
        cause,
      ),
  );
  scope.columns = null;
}

const shownOption = (option: ImportedOption, filter: Truth | undefined): ImportedOption =>
  typeof filter === "object" ? { ...option, show_if: filter } : option;

function requireAnswer({ row, item, node }: Asked, scope: Scope): void {
  const cell = row.cells.get("required") ?? "";
  if (cell === "" || node.question_type === "welcome_screen") return;
  const fixed = /^(yes|true(\(\))?|1)$/i.test(cell) || (/^(no|false(\(\))?|0)$/i.test(cell) ? false : null);
  const found = fixed ?? isRequired(node, { source: cell, parse: () => parseXpath(cell) }, scope);
  if (found !== null) node.data.is_required = found;
  else item.changed("required", `It is optional. Questions can't be required only if “${fitted(cell, 200)}”.`);
}

/** Converts a default that is fixed, or that counts days from today. */
function addDefaultCell({ row, item, node, converted }: Asked, scope: Scope): void {
  const cell = row.cells.get("default") ?? "";
  // a text block shows it
  if (cell === "" || (node.question_type === "welcome_screen" && !isComputed.test(cell))) return;
  const day = asksForDay(node) ? movingDay(cell) : null;
  const values = new Map([...converted.values].flatMap(([theirs, [ours]]) => (ours ? [[theirs, ours] as const] : [])));
  if (day !== null) {
    setDefault(node, day);
    return;
  }
  const found = isComputed.test(cell) ? computedDefault(cell, node, scope) : cell;
  if (found === null) item.lostPart("default", "Its default is computed. The question starts empty.");
  else if (typeof found === "object") setDefault(node, found);
  else addDefault(item, node, lists.has(node.question_type) ? found.split(/\s+/) : found, values);
}

/** Returns the value of an expression that reads nothing, or the day that it counts from today. Null for others. */
function computedDefault(source: string, node: GraphNode, scope: Scope): string | { days_from_today: number } | null {
  return attempt(
    () => {
      const term = parseXpath(source);
      const [first, ...others] = readsNames(term) ? [] : casesOf(term, scope);
      const value = others.length === 0 ? first?.value : undefined;
      if (value?.kind === "constant") return String(value.value);
      if (value?.kind === "number" && typeof value.part === "number") return String(value.part);
      const isDay = value?.kind === "date" && value.day === "today" && typeof value.plus === "number";
      return isDay && asksForDay(node) ? { days_from_today: value.plus as number } : null;
    },
    () => {},
  );
}

/** Types whose default names several choices. */
const lists = new Set(["checkbox", "ranking"]);

/** Inserts the value of a calculated question in its screen. */
function insertValue({ row, item, node, shows }: Asked, scope: Scope): boolean {
  const value = shownValue(nameOf(row), node, item, scope);
  if (value === null) return false;
  if (shows === "editable") item.changed("calculated_question", fixedValue);
  node.data.description = [node.data.description, value].filter(Boolean).join("\n\n");
  return true;
}

/** `${name}` */
const recalls: Recalls = { pattern: /\$\{\s*([^}]{1,200}?)\s*\}/g, isOptional: false };
