import type { SaxesParser } from "saxes";
import { appended, type SheetRows } from "./workbook.ts";
import { localName, xmlParser } from "./xml.ts";

/** Returns a parser that adds the rows of a worksheet: values only, never formulas (ECMA-376 part 1 §18.3.1). */
export function cellReader(strings: readonly string[], sheet: SheetRows): SaxesParser {
  const parser = xmlParser();
  let row = { number: 0, cells: new Map<number, string>() };
  let cell = { column: -1, type: "", text: "" };
  /** Element whose text is a value. */
  let isValue = false;
  parser.on("opentag", ({ name: qualified, attributes }) => {
    const name = localName(qualified);
    if (name === "row") row = { number: numberOf(attributes.r) ?? row.number + 1, cells: new Map() };
    if (name === "c")
      cell = { column: columnOf(attributes.r) ?? cell.column + 1, type: String(attributes.t ?? ""), text: "" };
    isValue = name === "v" || name === "t";
  });
  parser.on("text", (text) => {
    if (isValue) cell.text = appended(cell.text, text);
  });
  parser.on("closetag", ({ name: qualified }) => {
    const name = localName(qualified);
    isValue = false;
    if (name === "c") row.cells.set(cell.column, cellText(cell, strings));
    if (name !== "row") return;
    sheet.add(row.number, row.cells);
    cell.column = -1;
  });
  return parser;
}

function cellText({ type, text }: { type: string; text: string }, strings: readonly string[]): string {
  if (type === "s") return strings[Number(text)] ?? "";
  if (type === "b") return text === "1" ? "true" : "false";
  if (type === "e") return "";
  const isNumber = type === "" || type === "n";
  // spreadsheets write 0.1 + 0.2 with all its digits
  return isNumber && /^-?\d/.test(text) ? String(Number(Number(text).toPrecision(15))) : text;
}

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
