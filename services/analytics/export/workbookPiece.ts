import type { ExportPiece } from "../../../shared/bus/contract.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { headerNames } from "./csv.ts";
import { type BookPosition, type ExportCursor, encodeCursor } from "./cursor.ts";
import { fillPiece, type PieceSize } from "./fill.ts";
import type { Plan, PlannedQuestion } from "./plan.ts";
import { nextRows, rowsPerSession } from "./rows.ts";
import {
  headerCell,
  rowEnd,
  rowLimit,
  rowStart,
  sheetCell,
  sheetCells,
  sheetEnd,
  sheetRow,
  sheetStart,
} from "./sheet.ts";
import { frameFiles, questionsFile, responsesFile } from "./workbook.ts";

/**
 * Pieces of an Excel workbook, in this order: sheets of responses (the next one starts when one is full), a sheet of the questions,
 * and the files that name the sheets. The gateway puts them into a ZIP archive.
 */
export const firstSheet: BookPosition = { stage: "responses", sheet: 1, rows: 0, length: 0, next: 0 };

/** Characters of a sheet, so that a file of the archive stays below the 4 GiB of ZIP without extensions. */
const lengthLimit = 1_000_000_000;
/** Names of columns and questions of a piece. */
const headerSlice = 200;
const questionSlice = 20;

type BookCursor = ExportCursor & { book: BookPosition };

export async function nextWorkbookPiece(
  reader: Reader,
  plan: Plan,
  cursor: BookCursor,
  size: PieceSize,
): Promise<ExportPiece> {
  const { stage } = cursor.book;
  if (stage === "questions") return questionsPiece(plan, cursor, size.bytes);
  if (stage === "frame") return framePiece(cursor);
  if (cursor.hasHeader) return headerPiece(plan, cursor);
  if (!cursor.position) return responsesPiece(cursor, sheetEnd, { stage: "questions" });
  const { filled, count, progress } = await nextRows(reader, plan, { ...cursor, position: cursor.position }, size);
  const rows = cursor.book.rows + count;
  const length = cursor.book.length + filled.text.length;
  const next = { ...cursor, ...progress };
  const isFull = rows + rowsPerSession(cursor.table) > rowLimit || (length >= lengthLimit && !progress.cut);
  if (!isFull || !progress.position) return responsesPiece(next, filled.text, { rows, length });
  const sheet = cursor.book.sheet + 1;
  const piece = responsesPiece({ ...next, hasHeader: true }, filled.text + sheetEnd, { ...firstSheet, sheet });
  return { ...piece, file: responsesFile(cursor.book.sheet) };
}

function responsesPiece(cursor: BookCursor, text: string, book: Partial<BookPosition>): ExportPiece {
  const next = { ...cursor, book: { ...cursor.book, ...book } };
  return { text, file: responsesFile(cursor.book.sheet), cursor: encodeCursor(next) };
}

/** Returns a part of the header, because it can have 16,384 names of 500 characters. */
function headerPiece(plan: Plan, cursor: BookCursor): ExportPiece {
  const from = cursor.book.next;
  const names = headerNames(plan, cursor.table);
  const cells = names.slice(from, from + headerSlice).map(headerCell);
  const start = from === 0 ? sheetStart + rowStart(1) : "";
  const isEnd = from + headerSlice >= names.length;
  const text = start + sheetCells(cells, 1, from) + (isEnd ? rowEnd : "");
  if (!isEnd) return responsesPiece(cursor, text, { next: from + headerSlice });
  return responsesPiece({ ...cursor, hasHeader: false }, text, { rows: 1, next: 0 });
}

const questionColumns = ["id", "title", "type", "options"];

/** Returns questions of the current version, then those of older versions only. A large one is cut. */
function questionsPiece(plan: Plan, cursor: BookCursor, bytes: number): ExportPiece {
  const { next: from } = cursor.book;
  const questions = questionsOf(plan);
  const slice = questions.slice(from, from + questionSlice);
  const lines = slice.map(([id, planned], at) => questionRow(id, planned, from + at + 2));
  const offset = cursor.cut?.offset ?? 0;
  const isStart = from === 0 && offset === 0;
  const filled = fillPiece(lines, offset, bytes);
  const next = from + filled.whole;
  const isEnd = next >= questions.length;
  const start = isStart ? sheetStart + sheetRow(questionColumns.map(headerCell), 1) : "";
  const cut = filled.offset > 0 ? { offset: filled.offset, revision: null } : null;
  const book = { ...cursor.book, ...(isEnd ? { stage: "frame" as const, next: 0 } : { next }) };
  return {
    text: start + filled.text + (isEnd ? sheetEnd : ""),
    file: questionsFile,
    cursor: encodeCursor({ ...cursor, cut, book }),
  };
}

function questionsOf({ versions }: Plan): [id: string, planned: PlannedQuestion][] {
  const questions = new Map<string, PlannedQuestion>();
  for (const version of versions.values())
    for (const [id, planned] of version)
      if (!planned.question.is_screen && !questions.has(id)) questions.set(id, planned);
  return [...questions];
}

function questionRow(id: string, { question, title }: PlannedQuestion, row: number): string {
  const options = [...question.labels].map(([value, label]) => `${value}: ${label}`).join("\n");
  const cells = [
    sheetCell(id, "plain"),
    sheetCell(title, "text"),
    sheetCell(question.type, "plain"),
    sheetCell(options, "text"),
  ];
  return sheetRow(cells, row);
}

function framePiece(cursor: BookCursor): ExportPiece {
  const { sheet, next } = cursor.book;
  const files = frameFiles(sheet);
  const { file, text } = files[next] as (typeof files)[number];
  const book = { ...cursor.book, next: next + 1 };
  return { text, file, cursor: next + 1 < files.length ? encodeCursor({ ...cursor, book }) : null };
}
