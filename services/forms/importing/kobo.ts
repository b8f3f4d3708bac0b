import { isObject } from "../../../shared/domain/json.ts";
import { Refusal } from "./refusal.ts";
import { list, type Raw, record, records, scalar } from "./values.ts";
import { columnLimit, SheetRows, sheetNames, type Workbook } from "./xlsform/workbook.ts";

/**
 * Returns whether the document is a form of KoboToolbox as its API has it: an asset with its `content`, the content's own address, which
 * has it in `data`, or the content alone.
 */
export const isKobo = (document: unknown): boolean => {
  const { survey, choices, settings } = contentOf(document);
  const hasRows = Array.isArray(survey) && survey.some((row) => typeof record(row).type === "string");
  return hasRows && [choices, settings].every((part) => part === undefined || typeof part === "object");
};

const contentOf = (document: unknown): Raw => {
  const asset = record(document);
  return [asset.content, asset.data].map(record).find(({ survey }) => Array.isArray(survey)) ?? asset;
};

/** Returns the sheets of an asset, which are those of the XLSForm that KoboToolbox downloads. `count` is called for each row. */
export function koboWorkbook(document: unknown, count: () => void): Workbook {
  const content = contentOf(document);
  const languages = list(content.translations).map(scalar);
  const settings = settingsOf(document, languages);
  const workbook: Workbook = {};
  for (const name of sheetNames) {
    const rows = name === "settings" ? [settings] : records(content[name]);
    const sheet = new SheetRows(name, count);
    const cells = rows.map((row) => cellsOf(row, languages));
    const columns = [...new Set(cells.flatMap((row) => [...row.keys()]))];
    if (columns.length > columnLimit)
      throw new Refusal(`file: must have at most ${columnLimit} columns in \`${name}\``);
    const places = new Map(columns.map((column, at) => [column, at]));
    sheet.add(1, new Map(columns.map((column, at) => [at, column])));
    for (const [index, row] of cells.entries())
      sheet.add(index + 2, new Map([...row].map(([column, text]) => [places.get(column) ?? 0, text])));
    if (sheet.rows.length > 0) workbook[name] = sheet.rows;
  }
  return workbook;
}

/** The form has its own title only if an XLSForm brought one. Else it has that of the asset. */
function settingsOf(document: unknown, languages: readonly string[]): Raw {
  const { settings } = contentOf(document);
  const own = record(list(settings)[0] ?? settings);
  const title = scalar(own.form_title) || scalar(record(document).name);
  return { ...own, form_title: title, default_language: scalar(own.default_language) || languages[0] };
}

/** Returns the cells of a row. A translated text is a list with a text for each language. `$kuid` and the like aren't columns. */
function cellsOf(row: Raw, languages: readonly string[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [column, value] of Object.entries(row)) {
    if (column.startsWith("$")) continue;
    const texts = Array.isArray(value) ? value : [value];
    for (const [at, text] of texts.entries()) {
      const language = Array.isArray(value) && languages[at] ? `::${languages[at]}` : "";
      const cell = isObject(text) ? JSON.stringify(text) : scalar(text);
      if (cell !== "" && !cells.has(column + language)) cells.set(column + language, cell);
    }
  }
  addName(cells, row);
  addList(cells);
  return cells;
}

/** Rows without a name have one that KoboToolbox makes. */
function addName(cells: Map<string, string>, { $autoname, $autovalue }: Raw): void {
  const made = scalar($autoname) || scalar($autovalue);
  if (!cells.has("name") && made !== "") cells.set("name", made);
}

/** An XLSForm has the list of a choice, or the file of its choices, in the column `type`. */
function addList(cells: Map<string, string>): void {
  const named = cells.get("select_from_list_name") ?? cells.get("file");
  const type = cells.get("type") ?? "";
  cells.delete("select_from_list_name");
  cells.delete("file");
  if (named !== undefined && /^(select|rank)\S*$/.test(type)) cells.set("type", `${type} ${named}`);
}
