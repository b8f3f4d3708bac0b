import type { SaxesParser } from "saxes";
import { utcDay } from "../../../../shared/domain/dates.ts";
import { appended, type SheetRows } from "./workbook.ts";
import { localName, xmlParser } from "./xml.ts";

/** Texts and styles that the cells of all sheets refer to. */
export interface Shared {
  strings: readonly string[];
  /** indexes of cell styles that show a number as a date */
  dateStyles: ReadonlySet<number>;
}

/** Returns a parser that adds the rows of a worksheet: values only, never formulas (ECMA-376 part 1 §18.3.1). */
export function cellReader(shared: Shared, sheet: SheetRows): SaxesParser {
  const parser = xmlParser();
  let row = { number: 0, cells: new Map<number, string>() };
  let cell: Cell = { column: -1, type: "", text: "", style: 0 };
  /** Element whose text is a value. */
  let isValue = false;
  parser.on("opentag", ({ name: qualified, attributes }) => {
    const name = localName(qualified);
    if (name === "row") row = { number: numberOf(attributes.r) ?? row.number + 1, cells: new Map() };
    if (name === "c")
      cell = {
        column: columnOf(attributes.r) ?? cell.column + 1,
        type: String(attributes.t ?? ""),
        text: "",
        style: Number(attributes.s ?? 0),
      };
    isValue = name === "v" || name === "t";
  });
  parser.on("text", (text) => {
    if (isValue) cell.text = appended(cell.text, text);
  });
  parser.on("closetag", ({ name: qualified }) => {
    const name = localName(qualified);
    isValue = false;
    if (name === "c") row.cells.set(cell.column, cellText(cell, shared));
    if (name !== "row") return;
    sheet.add(row.number, row.cells);
    cell.column = -1;
  });
  return parser;
}

interface Cell {
  column: number;
  type: string;
  text: string;
  style: number;
}

function cellText({ type, text, style }: Cell, { strings, dateStyles }: Shared): string {
  if (type === "s") return strings[Number(text)] ?? "";
  if (type === "b") return text === "1" ? "true" : "false";
  if (type === "e") return "";
  const isNumber = type === "" || type === "n";
  if (isNumber && dateStyles.has(style) && /^\d{1,6}$/.test(text)) return dayOf(Number(text));
  // spreadsheets write 0.1 + 0.2 with all its digits
  return isNumber && /^-?\d/.test(text) ? String(Number(Number(text).toPrecision(15))) : text;
}

/** Days are counted from 30 December 1899, because spreadsheets have a 29 February 1900. */
const dayOf = (days: number): string => utcDay(Date.UTC(1899, 11, 30 + days));

/** Returns a parser that finds the cell styles that show dates (ECMA-376 part 1 §18.8). */
export function styleReader(dateStyles: Set<number>): SaxesParser {
  const parser = xmlParser();
  const dateFormats = new Set<number>();
  let index = -1;
  parser.on("opentag", ({ name: qualified, attributes }) => {
    const name = localName(qualified);
    const format = Number(attributes.numFmtId ?? 0);
    if (name === "numFmt" && isDateFormat(String(attributes.formatCode ?? ""))) dateFormats.add(format);
    if (name === "cellXfs") index = 0;
    if (name !== "xf" || index < 0) return;
    if ((format >= 14 && format <= 17) || format === 22 || dateFormats.has(format)) dateStyles.add(index);
    index += 1;
  });
  parser.on("closetag", ({ name }) => {
    if (localName(name) === "cellXfs") index = -1;
  });
  return parser;
}

/** Texts in quotes and colors in brackets aren't parts of a date. */
const isDateFormat = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

function numberOf(text: unknown): number | null {
  const number = Number(text);
  return text !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** `C7` → 2. */
function columnOf(reference: unknown): number | null {
  const letters = /^[A-Z]{1,3}/.exec(String(reference ?? ""))?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
