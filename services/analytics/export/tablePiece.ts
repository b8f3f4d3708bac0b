import type { ExportPiece } from "../../../shared/bus/contract.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { slices } from "../slices.ts";
import { headerPart } from "./csv.ts";
import { type ExportCursor, encodeCursor } from "./cursor.ts";
import type { Filled, PieceSize } from "./fill.ts";
import type { Plan } from "./plan.ts";
import { nextRows } from "./rows.ts";

/** Returns the next piece of a CSV or NDJSON. */
export async function nextTablePiece(
  reader: Reader,
  plan: Plan,
  cursor: ExportCursor,
  size: PieceSize,
): Promise<ExportPiece> {
  if (cursor.hasHeader) return headerPiece(plan, cursor);
  if (!cursor.position) return { text: "", cursor: null };
  const { filled, progress } = await nextRows(reader, plan, { ...cursor, position: cursor.position }, size);
  return pieceOf(filled, { ...cursor, ...progress });
}

/** Returns the header alone, so the first byte doesn't wait for the first session. */
async function headerPiece(plan: Plan, cursor: ExportCursor): Promise<ExportPiece> {
  const { text, next } = await slices.run(() => headerPart(plan, cursor.table, cursor.cut?.offset));
  if (next === null) return pieceOf({ text }, { ...cursor, hasHeader: false, cut: null });
  return pieceOf({ text }, { ...cursor, cut: { offset: next, revision: null } });
}

const pieceOf = ({ text }: Pick<Filled, "text">, next: ExportCursor): ExportPiece => ({
  text,
  cursor: next.hasHeader || next.position ? encodeCursor(next) : null,
});
