import { withoutPersonal } from "../../../shared/api/personal.ts";
import { calculating } from "../../../shared/api/sessionDetail.ts";
import type { ResponseDetail } from "../../../shared/api/shapes/sessions.ts";
import { csvLine } from "../../../shared/domain/csv.ts";
import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import { ordersOf } from "../../../shared/domain/graph/pages.ts";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { recordRowLimit } from "../../../shared/domain/limits.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { unavailable } from "../../../shared/platform/errors.ts";
import { withLinks } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import type { TimeSlices } from "../../../shared/platform/timeSlices.ts";
import { calculatingRead, keptOr } from "../answers/calculations.ts";
import { filtersOf } from "../filters.ts";
import { slices } from "../slices.ts";
import {
  detailShape,
  type ExportedSession,
  exportSpan,
  type Position,
  type Span,
  tableShape,
} from "../store/export.ts";
import { rowWithoutPersonal, type TableSession } from "../store/table.ts";
import { csvCell, type WriteCell } from "./cells.ts";
import { columnCount, type RowContext, sessionRow } from "./csv.ts";
import type { ExportCursor, TableOptions } from "./cursor.ts";
import { type Filled, fillPiece, type PieceSize } from "./fill.ts";
import { endReached, type Plan } from "./plan.ts";
import { recordRows } from "./records.ts";
import { rowLimit, sheetCell, sheetRow } from "./sheet.ts";
import { namePaths } from "./uploads.ts";

/** Share of a piece for which sessions are read. Their lines are a little longer than estimated, and those that don't fit are read again. */
const readShare = 0.875;
/** Maximum sessions of a statement. PostgreSQL reads the next ones while these are formatted. */
const partSessions = 400;
const spanLimit = 10_000;
/** search and filters by answers read the answers of every session in the span */
const searchLimit = 1_000;
/** the sessions of a piece that a gateway of an older version asks for, too */
export const firstSpan = 80;

/** Rows of a piece, and the progress after them. */
interface Rows {
  filled: Filled;
  /** rows of the table in the sessions that are complete in the piece */
  count: number;
  progress: Progress;
}

/** Reads sessions and fills a piece with their rows. */
export async function nextRows(
  reader: Reader,
  plan: Plan,
  given: ExportCursor & { position: Position },
  size: PieceSize,
): Promise<Rows> {
  const sessions = limitFor(plan, given, size);
  const cursor = { ...given, span: Math.max(given.span, Math.min(sessions, partSessions)) };
  const { span, lines, counts } = await linesOf(reader, plan, cursor, {
    bytes: Math.floor(size.bytes * readShare),
    sessions,
  });
  assertUnchanged(span, cursor);
  const filled = fillPiece(lines, cursor.cut?.offset, size.bytes);
  const count = counts?.slice(0, filled.whole).reduce((sum, one) => sum + one, 0) ?? filled.whole;
  return { filled, count, progress: progressOf(span, filled, cursor) };
}

interface Lines {
  span: Span;
  /** text of each session */
  lines: string[];
  /** rows of each session, in a table of records; absent if each has one */
  counts?: number[];
}

async function linesOf(
  reader: Reader,
  plan: Plan,
  cursor: ExportCursor & { position: Position },
  size: PieceSize,
): Promise<Lines> {
  const { formId, query, words, links, newestVersion, position, span, table, book } = cursor;
  const given = { formId, filters: filtersOf(query, words, links), newestVersion, span };
  const optionsOf = (from: Position, { bytes, sessions }: PieceSize) => ({
    ...given,
    position: from,
    limit: sessions,
    bytes,
  });
  if (cursor.format === "json") {
    const shape = detailShape();
    const read: ReadPart<ResponseDetail> = async (from, left) => {
      const part = await calculated(await exportSpan(reader, shape, optionsOf(from, left)), plan, calculating);
      return leavingOut(cursor, part, withoutPersonal);
    };
    return inParts(read, (part) => part.map((exported) => jsonLine(plan, exported)), position, size);
  }
  // calculations read points
  const scores = table.scores || plan.calculations.headers.length > 0;
  const shape = tableShape({ scores, annotations: table.annotations }, book !== undefined);
  const read: ReadPart<TableSession> = async (from, left) => {
    const whole = await calculated(await exportSpan(reader, shape, optionsOf(from, left)), plan, calculatingRead);
    const part = leavingOut(cursor, whole, rowWithoutPersonal);
    if (cursor.archive) await namePaths(reader, plan, part.sessions);
    return part;
  };
  if (table.rows !== undefined) {
    const counts: number[] = [];
    const rowsOf = recordRows(plan, table.rows, table, book ? sheetCell : csvCell);
    let number = book?.rows ?? 0;
    const format: FormatPart<TableSession> = (part) =>
      part.map(({ session }) => {
        const rows = rowsOf(session);
        counts.push(rows.length);
        return rows
          .map((row) => {
            number += 1;
            return book ? sheetRow(row, number) : csvLine(row);
          })
          .join("");
      });
    return { ...(await inParts(read, format, position, size)), counts };
  }
  const signed = cursor.archive || cursor.hasNoLinks ? (stored: Json) => stored : linked;
  const format: FormatPart<TableSession> = (part, from) => {
    const rows = (write: WriteCell) => part.map((exported) => rowOf(plan, exported, { table, write, signed }));
    return book
      ? rows(sheetCell).map((row, at) => sheetRow(row, book.rows + from + at + 1))
      : rows(csvCell).map(csvLine);
  };
  return inParts(read, format, position, size);
}

/** Returns the sessions without personal data, if the export leaves it out (wants §21.5). */
export function leavingOut<Session>(
  { omitted }: Pick<ExportCursor, "omitted">,
  span: Span<Session>,
  without: (session: Session, nodes: ReadonlySet<string>) => Session,
): Span<Session> {
  if (!omitted) return span;
  const nodes = new Set(omitted);
  return { ...span, sessions: span.sessions.map((one) => ({ ...one, session: without(one.session, nodes) })) };
}

type Calculable = { version_number: number; calculations?: CalculationResults };
type Calculate<Session> = (own: CompiledCalculations | null, session: Session) => Generator<void, CalculationResults>;

/** Computes the calculations of each session in time slices, if the plan has any. */
async function calculated<Session extends Calculable>(
  span: Span<Session>,
  { calculations: { compiled } }: Plan,
  calculate: Calculate<Session>,
): Promise<Span<Session>> {
  if (compiled.size > 0) await slices.finish(calculatingAll(span.sessions, compiled, calculate));
  return span;
}

function* calculatingAll<Session extends Calculable>(
  sessions: readonly ExportedSession<Session>[],
  compiled: Plan["calculations"]["compiled"],
  calculate: Calculate<Session>,
): Generator<void, void> {
  for (const { session } of sessions) {
    const own = compiled.get(session.version_number) ?? null;
    session.calculations = yield* keptOr(session, calculate(own, session));
    yield;
  }
}

type ReadPart<Session> = (from: Position, size: PieceSize) => Promise<Span<Session>>;
type FormatPart<Session> = (part: readonly ExportedSession<Session>[], from: number) => string[];

/** Formats each part while PostgreSQL reads the next one. If few sessions match, a piece is one statement, so none takes long. */
export async function inParts<Session>(
  read: ReadPart<Session>,
  format: FormatPart<Session>,
  position: Position,
  size: PieceSize,
): Promise<Lines> {
  const lines: string[] = [];
  const sessions: ExportedSession<Session>[] = [];
  const left = { ...size };
  const readNext = (from: Position) => read(from, { ...left, sessions: Math.min(left.sessions, partSessions) });
  let reading: Promise<Span<Session>> | null = readNext(position);
  for (;;) {
    const span: Span<Session> = await reading;
    left.sessions -= span.sessions.length;
    left.bytes -= span.bytes;
    const hasRoom = span.sessions.length >= partSessions / 4 && left.sessions > 0 && left.bytes > 0;
    reading = hasRoom && span.next ? readNext(span.next) : null;
    const [texts] = await Promise.all([formatted(span.sessions, format, slices, sessions.length), reading]);
    lines.push(...texts);
    sessions.push(...span.sessions);
    if (!reading) return { span: { ...span, sessions }, lines };
  }
}

/** Sessions that are formatted without a pause. */
const sliceSessions = 100;

/** Formats sessions in slices, so that other requests run in between. The first one is number `first`. */
export async function formatted<Session>(
  sessions: readonly Session[],
  format: (part: readonly Session[], from: number) => string[],
  { run }: Pick<TimeSlices, "run"> = slices,
  first = 0,
): Promise<string[]> {
  const lines: string[] = [];
  for (let from = 0; from < sessions.length; from += sliceSessions) {
    lines.push(...(await run(() => format(sessions.slice(from, from + sliceSessions), first + from))));
  }
  return lines;
}

/** Returns a session detail with its end screen. */
function jsonLine(plan: Plan, { session, currentNodeId }: ExportedSession<ResponseDetail>): string {
  const end = endReached(plan, session.version_number, currentNodeId);
  const order = ordersOf(plan.shuffledPages.get(session.version_number), session.id, session.traversal_path);
  return `${JSON.stringify({ ...session, order, end_node_id: end?.nodeId ?? null, outcome: end?.outcome ?? null })}\n`;
}

function rowOf(
  plan: Plan,
  { session, currentNodeId }: ExportedSession<TableSession>,
  context: Omit<RowContext, "end">,
): string[] {
  const end = endReached(plan, session.version_number, currentNodeId);
  return sessionRow(plan, session, { ...context, end });
}

const linked = (answer: Json): Json => withLinks(answer, new Date(), linkKeys()[0]);

/** The most rows that a session can have in the table. */
export const rowsPerSession = ({ rows }: Pick<TableOptions, "rows">): number =>
  rows === undefined ? 1 : recordRowLimit;

/** Returns the maximum sessions of a piece. A table of many columns has long rows, even if the answers are short. */
function limitFor(plan: Plan, { format, table, book }: ExportCursor, { bytes, sessions }: PieceSize): number {
  const rowBytes = 100 + (format === "json" ? 0 : columnCount(plan, table));
  const room = book ? Math.floor((rowLimit - book.rows) / rowsPerSession(table)) : Number.POSITIVE_INFINITY;
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
export function progressOf(
  span: Span,
  filled: Pick<Filled, "whole" | "offset">,
  cursor: Pick<ExportCursor, "span" | "words" | "query">,
): Progress {
  if (filled.whole === span.sessions.length) {
    return { position: span.next, span: span.hasMore ? cursor.span : nextSpan(span, cursor), cut: null };
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
function nextSpan({ sessions }: Span, { span, words, query }: Pick<ExportCursor, "span" | "words" | "query">): number {
  const limit = words.length > 0 || query.answer ? searchLimit : spanLimit;
  if (sessions.length < span / 4) return Math.min(span * 2, limit);
  return Math.max(firstSpan, Math.floor(span / 2));
}
