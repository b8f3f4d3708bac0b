import type { ExportPiece } from "../../../shared/bus/contract.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { unavailable } from "../../../shared/platform/errors.ts";
import { withLinks } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import { openTimeSlices } from "../../../shared/platform/timeSlices.ts";
import { filtersOf } from "../filters.ts";
import { detailShape, type ExportedSession, exportSpan, type Span, tableShape } from "../store/export.ts";
import { columnCount, csvLines, headerPart, sessionRow, type TableSession } from "./csv.ts";
import { type ExportCursor, encodeCursor, type Position, type TableOptions } from "./cursor.ts";
import { type Filled, fillPiece, largestPiece } from "./fill.ts";
import { endReached, type Plan } from "./plan.ts";

/** Maximum sessions read for a piece. Their bytes are limited too, by the size of the piece. */
const sessionLimit = 80;
/** The last session goes beyond this share of the piece. Usually it fits, and isn't read again. */
const readShare = 0.875;
const spanLimit = 10_000;
/** search and filters by answers read the answers of every session in the span */
const searchLimit = 1_000;
export const firstSpan = sessionLimit;

/**
 * Returns the next piece of an export (decisions §6): the store reads sessions, each becomes a line, and the lines fill the piece.
 * One statement reads a session with its answers. The order by (started_at, id) never changes for a session, so none is skipped or
 * repeated, whatever happens between two pieces.
 */
export async function nextPiece(
  reader: Reader,
  plan: Plan,
  cursor: ExportCursor,
  bytes = largestPiece,
): Promise<ExportPiece> {
  if (cursor.hasHeader) return headerPiece(plan, cursor);
  if (!cursor.position) return { text: "", cursor: null };
  const { span, lines } = await readLines(reader, plan, { ...cursor, position: cursor.position }, bytes);
  assertUnchanged(span, cursor);
  const filled = fillPiece(lines, cursor.cut?.offset, bytes);
  return pieceOf(filled, { ...cursor, ...progress(span, filled, cursor) });
}

/** Shared by all headers: making one never waits, so it would block other requests. */
const slices = openTimeSlices();

/** Returns the header alone, so the first byte doesn't wait for the first session. */
async function headerPiece(plan: Plan, cursor: ExportCursor): Promise<ExportPiece> {
  const { text, next } = await slices.run(() => headerPart(plan, cursor.table, cursor.cut?.offset));
  if (next === null) return pieceOf({ text }, { ...cursor, hasHeader: false, cut: null });
  return pieceOf({ text }, { ...cursor, cut: { offset: next, revision: null } });
}

interface Lines {
  span: Span;
  lines: string[];
}

async function readLines(
  reader: Reader,
  plan: Plan,
  cursor: ExportCursor & { position: Position },
  bytes: number,
): Promise<Lines> {
  const { formId, query, words, newestVersion, position } = cursor;
  const filters = filtersOf(query, words);
  const limit = limitFor(plan, cursor, bytes);
  const options = {
    formId,
    filters,
    newestVersion,
    position,
    span: cursor.span,
    limit,
    bytes: Math.floor(bytes * readShare),
  };
  if (cursor.format === "json") {
    const shape = detailShape((version) => plan.calculations.compiled.get(version) ?? null);
    const span = await exportSpan(reader, shape, options);
    return { span, lines: span.sessions.map((exported) => jsonLine(plan, exported)) };
  }
  // calculations read points
  const scores = cursor.table.scores || plan.calculations.headers.length > 0;
  const span = await exportSpan(reader, tableShape({ scores }), options);
  return { span, lines: await csvLines(span.sessions.map((exported) => rowOf(plan, exported, cursor.table))) };
}

/** Returns a session detail with its end screen. */
function jsonLine(plan: Plan, { session, currentNodeId }: ExportedSession<SessionDetail>): string {
  const end = endReached(plan, session.version_number, currentNodeId);
  return `${JSON.stringify({ ...session, end_node_id: end?.nodeId ?? null, outcome: end?.outcome ?? null })}\n`;
}

function rowOf(plan: Plan, { session, currentNodeId }: ExportedSession<TableSession>, table: TableOptions): string[] {
  const end = endReached(plan, session.version_number, currentNodeId);
  return sessionRow(plan, session, { table, end, signed: (answer) => withLinks(answer, new Date(), linkKeys()[0]) });
}

const pieceOf = ({ text }: Pick<Filled, "text">, next: ExportCursor): ExportPiece => ({
  text,
  cursor: next.hasHeader || next.position ? encodeCursor(next) : null,
});

/** Returns the maximum sessions of a piece. A table of many columns has long rows, even if the answers are short. */
function limitFor(plan: Plan, { format, table }: ExportCursor, bytes: number): number {
  const rowBytes = 100 + (format === "csv" ? columnCount(plan, table) : 0);
  return Math.max(1, Math.min(sessionLimit, Math.floor(bytes / rowBytes)));
}

/** Rejects the rest of a row that has changed since it was cut: the export would have a row that never existed. */
function assertUnchanged({ sessions }: Span, { cut, position }: ExportCursor): void {
  if (!cut) return;
  const [first] = sessions;
  if (first?.id === position?.id && first?.revision === cut.revision) return;
  throw unavailable("A response changed during the export. Start the export again.");
}

type Progress = Pick<ExportCursor, "position" | "span" | "cut">;

/** Returns the progress after this piece, which has `filled.whole` complete sessions. */
function progress(span: Span, filled: Filled, cursor: ExportCursor): Progress {
  const isAllSent = filled.whole === span.sessions.length && !span.hasMore;
  if (isAllSent) {
    const isEnd = span.readCount < cursor.span;
    const position = span.last && !isEnd ? { ...span.last, included: false } : null;
    return { position, span: nextSpan(span, cursor), cut: null };
  }
  const isCut = filled.whole === 0;
  const { id, startedAt, revision } = span.sessions[isCut ? 0 : filled.whole - 1] as ExportedSession;
  return {
    position: { startedAt, id, included: isCut },
    span: cursor.span,
    cut: isCut ? { offset: filled.offset, revision } : null,
  };
}

/** Returns the size of the next span, which grows while few sessions match. */
function nextSpan({ sessions }: Span, { span, words, query }: ExportCursor): number {
  const limit = words.length > 0 || query.answer ? searchLimit : spanLimit;
  if (sessions.length < span / 4) return Math.min(span * 2, limit);
  return Math.max(firstSpan, Math.floor(span / 2));
}
