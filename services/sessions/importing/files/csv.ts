import { rowBytes } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { type BrokenOff, type FileRecord, type Records, restUnread, rowTooLarge } from "./records.ts";

/**
 * Reads CSV (RFC 4180) row by row. fast-csv starts an unclosed quote again for each chunk, which takes quadratic time, and its errors
 * don't say in which row they are.
 */

const [lineFeed, carriageReturn, blank, quote] = [0x0a, 0x0d, 0x20, 0x22];

export const delimiters = [",", ";", "\t"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Returns the rows of a CSV in UTF-8. The first has the given number. */
export function csvRecords(bytes: Buffer, delimiter: Delimiter, firstNumber = 1): Records {
  let broken: BrokenOff | null = null;
  return {
    async *read() {
      broken = null;
      for (const record of recordsIn(bytes, delimiter, firstNumber)) {
        if ("reason" in record) broken = record;
        else yield record;
      }
    },
    brokenOff: () => broken,
  };
}

/** Reads the rows in turn, without blank ones. The last one says why if the file breaks off. */
export function* recordsIn(bytes: Buffer, delimiter: Delimiter, firstNumber = 1): Generator<FileRecord | BrokenOff> {
  let start = 0;
  for (let number = firstNumber; start < bytes.length; number += 1) {
    const end = endOf(bytes, start, delimiter.charCodeAt(0));
    if (typeof end === "string") {
      yield { row: number, reason: `${end}; ${restUnread}` };
      return;
    }
    if (end - start > rowBytes) throw rowTooLarge(number);
    if (!isBlank(bytes, start, end, delimiter.charCodeAt(0)))
      yield { number, cells: cellsOf(bytes.toString("utf8", start, end), delimiter) };
    start = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
  }
}

function isBlank(bytes: Buffer, start: number, end: number, delimiter: number): boolean {
  let at = start;
  while (at < end && (bytes[at] === delimiter || bytes[at] === blank)) at += 1;
  return at === end;
}

/** Returns the index of the line end after a row, or why there is none. */
function endOf(bytes: Buffer, start: number, delimiter: number): number | string {
  let isCellStart = true;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === lineFeed || byte === carriageReturn) return at;
    if (byte === quote && isCellStart) {
      at = afterQuotes(bytes, at);
      if (at < 0) return "has a quote that is never closed";
      if (!isCellEnd(bytes[at], delimiter)) return "has text after a closing quote";
      isCellStart = false;
      continue;
    }
    isCellStart = byte === delimiter;
    at += 1;
  }
  return at;
}

const isCellEnd = (byte: number | undefined, delimiter: number): boolean =>
  byte === undefined || byte === delimiter || byte === lineFeed || byte === carriageReturn;

/** Returns the index after the quotes that open at `at` and blanks behind them, -1 if they aren't closed. */
function afterQuotes(bytes: Buffer, at: number): number {
  let end = bytes.indexOf(quote, at + 1);
  while (end >= 0 && bytes[end + 1] === quote) end = bytes.indexOf(quote, end + 2);
  if (end < 0) return -1;
  end += 1;
  while (bytes[end] === blank) end += 1;
  return end;
}

/** Splits a row whose quotes are closed. */
function cellsOf(row: string, delimiter: Delimiter): string[] {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  while (at <= row.length) {
    const isQuoted = row[at] === '"';
    const from = isQuoted ? closingQuote(row, at) : at;
    const next = row.indexOf(delimiter, from);
    const end = next < 0 ? row.length : next;
    cells.push(isQuoted ? row.slice(at + 1, from).replaceAll('""', '"') : row.slice(at, end));
    at = end + 1;
  }
  return cells;
}

function closingQuote(row: string, at: number): number {
  let end = row.indexOf('"', at + 1);
  while (row[end + 1] === '"') end = row.indexOf('"', end + 2);
  return end;
}

/** Rows that decide about the separator. */
const sampleRows = 20;

/**
 * Returns the separators that the header allows, likely ones first: rows have as many cells as the header has, then by how often it
 * is there.
 */
export function likelyDelimiters(bytes: Buffer): Delimiter[] {
  const samples = delimiters.map((delimiter) => ({ delimiter, ...shapeOf(bytes, delimiter) }));
  const found = samples.filter(({ columns }) => columns > 1);
  found.sort((one, other) => Number(other.isRegular) - Number(one.isRegular) || other.columns - one.columns);
  return found.length > 0 ? found.map(({ delimiter }) => delimiter) : [","];
}

function shapeOf(bytes: Buffer, delimiter: Delimiter): { columns: number; isRegular: boolean } {
  const counts = Array.from(sampleOf(bytes, delimiter), ({ cells }) => cells.length);
  const [columns = 0, ...others] = counts;
  return { columns, isRegular: others.every((count) => count === columns) };
}

function* sampleOf(bytes: Buffer, delimiter: Delimiter): Generator<FileRecord> {
  let count = 0;
  try {
    for (const record of recordsIn(bytes, delimiter)) {
      if ("reason" in record || count === sampleRows) return;
      count += 1;
      yield record;
    }
  } catch (error) {
    // with another separator, the rest of the file can be one row
    if (!(error instanceof Refusal)) throw error;
  }
}

/** The separator that Excel's first line names (`sep=;`), and the bytes of that line. Null without one. */
export function namedDelimiter(bytes: Buffer): { delimiter: Delimiter; length: number } | null {
  const line = /^sep=([,;\t])\r?\n/i.exec(bytes.toString("latin1", 0, 8));
  return line ? { delimiter: line[1] as Delimiter, length: line[0].length } : null;
}
