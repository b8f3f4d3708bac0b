/** What an answer looks like in the CSV export (decisions §6); escaping is the export's. */
import type { Json } from "../json.ts";
import type { CellStyle, CsvColumn } from "./question.ts";

/** Every question but a matrix has one column. */
export const oneColumn = (): CsvColumn[] => [{}];

/** An answer that is its own label. */
export const plainCell = (answer: Json): string[] => [listed(answer)];

/** The values of an answer as their labels; other text as it is. */
export function labelledCell(answer: Json, labels: ReadonlyMap<string, string>, style: CellStyle): string[] {
  if (style === "values") return [listed(answer)];
  return [listed(answer, (value) => labels.get(value) ?? value)];
}

function listed(answer: Json, show: (value: string) => string = (value) => value): string {
  return (Array.isArray(answer) ? answer : [answer]).map((value) => show(String(value))).join("; ");
}
