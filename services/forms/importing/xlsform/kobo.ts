import type { NodeData } from "../../../../shared/domain/graph/types.ts";
import { targetOf } from "../expressions/targets.ts";
import { any, not } from "../expressions/truth.ts";
import type { Case } from "../expressions/values.ts";
import type { Item } from "../importedForm.ts";
import { columnOf, type Options, optionsOf, sourcedRows } from "../options.ts";
import { fitted, worded } from "../wording.ts";
import type { Survey } from "./asked.ts";
import { optionOf } from "./questions.ts";
import { nameOf } from "./row.ts";
import type { KoboPart } from "./types.ts";
import { noteColumns } from "./unread.ts";
import type { Row } from "./workbook.ts";

/** A block of KoboToolbox (https://support.kobotoolbox.org/form_building.html): its first row, and those up to its end. */
export interface KoboBlock {
  part: KoboPart;
  row: Row;
  rows: Row[];
  /** `relevant` of its groups and its own */
  relevants: string[];
}

const listColumns: Readonly<Record<KoboPart, string>> = {
  score: "kobo--score-choices",
  rank: "kobo--rank-items",
  kobomatrix: "kobo--matrix_list",
};

/** Returns the name of the list whose choices the block has. */
export const listOf = ({ part, row }: KoboBlock): string => row.cells.get(listColumns[part]) ?? "";

/** Adds a rating as a matrix, or a ranking. Returns false if it has more rows or choices than a question can have. */
export function addKoboQuestion(survey: Survey, block: KoboBlock, choices: readonly Row[], source: string): boolean {
  const { part, rows } = block;
  const most = part === "score" ? 20 : 25;
  if (choices.length < 2 || choices.length > most || rows.length === 0 || rows.length > 50) return false;
  const item = survey.form.item(source);
  const titled = { item, texts: textsOf(survey, block, item) };
  const options = optionsOf(choices.map((choice) => optionOf(choice, item, (one) => survey.texts.text(one, "label"))));
  noteColumns(item, block.row, "kobo");
  for (const row of rows) noteColumns(item, row, "koboRow");
  if (part === "score") addRating(survey, block, titled, options);
  else addRanking(survey, block, titled, options);
  return true;
}

interface Titled {
  item: Item;
  texts: Pick<NodeData, "title" | "description">;
}

function textsOf({ texts, headings }: Survey, { row }: KoboBlock, item: Item): Titled["texts"] {
  const title = texts.text(row, "label") || nameOf(row);
  const groups = headings.splice(0).map((group) => texts.text(group, "label"));
  return worded(item, title, [...groups, texts.text(row, "hint")].filter(Boolean).join("\n\n"));
}

function addRating(survey: Survey, block: KoboBlock, titled: Titled, { list, values }: Options): void {
  const keys = sourcedRows(block.rows.map((row) => ({ code: nameOf(row), label: "" })));
  const rows = block.rows.map((row, at) => ({
    name: nameOf(row),
    key: keys[at]?.key as string,
    label: fitted(survey.texts.text(row, "label") || nameOf(row)),
    isRequired: isRequired(row),
  }));
  const isAll = rows.every(({ isRequired }) => isRequired);
  if (!isAll && rows.some(({ isRequired }) => isRequired))
    titled.item.changed("required", "Only some of its rows are required there. Here, all are optional.");
  const config = {
    rows: rows.map(({ label }, at) => ({ ...keys[at], label })),
    columns: list.map(columnOf),
    ...(isAll && { require_all_rows: true }),
  };
  const node = addNode(survey, block, titled, "matrix", config, isAll);
  for (const { name, key } of rows) survey.scope.add(name, targetOf(node, values, key));
}

function addRanking(survey: Survey, block: KoboBlock, titled: Titled, { list, values }: Options): void {
  const levels = block.rows;
  const least = levels.filter(isRequired).length;
  const config = { options: list, ...(Math.max(least, 1) < list.length && { min_ranked: Math.max(least, 1) }) };
  const node = addNode(survey, block, titled, "ranking", config, least > 0);
  if (levels.length < list.length)
    titled.item.changed("ranking", `Respondents can rank all ${list.length} choices, and not only ${levels.length}.`);
  for (const [index, level] of levels.entries()) {
    const isRanked = (path: string) => ({
      left: { type: "answer" as const, node_id: node.id, path },
      op: "eq",
      right: index + 1,
    });
    const ranked = [...values].map(
      ([name, value]): Case => ({ when: isRanked(value), value: { kind: "constant", value: name } }),
    );
    const isNone = not(any(ranked.map(({ when }) => when)));
    survey.scope.add(nameOf(level), [...ranked, { when: isNone, value: { kind: "constant", value: "" } }]);
  }
}

function addNode(
  survey: Survey,
  { row, relevants }: KoboBlock,
  { item, texts }: Titled,
  questionType: string,
  config: Record<string, unknown>,
  isRequired: boolean,
) {
  const data = { ...texts, is_required: isRequired, config };
  const node = survey.form.add(item, { id: nameOf(row), name: nameOf(row), question_type: questionType, data });
  const converted = { question_type: questionType, config, values: new Map<string, string[]>(), choices: [] };
  // its rows have what is required
  const own: Row = { ...row, cells: new Map([["name", nameOf(row)]]) };
  survey.asked.push({ row: own, item, node, converted, filter: "", relevants });
  return node;
}

const isRequired = ({ cells }: Row): boolean => /^(yes|true(\(\))?|1)$/i.test(cells.get("required") ?? "");

/** Returns the rows of a block as questions of their own: those of each choice of a matrix, or one choice of a list for each. */
export function koboRows(survey: Survey, block: KoboBlock, choices: readonly Row[]): Row[] {
  const { part, rows, row: first } = block;
  if (part !== "kobomatrix")
    return rows.map((row) => ({ ...row, cells: new Map([...row.cells, ["type", `select_one ${listOf(block)}`]]) }));
  const columns = rows.map(nameOf);
  return choices.flatMap((choice) =>
    rows.map((row) => {
      const prefix = `${nameOf(first)}_${nameOf(choice)}_`;
      const named = (text: string) =>
        text.replace(/\$\{\s*([^}]{1,200}?)\s*\}/g, (whole, name: string) =>
          columns.includes(name) ? `\${${prefix}${name}}` : whole,
        );
      const cells = new Map([...row.cells].map(([column, text]) => [column, named(text)]));
      const label = `${survey.texts.text(choice, "label") || nameOf(choice)} – ${survey.texts.text(row, "label") || nameOf(row)}`;
      for (const column of [...cells.keys()]) if (/^label(::|$)/.test(column)) cells.delete(column);
      cells.set("label", label);
      cells.set("name", `${prefix}${nameOf(row)}`);
      return { ...row, cells };
    }),
  );
}
