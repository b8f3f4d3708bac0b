import type { ImportedForm, Item } from "../importedForm.ts";
import { fitted } from "../wording.ts";
import { AttachedFiles } from "./attached.ts";
import { parametersOf } from "./row.ts";
import { cellLimit, type Row, type Workbook } from "./workbook.ts";

/** Cells of a workbook without a counterpart. They are noted, so that none is dropped silently. */

/** Columns that are read, or noted where they are read, by what their row becomes. */
const readColumns = {
  group: ["type", "name", "label", "hint", "guidance_hint", "relevant", "appearance"],
  repeat: ["type", "name", "label", "relevant", "appearance", "repeat_count"],
  question: [
    ..."type name label hint guidance_hint relevant constraint constraint_message required required_message".split(" "),
    ..."default calculation choice_filter appearance parameters readonly read_only".split(" "),
    ..."media image big-image audio video".split(" "),
  ],
  kobo: ["type", "name", "label", "hint", "relevant", "required", "appearance"],
  koboRow: ["type", "name", "label", "required", "appearance"],
  calculation: ["type", "name", "label", "hint", "calculation", "relevant"],
  shown: [..."type name label hint calculation relevant appearance media image big-image audio video".split(" ")],
  hidden: ["type", "name", "label"],
};

export function noteColumns(item: Item, row: Row, kind: keyof typeof readColumns): void {
  const columns = unreadColumns(row, readColumns[kind]);
  if (columns.length > 0) item.lostPart("column", messageOf(columns));
}

export function noteGroupColumns(form: ImportedForm, row: Row, source: string, kind: "group" | "repeat"): void {
  const columns = unreadColumns(row, readColumns[kind]);
  if (columns.length > 0) form.note("lost", "column", source, messageOf(columns));
}

const unreadColumns = ({ cells }: Row, read: readonly string[]): string[] =>
  [...cells.keys()].filter(
    (column) => noticed.has(column.split("::")[0] ?? "") && !read.includes(column.split("::")[0] ?? ""),
  );

/** Columns of XLSForms that change what respondents or data show. The others have no effect there, or none that is seen. */
const noticed: ReadonlySet<string> = new Set([
  ..."hint guidance_hint constraint constraint_message required default calculation choice_filter appearance parameters".split(
    " ",
  ),
  ..."media image big-image audio video trigger intent query repeat_count save_to autoplay relevant body control".split(
    " ",
  ),
]);

/** Parameters that are read, by the type of the question. */
const readParameters: Readonly<Record<string, readonly string[]>> = {
  range: ["start", "end", "step"],
  select_one: ["randomize"],
  select_multiple: ["randomize"],
  rank: ["randomize"],
  from_file: ["randomize", "value", "label"],
};

export function noteParameters(item: Item, row: Row, type: string): void {
  const names = [...parametersOf(row).keys()].filter((name) => !readParameters[type]?.includes(name));
  if (names.length > 0) item.lostPart("parameters", messageOf(names));
}

/** Appearances that are read. The others only change the looks. */
const readAppearances =
  /^(field-list|table-list|multiline|minimal|autocomplete|search|dropdown|rating|signature|draw|annotate|new|year|month-year)$/;
/** Settings that are read, and those that a form of its own has here. */
const readSettings = ["form_title", "default_language", "form_id", "id_string", "version"];

/** Notes appearances, settings and sheets, each once for the form. */
export function noteWorkbook(form: ImportedForm, { survey = [], settings = [], entities, osm }: Workbook): void {
  const appearances = survey.flatMap(({ cells }) =>
    (cells.get("appearance") ?? "").replace(/\bsearch\([^)]*\)/, "").split(/\s+/),
  );
  const unread = new Set(appearances.filter((one) => one !== "" && !readAppearances.test(one)));
  if (unread.size > 0) form.note("lost", "appearance", "survey", messageOf([...unread]));
  noteOnce(form, survey);
  for (const row of settings.slice(0, 1)) {
    const names = [...row.cells.keys()].filter((column) => !readSettings.includes(column.split("::")[0] ?? ""));
    if (names.length > 0) form.note("lost", "setting", `settings row ${row.number}`, messageOf(names));
  }
  for (const [name, rows] of Object.entries({ entities, osm }))
    if (rows && rows.length > 0) form.note("lost", "sheet", name, `The sheet \`${name}\` isn't imported.`);
}

const readOnce = [
  ..."name label type readonly read_only disabled kobo--score-choices kobo--rank-items kobo--matrix_list".split(" "),
];

/** Notes the other columns once for the form: messages for missing answers, and columns that XLSForms don't have. */
function noteOnce(form: ImportedForm, survey: readonly Row[]): void {
  const columns = new Set(survey.flatMap(({ cells }) => [...cells.keys()]));
  const others = [...columns].filter((column) => {
    const head = column.split("::")[0] ?? "";
    return !noticed.has(head) && !readOnce.includes(head);
  });
  if (others.length > 0) form.note("lost", "column", "survey", messageOf(others));
}

/** Notes attached files that no question uses. */
export function noteFiles(form: ImportedForm, files: AttachedFiles): void {
  for (const name of files.unused)
    form.note("lost", "attachment_unused", name, "No question takes its choices from this file.");
}

/** Notes cells that were cut while they were read, or that have no value, at the item of their row. `workbook`: rows by their sheet. */
export function noteCuts(form: ImportedForm, workbook: object, files = new AttachedFiles()): void {
  const items = new Map(form.items.map((item) => [item.source, item]));
  const sheets = Object.entries(workbook) as [string, readonly Row[]][];
  for (const [sheet, rows] of [...sheets, ...files.rows])
    for (const { number, cut, formulas = [] } of rows) {
      const source = `${sheet} row ${number}`;
      const item = items.get(source);
      for (const column of cut) {
        const message = `The cell \`${fitted(column, 60)}\` is longer than ${limitText} characters, so it is cut.`;
        if (item) item.changed("text_cut", message);
        else form.note("changed", "text_cut", source, message);
      }
      for (const column of formulas) {
        const message = `The cell \`${fitted(column, 60)}\` has a formula, and the file doesn't have its value. ${saveAgain}`;
        if (item) item.lostPart("formula", message);
        else form.note("lost", "formula", source, message);
      }
    }
}

const saveAgain = "Open the file in a spreadsheet, save it, and import it again.";
const limitText = cellLimit.toLocaleString("en");

function messageOf(all: readonly string[]): string {
  const names = all.slice(0, 20).map((name) => `\`${fitted(name, 60)}\``);
  return `Not imported: ${names.join(", ")}${all.length > names.length ? " and others" : ""}.`;
}
