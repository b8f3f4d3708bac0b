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

/** What a piece holds is bounded: so many sessions, and so many bytes of them as are asked for, are read for it. */
const sessionLimit = 80;
/** The last one that is read goes beyond what is asked for: as a rule it has room, and is not read again. */
const readShare = 0.875;
const spanLimit = 10_000;
/** searching and filtering by answers read the answers of every session that is looked at */
const searchLimit = 1_000;
export const firstSpan = sessionLimit;

/**
 * The next piece of an export (decisions §6): the store reads sessions, each becomes a line, the lines fill the piece. A
 * session is read once, with its answers, in one statement; the order by (started_at, id) never changes for a session, so
 * none is skipped or read twice whatever happens between two pieces.
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

/** Of all headers: nothing that a part of one waits for would let others in between. */
const slices = openTimeSlices();

/** The header alone: the first byte does not wait for the first session. */
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
    const span = await exportSpan(reader, detailShape, options);
    return { span, lines: span.sessions.map((exported) => jsonLine(plan, exported)) };
  }
  const span = await exportSpan(reader, tableShape(cursor.table), options);
  return { span, lines: csvLines(span.sessions.map((exported) => rowOf(plan, exported, cursor.table))) };
}

/** A session detail with the end that it has reached. */
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

/** A table of many columns has long rows, however short the answers are. */
function limitFor(plan: Plan, { format, table }: ExportCursor, bytes: number): number {
  const rowBytes = 100 + (format === "csv" ? columnCount(plan, table) : 0);
  return Math.max(1, Math.min(sessionLimit, Math.floor(bytes / rowBytes)));
}

/** The rest of a row that was cut has to be of the same row; rather no export than one with a row that never was. */
function assertUnchanged({ sessions }: Span, { cut, position }: ExportCursor): void {
  if (!cut) return;
  const [first] = sessions;
  if (first?.id === position?.id && first?.revision === cut.revision) return;
  throw unavailable("A response changed while it was exported; please start the export again.");
}

type Progress = Pick<ExportCursor, "position" | "span" | "cut">;

/** Where the export stands after this piece; `filled.whole` sessions are in it whole. */
function progress(span: Span, filled: Filled, cursor: ExportCursor): Progress {
  const isAllSent = filled.whole === span.sessions.length && !span.hasMore;
  if (isAllSent) {
    const isEnd = span.lookedAt < cursor.span;
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

/** Where few sessions match, the next statement looks at more of them. */
function nextSpan({ sessions }: Span, { span, words, query }: ExportCursor): number {
  const limit = words.length > 0 || query.answer ? searchLimit : spanLimit;
  if (sessions.length < span / 4) return Math.min(span * 2, limit);
  return Math.max(firstSpan, Math.floor(span / 2));
}
