import type { ExportPiece } from "../../../shared/bus/contract.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { filtersOf } from "../filters.ts";
import { exportSpan, tableShape } from "../store/export.ts";
import { rowWithoutPersonal } from "../store/table.ts";
import { decodeCursor, type ExportCursor, encodeCursor } from "./cursor.ts";
import type { PieceSize } from "./fill.ts";
import type { Plan } from "./plan.ts";
import { firstSpan, leavingOut, progressOf } from "./rows.ts";
import { nextTablePiece } from "./tablePiece.ts";
import { archivedFiles } from "./uploads.ts";

/**
 * Pieces of an archive (wants §24.2): the table, then the files of its sessions. The bytes of files never cross the bus: a piece
 * names them, and the gateway reads them.
 */
export const archiveFileLimit = 100_000;

const table = "responses.csv";

/** Sessions of a piece of files, and the bytes of their answers, about. A URL has 70 bytes and becomes 200. */
const filesSize = { limit: 50, bytes: 64 * 1024 };

type ArchiveCursor = ExportCursor & { archive: NonNullable<ExportCursor["archive"]> };

export async function nextArchivePiece(
  reader: Reader,
  plan: Plan,
  cursor: ArchiveCursor,
  size: PieceSize,
): Promise<ExportPiece> {
  if (cursor.archive.stage === "files") return filesPiece(reader, plan, cursor);
  const piece = await nextTablePiece(reader, plan, cursor, size);
  const next =
    piece.cursor === null ? filesCursor(plan, cursor) : { ...decodeCursor(piece.cursor), archive: cursor.archive };
  return { ...piece, file: table, cursor: next && encodeCursor(next) };
}

/** Returns the start of the files. Null if no version takes files, or no session matches. */
function filesCursor(plan: Plan, cursor: ArchiveCursor): ExportCursor | null {
  const { first } = cursor.archive;
  const takesFiles = [...plan.versions.values()].some((version) =>
    version.values().some(({ question }) => question.uploads !== null),
  );
  if (!first || !takesFiles) return null;
  return { ...cursor, archive: { stage: "files", first }, position: first, span: firstSpan, cut: null };
}

async function filesPiece(reader: Reader, plan: Plan, cursor: ArchiveCursor): Promise<ExportPiece> {
  const { formId, query, words, links, newestVersion, span, position } = cursor;
  if (!position) return { text: "", cursor: null };
  const read = await exportSpan(reader, tableShape({ scores: false }), {
    ...{ formId, newestVersion, span, position },
    filters: filtersOf(query, words, links),
    ...filesSize,
  });
  const { sessions } = leavingOut(cursor, read, rowWithoutPersonal);
  const files = await archivedFiles(reader, plan, sessions);
  const progress = progressOf(read, { whole: read.sessions.length, offset: 0 }, cursor);
  return {
    text: "",
    uploads: files.map(({ path, key }) => ({ path, key: key ?? "" })),
    cursor: progress.position && encodeCursor({ ...cursor, ...progress }),
  };
}
