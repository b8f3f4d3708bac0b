import type { ExportPiece } from "../../../shared/contract.ts";
import type { Reader } from "../../../shared/database/open.ts";
import { unavailable } from "../../../shared/errors.ts";
import { filtersOf } from "../filters.ts";
import { type ExportRow, exportSpan, type SpanRows } from "../store/export.ts";
import { blocksOf } from "./blocks.ts";
import { columnCount, csvText, headerRow } from "./csv.ts";
import { type ExportCursor, encodeCursor } from "./cursor.ts";
import { type Filled, fillPiece } from "./fill.ts";
import type { Plan } from "./plan.ts";

/** What a piece holds is bounded: so many sessions, and so many bytes of them, are read for it. */
const pieceBytes = 256 * 1024;
const sessionLimit = 200;
const spanLimit = 10_000;
/** searching reads the answers of every session that is looked at */
const searchLimit = 1_000;
/** about so many bytes stand around an answer: a detail names its ids and times, a table has its separators */
const answerOverhead = { json: 300, csv: 10 };
export const firstSpan = sessionLimit;

/**
 * The next piece of an export (decisions §6). A session is read once, with its visits, in one statement; the order by
 * (started_at, id) never changes for a session, so none is skipped or read twice whatever happens between two pieces.
 */
export async function nextPiece(reader: Reader, plan: Plan | null, cursor: ExportCursor): Promise<ExportPiece> {
  if (cursor.has_header && plan) return headerPiece(plan, cursor);
  if (!cursor.position) return { text: "", cursor: null };
  const span = await exportSpan(reader, {
    form_id: cursor.form_id,
    filters: filtersOf(cursor.query, cursor.words),
    newest_version: cursor.newest_version,
    position: cursor.position,
    span: cursor.span,
    limit: limitFor(plan),
    bytes: pieceBytes,
    answer_overhead: answerOverhead[cursor.format],
  });
  assertUnchanged(span, cursor);
  const blocks = await blocksOf(span.rows, plan, cursor.style);
  const texts = blocks.map(({ text }) => text);
  const filled = fillPiece(texts, cursor.cut?.offset);
  const sent = blocks.slice(0, filled.whole).reduce((sum, { rows }) => sum + rows, 0);
  return pieceOf(filled, { ...cursor, ...after(span, filled, sent, cursor) });
}

/** The header alone: the first byte does not wait for the first session. */
async function headerPiece(plan: Plan, cursor: ExportCursor): Promise<ExportPiece> {
  const filled = fillPiece([await csvText([headerRow(plan)])], cursor.cut?.offset);
  if (filled.whole === 0) return pieceOf(filled, { ...cursor, cut: { offset: filled.offset, revision: null } });
  return pieceOf(filled, { ...cursor, has_header: false, cut: null });
}

const pieceOf = ({ text }: Filled, next: ExportCursor): ExportPiece => ({
  text,
  cursor: next.has_header || next.position ? encodeCursor(next) : null,
});

/** A table of many columns has long rows, however short the answers are. */
function limitFor(plan: Plan | null): number {
  const rowBytes = 100 + (plan ? columnCount(plan) : 0);
  return Math.max(1, Math.min(sessionLimit, Math.floor(pieceBytes / rowBytes)));
}

/** The rest of a row that was cut has to be of the same row; rather no export than one with a row that never was. */
function assertUnchanged({ rows }: SpanRows, { cut, position }: ExportCursor): void {
  if (!cut) return;
  const [row] = rows;
  if (row?.id === position?.id && row?.revision === cut.revision) return;
  throw unavailable("A response changed while it was exported; please try again.");
}

type Progress = Pick<ExportCursor, "position" | "span" | "cut">;

/** `sent`: how many of the rows are in the piece whole. */
function after(span: SpanRows, filled: Filled, sent: number, cursor: ExportCursor): Progress {
  const isAllSent = sent === span.rows.length && !span.has_more;
  if (isAllSent) {
    const isEnd = span.looked_at < cursor.span;
    const position = span.last && !isEnd ? { ...span.last, included: false } : null;
    return { position, span: nextSpan(span, cursor), cut: null };
  }
  const isCut = sent === 0;
  const row = span.rows[isCut ? 0 : sent - 1] as ExportRow;
  return {
    position: { started_at: row.started_at_text, id: row.id, included: isCut },
    span: cursor.span,
    cut: isCut ? { offset: filled.offset, revision: row.revision } : null,
  };
}

/** Where few sessions match, the next statement looks at more of them. */
function nextSpan({ rows }: SpanRows, { span, words }: ExportCursor): number {
  if (rows.length < span / 4) return Math.min(span * 2, words.length > 0 ? searchLimit : spanLimit);
  return Math.max(firstSpan, Math.floor(span / 2));
}
