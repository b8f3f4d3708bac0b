import { guarded } from "../../../shared/domain/csv.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";

/** Kinds of cells. Only text can look like a formula; plain cells are ids and the like. */
export type CellKind = "text" | "plain" | "number" | "date" | "time";

/** Writes a cell in the format of the table. */
export type WriteCell = (cell: string, kind: CellKind) => string;

/** Guards text, so that no spreadsheet reads it as a formula. */
export const csvCell: WriteCell = (cell, kind) => (kind === "text" ? guarded(cell) : cell);

/** Returns the kind of a cell of an answer. */
export function kindOf({ domain, isFormulaSafe }: CompiledQuestion, cell: string): CellKind {
  if (domain?.family === "num") return "number";
  if (domain?.family === "date") return domain.precision === "day" ? "date" : "plain";
  return isFormulaSafe(cell) ? "plain" : "text";
}
