import type { SaxesParser } from "saxes";
import { type SharedTexts, unescaped } from "./sharedTexts.ts";
import type { NumberFormat } from "./styles.ts";
import { localName, xmlParser } from "./xml.ts";

/** A cell with a value. `number`: as text with up to 15 digits. `date`: a time in ISO 8601, which few programs write. */
export interface SheetCell {
  /** from 0 */
  column: number;
  kind: "text" | "number" | "boolean" | "date";
  /** of a boolean `1` or `0` */
  text: string;
  /** of a number */
  format: NumberFormat;
}

export interface SheetRow {
  /** as the sheet counts, from 1 */
  number: number;
  /** without those that have no value or an error */
  cells: SheetCell[];
  /** columns of errors, such as `#N/A` */
  errors: number[];
  /** columns of formulas whose value isn't stored, which only a spreadsheet can compute */
  formulas: number[];
}

/** Texts and styles that the cells of all sheets refer to. */
export interface Shared {
  texts: SharedTexts;
  /** by cell style */
  formats: readonly NumberFormat[];
}

interface OpenCell {
  column: number;
  type: string;
  text: string;
  style: number;
  isFormula: boolean;
}

/** Returns a parser that passes on the rows of a worksheet: values only, never formulas (ECMA-376 part 1 §18.3.1). */
export function sheetParser(shared: Shared, take: (row: SheetRow) => void): SaxesParser {
  const parser = xmlParser();
  let row: SheetRow = { number: 0, cells: [], errors: [], formulas: [] };
  let cell: OpenCell = { column: -1, type: "", text: "", style: 0, isFormula: false };
  /** inside an element whose text is a value */
  let isValue = false;
  let phonetic = 0;
  parser.on("opentag", ({ name: qualified, attributes }) => {
    const name = localName(qualified);
    if (name === "c")
      cell = {
        column: columnOf(attributes.r) ?? cell.column + 1,
        type: String(attributes.t ?? ""),
        text: "",
        style: Number(attributes.s ?? 0),
        isFormula: false,
      };
    else if (name === "f") cell.isFormula = true;
    else if (name === "row") {
      row = { number: numberOf(attributes.r) ?? row.number + 1, cells: [], errors: [], formulas: [] };
      cell.column = -1;
    } else if (name === "rPh") phonetic += 1;
    isValue = name === "v" || (name === "t" && phonetic === 0);
  });
  parser.on("text", (text) => {
    if (isValue) cell.text += text;
  });
  parser.on("closetag", ({ name: qualified }) => {
    const name = localName(qualified);
    isValue = false;
    if (name === "c") addCell(row, cell, shared);
    else if (name === "row") take(row);
    else if (name === "rPh") phonetic -= 1;
  });
  return parser;
}

function addCell({ cells, errors, formulas }: SheetRow, cell: OpenCell, { texts, formats }: Shared): void {
  const { column, type, text, style } = cell;
  if (text === "" && cell.isFormula && type !== "str") formulas.push(column);
  if (type === "e") errors.push(column);
  if (text === "" || type === "e") return;
  if (type === "s") cells.push({ column, kind: "text", text: texts.at(Number(text)), format: null });
  else if (type === "b") cells.push({ column, kind: "boolean", text, format: null });
  else if (type === "d") cells.push({ column, kind: "date", text, format: null });
  else if ((type === "" || type === "n") && /^[-.\d]/.test(text))
    cells.push({ column, kind: "number", text: numberText(text), format: formats[style] ?? null });
  else cells.push({ column, kind: "text", text: unescaped(text), format: null });
}

/** Spreadsheets write 0.1 + 0.2 with all its digits. */
const numberText = (text: string): string =>
  text.length < 15 && /^\d+$/.test(text) ? text : String(Number(Number(text).toPrecision(15)));

function numberOf(text: unknown): number | null {
  const number = Number(text);
  return text !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** `C7` → 2. */
function columnOf(reference: unknown): number | null {
  const text = typeof reference === "string" ? reference : "";
  let column = 0;
  for (let at = 0; at < 3; at += 1) {
    const letter = text.charCodeAt(at) - 64;
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  return column === 0 ? null : column - 1;
}
