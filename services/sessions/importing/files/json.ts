import { markLongNumbers } from "../../../../shared/domain/longNumbers.ts";
import { rowBytes } from "../limits.ts";
import { type BrokenOff, restUnread, rowTooLarge } from "./records.ts";

/** Reads JSON value by value: an array of objects, objects one a line, or the array `items` of an object. */

/** A value of a file, or why it is refused. */
export type JsonRecord = { number: number; value: object } | { number: number; refusal: string };

/** Place of the values of a file: in an array from `start` on, one per line, or the whole file. */
export type JsonLayout = { start: number } | { form: "lines" | "one" };

const at = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, openList, closeList, openMap, closeMap, lineFeed, colon] = [
  ...[at('"'), at("\\"), at(","), at("["), at("]"), at("{"), at("}"), at("\n"), at(":")],
] as const;

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function afterSpace(bytes: Buffer, from: number): number {
  let index = from;
  while (isSpace(bytes[index])) index += 1;
  return index;
}

/** Returns where the values of a text in UTF-8 are. Null for one that isn't JSON, such as a CSV whose first title is in brackets. */
export function jsonLayout(bytes: Buffer): JsonLayout | null {
  const start = afterSpace(bytes, 0);
  const next = bytes[afterSpace(bytes, start + 1)];
  if (bytes[start] === openList) {
    const isList = next === openMap || next === closeList || (next !== undefined && lastByte(bytes) === closeList);
    return isList ? { start: start + 1 } : null;
  }
  if (bytes[start] !== openMap || (next !== quote && next !== closeMap)) return null;
  const end = endOf(bytes, start, bytes.length).end;
  if (end >= 0 && afterSpace(bytes, end) < bytes.length) return { form: "lines" };
  const items = itemsOf(bytes, start + 1);
  if (items >= 0) return { start: items + 1 };
  return { form: end >= 0 ? "one" : "lines" };
}

function lastByte(bytes: Buffer): number | undefined {
  let last = bytes.length - 1;
  while (isSpace(bytes[last])) last -= 1;
  return bytes[last];
}

/** Returns the index of the array `items` of an object whose members start at `from`, or -1. */
function itemsOf(bytes: Buffer, from: number): number {
  for (let index = afterSpace(bytes, from); bytes[index] === quote; index = afterSpace(bytes, index)) {
    const nameEnd = afterString(bytes, index, bytes.length);
    const value = afterSpace(bytes, afterSpace(bytes, nameEnd) + 1);
    if (nameEnd < 0 || bytes[afterSpace(bytes, nameEnd)] !== colon) return -1;
    if (bytes[value] === openList && bytes.toString("latin1", index, nameEnd) === '"items"') return value;
    const { end } = endOf(bytes, value, bytes.length);
    if (end < 0) return -1;
    index = afterSpace(bytes, end);
    if (bytes[index] === comma) index += 1;
  }
  return -1;
}

/** Returns the index after a string that opens at `from`, -1 if it isn't closed before `limit`. */
function afterString(bytes: Buffer, from: number, limit: number): number {
  for (let index = from + 1; index < limit; index += 1) {
    if (bytes[index] === quote) return index + 1;
    if (bytes[index] === backslash) index += 1;
  }
  return -1;
}

/** Returns the index after a value, -1 if it has no end before `limit`, and how deep it is nested. */
function endOf(bytes: Buffer, from: number, limit: number): { end: number; depth: number } {
  let open = 0;
  let depth = 0;
  for (let index = from; index < limit; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = afterString(bytes, index, limit) - 1;
      if (index < 0) break;
    } else if (byte === openMap || byte === openList) depth = Math.max(depth, ++open);
    else if (byte === closeMap || byte === closeList) {
      if (open === 0) return { end: index, depth };
      open -= 1;
    } else if (open > 0 || (byte !== comma && !isSpace(byte))) continue;
    else return { end: index, depth };
    if (open === 0) return { end: index + 1, depth };
  }
  return { end: -1, depth };
}

/** Deeper values could overflow the stack of whoever reads them. */
const depthLimit = 100;

/** Reads the values in turn. The last one says why if the file breaks off. Throws a Refusal for a value that is too large. */
export function* jsonRecords(bytes: Buffer, layout: JsonLayout): Generator<JsonRecord | BrokenOff> {
  if ("start" in layout) yield* ofArray(bytes, layout.start);
  else if (layout.form === "lines") yield* ofLines(bytes);
  else yield valueAt(bytes, 0, bytes.length, 1);
}

function* ofLines(bytes: Buffer): Generator<JsonRecord | BrokenOff> {
  let start = 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const next = bytes.indexOf(lineFeed, start);
    const end = next < 0 ? bytes.length : next;
    if (afterSpace(bytes, start) < end) {
      const record = valueAt(bytes, start, end, number);
      yield record;
      if ("reason" in record) return;
    }
    start = end + 1;
  }
}

function* ofArray(bytes: Buffer, from: number): Generator<JsonRecord | BrokenOff> {
  let start = afterSpace(bytes, from);
  for (let number = 1; bytes[start] !== closeList; number += 1) {
    // an unclosed value isn't looked for to the end of the file
    const { end } = endOf(bytes, start, Math.min(bytes.length, start + rowBytes + 1));
    if (end < 0 && bytes.length - start > rowBytes) throw rowTooLarge(number);
    const record = end <= start ? invalid(number) : valueAt(bytes, start, end, number);
    yield record;
    if ("reason" in record) return;
    start = afterSpace(bytes, end);
    if (bytes[start] === comma) start = afterSpace(bytes, start + 1);
    else if (bytes[start] !== closeList) {
      yield invalid(number + 1);
      return;
    }
  }
}

const invalid = (row: number): BrokenOff => ({ row, reason: `isn't valid JSON; ${restUnread}` });

function valueAt(bytes: Buffer, start: number, end: number, number: number): JsonRecord | BrokenOff {
  if (end - start > rowBytes) throw rowTooLarge(number);
  if (endOf(bytes, afterSpace(bytes, start), end).depth > depthLimit)
    return { number, refusal: "is nested too deeply" };
  try {
    const value: unknown = JSON.parse(markLongNumbers(bytes.toString("utf8", start, end)));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { number, value };
    return { number, refusal: "isn't an object" };
  } catch {
    return invalid(number);
  }
}
