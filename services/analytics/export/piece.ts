import type { ExportPiece } from "../../../shared/bus/contract.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { nextArchivePiece } from "./archive.ts";
import type { ExportCursor } from "./cursor.ts";
import { largestPiece, type PieceSize } from "./fill.ts";
import type { Plan } from "./plan.ts";
import { firstSpan } from "./rows.ts";
import { nextTablePiece } from "./tablePiece.ts";
import { nextWorkbookPiece } from "./workbookPiece.ts";

/**
 * Returns the next piece of an export (decisions §6): the store reads sessions, each becomes a line, and the lines fill the piece.
 * One statement reads a session with its answers. The order by (started_at, id) never changes for a session, so none is skipped or
 * repeated, whatever happens between two pieces.
 */
export async function nextPiece(
  reader: Reader,
  plan: Plan,
  cursor: ExportCursor,
  { bytes = largestPiece, sessions = firstSpan }: { [Key in keyof PieceSize]?: PieceSize[Key] | undefined },
): Promise<ExportPiece> {
  const size = { bytes, sessions };
  if (cursor.book) return nextWorkbookPiece(reader, plan, { ...cursor, book: cursor.book }, size);
  if (cursor.archive) return nextArchivePiece(reader, plan, { ...cursor, archive: cursor.archive }, size);
  return nextTablePiece(reader, plan, cursor, size);
}
