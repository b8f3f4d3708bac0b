/** Columns and cells of answers in the CSV export (decisions §6). The export escapes them. */
import type { Json } from "../json.ts";
import type { CellStyle, CsvColumn } from "./question.ts";

/** Returns one column, for all questions except matrices. */
export const oneColumn = (): CsvColumn[] => [{}];

/** Returns the cell of an answer without labels. */
export const plainCell = (answer: Json): string[] => [listed(answer)];

/** Returns an answer's cell with labels instead of values. Other text is unchanged. */
export function labelledCell(answer: Json, labels: ReadonlyMap<string, string>, style: CellStyle): string[] {
  if (style === "values") return [listed(answer)];
  return [listed(answer, (value) => labels.get(value) ?? value)];
}

function listed(answer: Json, show: (value: string) => string = (value) => value): string {
  return (Array.isArray(answer) ? answer : [answer]).map((value) => show(String(value))).join("; ");
}
