import type { Condition } from "../../../../shared/domain/graph/types.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { joined } from "./conditions.ts";
import { constrain } from "./constraints.ts";
import { type Field, fail, type Truth } from "./fields.ts";
import { attempt, type Logic, openLogic, shortened } from "./logic.ts";
import { type Asked, readSurvey, type Survey } from "./survey.ts";
import { noteColumns, noteCuts, noteWorkbook } from "./unread.ts";
import type { Row, Workbook } from "./workbook.ts";

/** Converts an XLSForm (https://xlsform.org). Repeats, translations, defaults and text calculations are lost. */
export function convertXlsform(workbook: Workbook): ImportedForm {
  const survey = readSurvey(workbook);
  const { form, asked, calculated } = survey;
  form.title = workbook.settings?.[0]?.cells.get("form_title") ?? "";
  const logic = openLogic(survey);
  for (const name of calculated.keys()) logic.find(name);
  for (const one of asked) {
    relate(one, logic);
    filterChoices(one, logic);
    constrain(one, logic);
    requireAnswer(one);
    noteParts(one.row, one.item);
    noteColumns(one.item, one.row, "question");
    one.node.data = recalled(one, survey, logic);
  }
  noteWorkbook(form, workbook);
  noteCuts(form, workbook);
  return form;
}

function relate({ item, node, relevants }: Asked, logic: Logic): void {
  const parts: Truth[] = [];
  for (const source of relevants)
    attempt(item, "relevant", `It is shown even if “${shortened(source)}” is false`, () =>
      parts.push(logic.truth(source)),
    );
  const all = parts.reduce<Truth>((before, part) => joined("and", before, part), true);
  if (all === false) item.changed("relevant", "Its condition is never true, so it is always shown.");
  else if (all !== true) node.data.show_if = all;
}

interface ImportedOption {
  value: string;
  show_if?: Condition;
}

function filterChoices({ row, item, node, converted }: Asked, logic: Logic): void {
  const source = row.cells.get("choice_filter");
  const { options } = node.data.config as { options?: ImportedOption[] };
  if (!source) return;
  if (!options || converted.choices.length === 0) {
    item.changed("choice_filter", "Its choices aren't filtered.");
    return;
  }
  attempt(item, "choice_filter", `All its choices are offered, without the filter “${shortened(source)}”`, () => {
    const filters = converted.choices.map(({ cells }) => logic.truth(source, { columns: cells }));
    const kept = options.flatMap((option, at) => (filters[at] === false ? [] : [shownOption(option, filters[at])]));
    if (kept.length === 0) fail("no choice matches it");
    (node.data.config as { options: ImportedOption[] }).options = kept;
  });
}

const shownOption = (option: ImportedOption, filter: Truth | undefined): ImportedOption =>
  typeof filter === "object" ? { ...option, show_if: filter } : option;

function requireAnswer({ row, item, node }: Asked): void {
  const cell = row.cells.get("required") ?? "";
  if (cell === "" || node.question_type === "welcome_screen") return;
  if (/^(yes|true(\(\))?|1)$/i.test(cell)) node.data.is_required = true;
  else if (!/^(no|false(\(\))?|0)$/i.test(cell))
    item.changed("required", `It is optional, because “${shortened(cell)}” can't be converted.`);
}

/** Columns without a counterpart. */
function noteParts({ cells }: Row, item: Item): void {
  if (cells.has("default"))
    item.lostPart("default", "Its default value isn't imported. Defaults aren't supported yet.");
  for (const column of cells.keys())
    if (column.startsWith("required_message"))
      item.lostPart("required_message", "Its message for a missing answer isn't imported.");
}

/** Replaces `${name}` in texts by what inserts its value. */
function recalled({ item, node }: Asked, { fields }: Survey, logic: Logic) {
  const insert = (text: string | undefined) =>
    text?.replace(/\$\{\s*([^}]{1,200}?)\s*\}/g, (whole, name: string) => {
      if (!fields.has(name)) attempt(item, "recall", `“${whole}” is left out of its texts`, () => logic.field(name));
      return recallOf(fields.get(name)) ?? "…";
    });
  const { title, description, ...rest } = node.data;
  return {
    ...(title !== undefined && { title: insert(title) ?? "" }),
    ...(description !== undefined && { description: insert(description) ?? "" }),
    ...rest,
  };
}

function recallOf(field: Field | undefined): string | null {
  if (field?.kind === "question") return `{{answer:${field.node.id}}}`;
  return field && field.kind !== "today" ? `{{${field.kind}:${field.key}}}` : null;
}
