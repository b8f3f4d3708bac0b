import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { Scope } from "../expressions/scope.ts";
import { hiddenTarget, targetOf } from "../expressions/targets.ts";
import { constant, only } from "../expressions/values.ts";
import { ImportedForm, type Item, type LeftOut } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { Refusal } from "../refusal.ts";
import { inRepeat, limitRows, onlyInRows, Repeats, rowCalculation } from "../repeats.ts";
import { whole } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import type { Survey } from "./asked.ts";
import type { AttachedFiles } from "./attached.ts";
import { addKoboQuestion, type KoboBlock, koboRows, listOf } from "./kobo.ts";
import { openTexts } from "./languages.ts";
import { ChoiceLists, type Listed } from "./lists.ts";
import { type Converted, convertQuestion, imageOf, isAddress } from "./questions.ts";
import { isComputed, nameOf } from "./row.ts";
import { xpathDialect } from "./scope.ts";
import { type BlockPart, type KoboPart, type RowKind, rowKindOf } from "./types.ts";
import { noteColumns, noteGroupColumns, noteParameters } from "./unread.ts";
import type { Row, Workbook } from "./workbook.ts";
import { parseXpath } from "./xpath.ts";

const isInRepeat = (blocks: readonly Block[]): boolean => blocks.some(({ part }) => part === "repeat");

interface Block {
  part: BlockPart;
  name: string;
  relevant: string;
  hasPage: boolean;
}

/** Adds the items and nodes of the survey sheet in their order. */
export function readSurvey(workbook: Workbook, files: AttachedFiles): Survey {
  const form = new ImportedForm();
  const names = (workbook.survey ?? []).map(nameOf);
  form.reserve(names);
  const survey: Survey = {
    form,
    scope: new Scope(form, xpathDialect),
    texts: openTexts(form, workbook),
    asked: [],
    repeats: new Repeats(form),
    groupRelevants: new Map(),
    headings: [],
    repeatedNames: repeatedIn(names),
  };
  survey.scope.readTable = (file, column, key) => files.columns(file, column, key);
  const lists = new ChoiceLists(workbook, files);
  const blocks: Block[] = [];
  let questions = 0;
  const pages = new PageBuilder(form);
  let kobo: KoboBlock | null = null;
  for (const row of workbook.survey ?? []) {
    if (/^(yes|true|1)$/i.test(row.cells.get("disabled") ?? "")) continue;
    const kind = rowKindOf(row.cells.get("type") ?? "");
    const isKobo = "part" in kind && kind.part !== "group" && kind.part !== "repeat";
    if (isKobo && kind.kind === "begin")
      kobo = { part: kind.part as KoboPart, row, rows: [], relevants: relevantsOf(row, blocks) };
    else if (isKobo) {
      if (kobo) questions += addKobo(survey, kobo, blocks, lists, pages);
      kobo = null;
    } else if (kobo) kobo.rows.push(row);
    else if (!("part" in kind)) {
      if (row.cells.has("type")) addRow(survey, row, kind, blocks, lists);
      questions += Number(kind.kind === "question");
    } else if (kind.kind === "begin") begin(survey, row, kind.part, blocks, pages);
    else {
      survey.headings.length = 0;
      const block = blocks.pop();
      if (block?.hasPage) pages.end();
      if (block?.part === "repeat" && !isInRepeat(blocks)) survey.repeats.end();
    }
  }
  if (kobo) questions += addKobo(survey, kobo, blocks, lists, pages);
  survey.repeats.end();
  pages.end();
  if (questions === 0) throw new Refusal(expected(workbook));
  return survey;
}

function repeatedIn(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}

/** Cells of a matrix, each of which is a question. */
const cellLimit = 200;

/** Adds a block of KoboToolbox, and returns the number of its questions. */
function addKobo(
  survey: Survey,
  block: KoboBlock,
  blocks: readonly Block[],
  lists: ChoiceLists,
  pages: PageBuilder,
): number {
  const choices = lists.named(listOf(block));
  const isLarge = block.part === "kobomatrix" && choices.length * block.rows.length > cellLimit;
  if (choices.length === 0 || isLarge) {
    const list = `Its list “${fitted(listOf(block), 60)}” has no choices.`;
    survey.form.item(sourceOf(block.row)).lost("kobo_block", isLarge ? `It has more than ${cellLimit} cells.` : list);
    for (const row of block.rows) survey.scope.lose(nameOf(row), `“${fitted(nameOf(row), 60)}” isn't imported`);
    return 1;
  }
  const isInRow = isInRepeat(blocks);
  if (block.part !== "kobomatrix" && !isInRow && addKoboQuestion(survey, block, choices, sourceOf(block.row))) return 1;
  const hasPage = !pages.isOpen && !isInRow;
  survey.form.translations.begin();
  const title = survey.texts.text(block.row, "label");
  if (hasPage) pages.start(title);
  else survey.headings.push(block.row);
  const own: Block = {
    part: "group",
    name: nameOf(block.row),
    relevant: block.row.cells.get("relevant") ?? "",
    hasPage,
  };
  for (const row of koboRows(survey, block, choices)) {
    const kind = rowKindOf(row.cells.get("type") ?? "");
    if (!("part" in kind)) addRow(survey, row, kind, [...blocks, own], lists);
  }
  if (hasPage) pages.end();
  return Math.max(choices.length * block.rows.length, 1);
}

/** `relevant` of the groups around a row, and its own. Within a repeat, those within it. */
const relevantsOf = (row: Row, blocks: readonly Block[]): string[] =>
  [
    ...blocks.slice(blocks.findIndex(({ part }) => part === "repeat") + 1).map(({ relevant }) => relevant),
    row.cells.get("relevant") ?? "",
  ].filter(Boolean);

/** Says what a sheet needs to have questions. */
function expected({ survey = [] }: Workbook): string {
  if (!survey.some(({ cells }) => cells.has("type"))) {
    const found = [...new Set(survey.flatMap(({ cells }) => [...cells.keys()]))]
      .slice(0, 10)
      .map((it) => `\`${fitted(it, 40)}\``);
    const columns = found.length > 0 ? `; its columns are ${found.join(", ")}` : "";
    return `file: the sheet \`survey\` must have a column \`type\`, and \`name\` and \`label\`, with a row for each question${columns}`;
  }
  return "file: the sheet `survey` has no question; its column `type` must have types such as `text`, `integer` or `select_one`";
}

function begin(survey: Survey, row: Row, part: Block["part"], blocks: Block[], pages: PageBuilder): void {
  const { form, texts } = survey;
  const isInRow = isInRepeat(blocks);
  const isPage = part === "group" && /\b(field-list|table-list|horizontal)\b/.test(row.cells.get("appearance") ?? "");
  const hasPage = isPage && !pages.isOpen && !isInRow;
  form.translations.begin();
  const title = texts.text(row, "label");
  if (part === "repeat" && !isInRow) beginRepeat(survey, row, title, relevantsOf(row, blocks));
  else if (hasPage) pages.start(title);
  else if (part === "group" && title !== "") {
    if (isInRow)
      form.note("lost", "group_title", sourceOf(row), `Its title “${fitted(title, 100)}” isn't shown in rows.`);
    else survey.headings.push(row);
  }
  if (part === "group") noteGroupColumns(form, row, sourceOf(row), "group");
  if (texts.hasMedia(row)) form.note("lost", "media", sourceOf(row), "Images in its title aren't shown.");
  blocks.push({ part, name: nameOf(row), relevant: row.cells.get("relevant") ?? "", hasPage });
}

/** Begins a question with rows. Its rows are those of `repeat_count`, if that is a number. */
function beginRepeat(survey: Survey, row: Row, title: string, relevants: readonly string[]): void {
  const { form, texts, scope, repeats } = survey;
  const name = nameOf(row);
  const description = survey.headings
    .splice(0)
    .map((heading) => texts.text(heading, "label"))
    .join("\n\n");
  const repeat = repeats.start({ name, title: title || name, description, source: sourceOf(row) });
  survey.groupRelevants.set(repeat, relevants);
  scope.lose(name, `\`${name.slice(0, 60)}\` has several rows`);
  noteGroupColumns(form, row, sourceOf(row), "repeat");
  const count = row.cells.get("repeat_count") ?? "";
  const fixed = whole(count, 1, Number.MAX_SAFE_INTEGER);
  if (count !== "" && fixed === undefined)
    repeat.group.lostPart("repeat_count", `Respondents decide how many rows there are, not \`${fitted(count, 200)}\`.`);
  limitRows(repeat, { min: fixed ?? 0, max: fixed ?? Number.MAX_SAFE_INTEGER, start: fixed ?? 0 }, false);
}

const sourceOf = ({ number }: Row): string => `survey row ${number}`;

type Leaf = Exclude<RowKind, { part: string }>;

function addRow(survey: Survey, row: Row, kind: Leaf, blocks: readonly Block[], lists: ChoiceLists): void {
  const item = survey.form.item(sourceOf(row));
  const name = row.cells.get("name") ?? "";
  const type = row.cells.get("type") ?? "";
  const lose = ({ code, message }: LeftOut) => {
    item.lost(code, message);
    survey.scope.lose(name, `“${name.slice(0, 60)}” isn't imported`);
  };
  const relevants = relevantsOf(row, blocks);
  const repeated = blocks.filter(({ part }) => part === "repeat");
  const isRow = repeated.length > 0;
  if (repeated.length > 1) lose(inRepeat("a repeat"));
  else if (kind.kind === "unknown")
    lose({ code: "unknown_type", message: `The type “${type.slice(0, 60)}” isn't known.` });
  else if (kind.kind === "metadata") {
    lose({ code: "metadata", message: `The metadata “${type}” isn't collected.` });
    if (type.toLowerCase() === "today") survey.scope.add(name, only({ kind: "date", day: "today", plus: 0 }));
  } else if (isRow && (kind.kind === "calculate" || kind.kind === "hidden" || row.cells.has("calculation")))
    lose(rowCalculation);
  else if (kind.kind === "calculate" || row.cells.has("calculation"))
    addCalculation(survey, row, kind, { item, relevants });
  else if (kind.kind === "hidden") addHidden(survey, row, item);
  else if (kind.kind === "question")
    addQuestion(survey, row, kind, {
      ...{ item, relevants, listed: lists.of(row, kind) },
      groups: blocks.map((block) => block.name).filter(Boolean),
    });
}

/** A question with a `calculation` shows its value or starts with it. Only its value is converted. */
function addCalculation(
  survey: Survey,
  row: Row,
  kind: Leaf,
  { item, relevants }: { item: Item; relevants: string[] },
): void {
  const name = row.cells.get("name") ?? "";
  const source = row.cells.get("calculation") ?? "";
  survey.scope.define(name, {
    item,
    name,
    title: name.slice(0, 500),
    source,
    decimals: decimalPlaces,
    parse: () => parseXpath(source),
    shown: relevants.map((relevant) => () => parseXpath(relevant)),
  });
  if (kind.kind === "question") showValue(survey, row, kind, { item, relevants });
  else noteColumns(item, row, "calculation");
}

/** Adds a screen for the value of a calculated question. It is inserted when all names are known. */
function showValue(
  { form, texts, headings, asked }: Survey,
  row: Row,
  { type }: { type: string },
  { item, relevants }: { item: Item; relevants: string[] },
): void {
  const name = nameOf(row);
  const label = (one: Row) => texts.text(one, "label");
  const description = [...headings.splice(0).map(label), texts.text(row, "hint")].filter(Boolean).join("\n\n");
  const data = { ...worded(item, label(row) || name, description), config: { button_text: "Continue" } };
  const node = form.add(item, { id: `${name}_shown`, question_type: "welcome_screen", data });
  addMedia(row, item, node);
  noteColumns(item, row, "shown");
  const shows = isReadOnly(row) || type === "note" ? "read-only" : "editable";
  asked.push({ row, item, node, converted: unasked, filter: "", relevants, shows });
}

const unasked: Converted = { question_type: "welcome_screen", config: {}, values: new Map(), choices: [] };

const decimalPlaces = 6;

function addHidden({ form, scope }: Survey, row: Row, item: Item): void {
  const key = form.freeId(row.cells.get("name") ?? "");
  form.hiddenFields.push(key);
  scope.add(row.cells.get("name") ?? "", hiddenTarget(key));
  noteColumns(item, row, "hidden");
  item.changed("hidden", `Its value comes from the form's link, as \`?${key}=…\`.`);
}

const isReadOnly = ({ cells }: Row): boolean =>
  /^(yes|true(\(\))?|1)$/i.test(cells.get("readonly") ?? cells.get("read_only") ?? "");

/** Returns the answer of a question that no one can change, if it isn't computed. */
function fixedAnswerOf({ cells }: Row): string {
  const cell = cells.get("default") ?? "";
  return isComputed.test(cell) ? "" : cell;
}

/** Returns an answer with the labels of its choices. */
function shownAnswer(answer: string, listed: Listed, label: (row: Row) => string): string {
  const choices = ("choices" in listed && listed.choices) || [];
  if (choices.length === 0) return answer;
  const labelOf = (name: string) => choices.filter((choice) => nameOf(choice) === name).map(label)[0] || name;
  return answer.split(/\s+/).map(labelOf).join(", ");
}

/** The first row of a table has the labels of its choices, and no answer. */
const isHeader = ({ cells }: Row): boolean =>
  /^select/.test(cells.get("type") ?? "") && /(^|\s)label(\s|$)/.test(cells.get("appearance") ?? "");

interface Context {
  item: Item;
  relevants: string[];
  listed: Listed;
  /** names of the groups around it */
  groups: string[];
}

function addQuestion(survey: Survey, row: Row, kind: Extract<RowKind, { kind: "question" }>, context: Context): void {
  const { form, texts } = survey;
  const { item, relevants, listed, groups } = context;
  const name = row.cells.get("name") ?? "";
  // files of responses tell equal names by their groups
  const path = survey.repeatedNames.has(name) ? [...groups, name].join("/") : name;
  const type = isReadOnly(row) || isHeader(row) ? "note" : kind.type;
  const label = (one: Row) => texts.text(one, "label");
  const own = label(row);
  const headings = survey.headings.splice(0).map(label);
  const hints = [texts.text(row, "hint"), texts.text(row, "guidance_hint")].filter(Boolean);
  const converted = convertQuestion({ row, item, type, allowsOther: kind.allowsOther, listed, label });
  const isNote = converted.question_type === "welcome_screen";
  const fixed = isReadOnly(row) ? fixedAnswerOf(row) : "";
  if (fixed !== "") hints.push(shownAnswer(fixed, listed, label));
  const title = own || hints.shift() || (isNote ? "" : name);
  const description = [...headings, ...hints].join("\n\n");
  const data = { ...worded(item, title, description), config: converted.config };
  const node = form.add(item, { id: name, name: path, question_type: converted.question_type, data });
  addMedia(row, item, node);
  if ([row, ...converted.choices].some(texts.hasMedia)) item.lostPart("media", "Images in its texts aren't shown.");
  noteParameters(item, row, kind.origin === "file" ? "from_file" : kind.type);
  if (converted.question_type !== "welcome_screen") nameQuestion(survey, name, node, { converted, relevants });
  else if (!survey.repeats.isOpen && name !== "") survey.scope.add(name, constant(fixed));
  if (isReadOnly(row) && fixed === "" && kind.type !== "text" && kind.type !== "note")
    item.lostPart("read_only", "The document doesn't have its answer. Respondents see its title.");
  const filter = ("choices" in listed && listed.filter) || (row.cells.get("choice_filter") ?? "");
  survey.asked.push({ row, item, node, converted, filter, relevants });
  if (kind.allowsOther && "options" in converted.config) addOther(survey, { name, item, relevants });
}

/** Makes a question known to expressions. One of rows is only read for all rows. */
function nameQuestion(
  { scope, repeats }: Survey,
  name: string,
  node: GraphNode,
  { converted, relevants }: { converted?: Converted; relevants: readonly string[] },
): void {
  if (!repeats.isOpen) scope.add(name, targetOf(node, converted?.values));
  else {
    repeats.name(node, { name, readBy: [name], isConditional: relevants.length > 0 });
    scope.lose(name, onlyInRows(name));
  }
}

/** Asks those who chose "Other" for their answer, as the question `<name>_other`. */
function addOther(survey: Survey, { name, item, relevants }: { name: string; item: Item; relevants: string[] }): void {
  const own = `${name}_other`;
  survey.form.translations.begin();
  const converted: Converted = { question_type: "short_text", config: {}, values: new Map(), choices: [] };
  const node = survey.form.add(item, {
    id: own,
    question_type: "short_text",
    data: { title: "Specify other.", config: {} },
  });
  nameQuestion(survey, own, node, { relevants: [own] });
  const row: Row = { number: 0, cells: new Map([["name", own]]), cut: [] };
  survey.asked.push({
    row,
    item,
    node,
    converted,
    filter: "",
    relevants: [...relevants, `selected(\${${name}}, 'other')`],
  });
}

function addMedia(row: Row, item: Item, node: GraphNode): void {
  const image = imageOf(row);
  if (isAddress(image)) node.data.image = { url: image, alt: "" };
  else if (image !== "") item.lostPart("media", `The image “${image}” isn't in the file.`);
  const others = [...row.cells].filter(([column]) => /^(media::)?(audio|video)(::|$)/.test(column));
  for (const [, file] of others) item.lostPart("media", `“${file}” isn't an image, so it isn't shown.`);
}
