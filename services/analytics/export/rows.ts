import type { Json } from "../../../shared/domain/json.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { unavailable } from "../../../shared/platform/errors.ts";
import { withLinks } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import type { TimeSlices } from "../../../shared/platform/timeSlices.ts";
import { filtersOf } from "../filters.ts";
import { slices } from "../slices.ts";
import { detailShape, type ExportedSession, exportSpan, type Span, tableShape } from "../store/export.ts";
import { columnCount, csvCell, csvLines, sessionRow, type TableSession, type WriteCell } from "./csv.ts";
import type { ExportCursor, Position, TableOptions } from "./cursor.ts";
import { type Filled, fillPiece, type PieceSize } from "./fill.ts";
import { endReached, type Plan } from "./plan.ts";
import { rowLimit, sheetCell, sheetRow } from "./sheet.ts";

/** The last session goes beyond this share of the piece. Usually it fits, and isn't read again. */
const readShare = 0.875;
const spanLimit = 10_000;
/** search and filters by answers read the answers of every session in the span */
const searchLimit = 1_000;
/** the sessions of a piece that a gateway of an older version asks for, too */
export const firstSpan = 80;

/** Rows of a piece, and the progress after them. */
interface Rows {
  filled: Filled;
  progress: Progress;
}

/** Reads sessions and fills a piece with their rows. */
export async function nextRows(
  reader: Reader,
  plan: Plan,
  given: ExportCursor & { position: Position },
  size: PieceSize,
): Promise<Rows> {
  const limit = limitFor(plan, given, size);
  const cursor = { ...given, span: Math.max(given.span, limit) };
  const { span, lines } = await readLines(reader, plan, cursor, { ...size, sessions: limit });
  assertUnchanged(span, cursor);
  const filled = fillPiece(lines, cursor.cut?.offset, size.bytes);
  return { filled, progress: progressOf(span, filled, cursor) };
}

interface Lines {
  span: Span;
  lines: string[];
}

async function readLines(
  reader: Reader,
  plan: Plan,
  cursor: ExportCursor & { position: Position },
  { bytes, sessions: limit }: PieceSize,
): Promise<Lines> {
  const { formId, query, words, newestVersion, position } = cursor;
  const filters = filtersOf(query, words);
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
    return { span, lines: await formatted(span.sessions, (part) => part.map((exported) => jsonLine(plan, exported))) };
  }
  // calculations read points
  const scores = cursor.table.scores || plan.calculations.headers.length > 0;
  const span = await exportSpan(reader, tableShape({ scores }), options);
  const { table, book } = cursor;
  const lines = await formatted(span.sessions, (part, from) => {
    const rows = (write: WriteCell) => part.map((exported) => rowOf(plan, exported, table, write));
    return book ? rows(sheetCell).map((row, at) => sheetRow(row, book.rows + from + at + 1)) : csvLines(rows(csvCell));
  });
  return { span, lines };
}

/** Sessions that are formatted without a pause. */
const partLength = 100;

/** Formats sessions in parts, so that other requests run in between. */
export async function formatted<Session>(
  sessions: readonly Session[],
  format: (part: readonly Session[], from: number) => string[] | Promise<string[]>,
  { run }: Pick<TimeSlices, "run"> = slices,
): Promise<string[]> {
  const lines: string[] = [];
  for (let from = 0; from < sessions.length; from += partLength) {
    lines.push(...(await run(() => format(sessions.slice(from, from + partLength), from))));
  }
  return lines;
}

/** Returns a session detail with its end screen. */
function jsonLine(plan: Plan, { session, currentNodeId }: ExportedSession<SessionDetail>): string {
  const end = endReached(plan, session.version_number, currentNodeId);
  return `${JSON.stringify({ ...session, end_node_id: end?.nodeId ?? null, outcome: end?.outcome ?? null })}\n`;
}

function rowOf(
  plan: Plan,
  { session, currentNodeId }: ExportedSession<TableSession>,
  table: TableOptions,
  write: WriteCell,
): string[] {
  const end = endReached(plan, session.version_number, currentNodeId);
  const signed = (answer: Json) => withLinks(answer, new Date(), linkKeys()[0]);
  return sessionRow(plan, session, { table, end, write, signed });
}

/** Returns the maximum sessions of a piece. A table of many columns has long rows, even if the answers are short. */
function limitFor(plan: Plan, { format, table, book }: ExportCursor, { bytes, sessions }: PieceSize): number {
  const rowBytes = 100 + (format === "json" ? 0 : columnCount(plan, table));
  const room = book ? rowLimit - book.rows : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(sessions, room, Math.floor(bytes / rowBytes)));
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
function progressOf(span: Span, filled: Filled, cursor: ExportCursor): Progress {
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
