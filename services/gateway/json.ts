/**
 * What a request body may hold beside its bytes (decisions §1): so many values, so many levels, and nothing that no later
 * part could store. One look at the bytes comes before `JSON.parse`: a body of a million values is refused before any of
 * them costs memory, and one look at the values comes after it.
 */
import { visit } from "jsonc-parser";
import { badRequest, invalid, tooManyValues } from "../../shared/platform/errors.ts";

const depthLimit = 32;

const byte = {
  quote: 0x22,
  comma: 0x2c,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/** Throws 400 or 413. `valueLimit` counts every value: members of objects, items of arrays, and these themselves. */
export function parseJson(bytes: Buffer, valueLimit: number): unknown {
  countValues(bytes, valueLimit);
  const value = parse(bytes);
  checkJson(value);
  return value;
}

/** Throws where there are too many values or levels. Of bytes that are not JSON it says nothing. */
function countValues(bytes: Buffer, limit: number): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case byte.quote:
        at = endOfText(bytes, at);
        break;
      case byte.comma:
        values += 1;
        break;
      case byte.openArray:
      case byte.openObject:
        depth += 1;
        if (depth > depthLimit) throw badRequest(`The request body is nested deeper than ${depthLimit} levels.`);
        if (!isEmptyAt(bytes, at + 1)) values += 1;
        break;
      case byte.closeArray:
      case byte.closeObject:
        depth -= 1;
    }
    if (values > limit) throw tooManyValues(limit);
  }
}

/** The place of the quote that ends the text whose first quote is at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === byte.backslash) at += 1;
    else if (bytes[at] === byte.quote) return at;
  }
  return bytes.length;
}

/** Is the array or object that begins before `start` closed without a member? */
function isEmptyAt(bytes: Buffer, start: number): boolean {
  let at = start;
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at += 1;
  return bytes[at] === byte.closeArray || bytes[at] === byte.closeObject;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`The request body is not valid JSON${positionOfError(text)}.`);
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest("The request body is not valid UTF-8.");
  }
}

/** JSON.parse tells where only for some errors. The reading ends with the first one. */
function positionOfError(text: string): string {
  let position = "";
  const onError = (_error: number, _offset: number, _length: number, line: number, character: number) => {
    position = `: see line ${line + 1}, column ${character + 1}`;
    throw new Error("found");
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // found, or nested too deeply to be read
  }
  return position;
}

const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** An array or object that is being looked through; its current key, and so the path, is that of `at`. */
interface Open {
  value: Record<string, unknown> | unknown[];
  /** null: an array */
  keys: string[] | null;
  at: number;
}

/** Walks with a list of its own, which holds only what is open. A path is put together only for what is wrong. */
function checkJson(body: unknown): void {
  const open: Open[] = [];
  const look = (value: unknown) => {
    if (typeof value === "string") checkText(value, open);
    else if (typeof value === "number") {
      // 1e999 is JSON, but no number that anybody could store
      if (!Number.isFinite(value)) throw invalid([`${pathOf(open)}: must be a number within ±1.8e308`]);
    } else if (typeof value === "object" && value !== null) {
      const keys = Array.isArray(value) ? null : Object.keys(value);
      open.push({ value: value as Open["value"], keys, at: -1 });
    }
  };
  look(body);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    top.at += 1;
    if (top.at === (top.keys ?? (top.value as unknown[])).length) {
      open.pop();
      continue;
    }
    const key = top.keys?.[top.at];
    if (key !== undefined) checkKey(key, open);
    look((top.value as Record<string | number, unknown>)[key ?? top.at]);
  }
}

function checkKey(key: string, open: readonly Open[]): void {
  if (forbiddenKeys.has(key)) throw invalid([`${pathOf(open)}: this key is not allowed`]);
  if (key.includes("\u0000") || !key.isWellFormed()) checkText(key, open.slice(0, -1)); // said of the object that has it
}

function checkText(text: string, open: readonly Open[]): void {
  if (text.includes("\u0000")) throw invalid([`${pathOf(open)}: must not contain the character U+0000`]);
  if (!text.isWellFormed())
    throw invalid([`${pathOf(open)}: must be valid Unicode text, without half of a surrogate pair`]);
}

const pathOf = (open: readonly Open[]): string => open.map(({ keys, at }) => keys?.[at] ?? at).join(".") || "body";
