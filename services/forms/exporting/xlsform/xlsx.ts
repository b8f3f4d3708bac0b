import { ZipFile } from "yazl";

/** A sheet: its header and its rows, by column. */
export interface Sheet {
  name: string;
  columns: readonly string[];
  rows: readonly Readonly<Record<string, string>>[];
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Returns a workbook of texts (ECMA-376 Part 1 §18). Cells hold texts alone, so that no program computes with them. */
export async function xlsxOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  const add = (file: string, text: string) => zip.addBuffer(Buffer.from(xml + text), file, { mtime, compress: true });
  add("[Content_Types].xml", contentTypes(sheets));
  add("_rels/.rels", relations([{ id: "rId1", type: "officeDocument", target: "xl/workbook.xml" }]));
  add("xl/workbook.xml", workbook(sheets));
  add(
    "xl/_rels/workbook.xml.rels",
    relations(
      sheets.map((_, at) => ({ id: `rId${at + 1}`, type: "worksheet", target: `worksheets/sheet${at + 1}.xml` })),
    ),
  );
  for (const [at, sheet] of sheets.entries()) add(`xl/worksheets/sheet${at + 1}.xml`, worksheet(sheet));
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The same form gives the same file. */
const mtime = new Date(Date.UTC(2000, 0, 1));

const contentTypes = (sheets: readonly Sheet[]): string =>
  `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets
    .map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`) // words: ok
    .join("")}</Types>`;

const relations = (list: readonly { id: string; type: string; target: string }[]): string =>
  `<Relationships xmlns="${packages}/relationships">${list // words: ok
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`) // words: ok
    .join("")}</Relationships>`;

const workbook = (sheets: readonly Sheet[]): string =>
  `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
    .map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join("")}</sheets></workbook>`;

function worksheet({ columns, rows }: Sheet): string {
  const header = Object.fromEntries(columns.map((column) => [column, column]));
  const lines = [header, ...rows].map((row, at) => rowOf(row, columns, at + 1));
  return `<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

function rowOf(row: Readonly<Record<string, string>>, columns: readonly string[], number: number): string {
  const cells = columns.flatMap((column, at) => {
    const text = row[column] ?? "";
    const cell = `<c r="${letters(at)}${number}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`; // words: ok
    return text === "" ? [] : [cell];
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** 0 → A, 26 → AA */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** Characters that XML 1.0 can't have are left out. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
