/**
 * Reads request bodies: `JSON.parse`, then one walk over its result. The walk enforces the limits of decisions §1 (values,
 * depth) and rejects text that PostgreSQL can't store.
 */
import { forbiddenKeys } from "../../../shared/domain/json.ts";
import { markLongNumbers } from "../../../shared/domain/longNumbers.ts";
import { badRequest, invalid, tooManyFields, tooManyObjects, tooManyValues } from "../../../shared/platform/errors.ts";
import { bodySlices } from "../../../shared/platform/timeSlices.ts";

export interface JsonLimits {
  /** Fields of objects, items of arrays and the body itself. */
  values: number;
  /** Levels of nesting. */
  depth: number;
  /** Numbers with more digits than a double keeps are refused: those of respondents, who would find another one stored. */
  exactNumbers?: boolean;
}

/** V8 spends a microsecond on each new sequence of keys: 100,000 would block the event loop for 0.1 s. */
const fieldLimit = 20_000;
/** The largest graphs have 33,000. */
const objectLimit = 50_000;

/** A small one is read at once, so that no respondent's step waits for large ones. */
const smallBody = 32 * 1024;

/** Throws 400 or 413. */
export async function parseJson(bytes: Buffer, limits: JsonLimits): Promise<unknown> {
  const text = decode(bytes);
  if (bytes.length <= smallBody) return read(text, limits);
  await bodySlices.finish(limitObjects(text));
  if (limits.exactNumbers) return bodySlices.run(() => read(text, limits));
  const value = await bodySlices.run(() => parse(text));
  return bodySlices.run(() => checked(value, limits, tooLargeNumber));
}

function read(text: string, limits: JsonLimits): unknown {
  const marked = limits.exactNumbers ? markLongNumbers(text) : text;
  return checked(parse(marked), limits, marked === text ? tooLargeNumber : tooManyDigits);
}

const tooLargeNumber = "must be a number within ±1.8e308";
const tooManyDigits = "has too many digits";

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest("The request body isn't valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`The request body isn't valid JSON: ${(error as Error).message}.`);
  }
}

/** Matches a string up to its end or the end of the text, so it never backtracks. */
const stringOrBrace = /"(?:[^"\\]+|\\.?)*(?:"(\s*:)?|$)|[{}]/gs;

/** Tokens between two looks at the time. */
const pauseTokens = 1_000;

/** Throws 413 if a text has too many objects or too many different keys. Ignores invalid JSON. */
function* limitObjects(text: string): Generator<void, void> {
  if (!hasManyColons(text)) return;
  /** Numbers of key sequences. The key of a longer one is the number of its prefix and its last key. */
  const sequences = new Map<string, number>();
  const open: number[] = [];
  let [objects, sequence, tokens] = [0, 0, 0];
  for (const [token, colon] of text.matchAll(stringOrBrace)) {
    tokens += 1;
    if (tokens % pauseTokens === 0) yield;
    if (token === "{") {
      objects += 1;
      if (objects > objectLimit) throw tooManyObjects(objectLimit);
      open.push(sequence);
      sequence = 0;
    } else if (token === "}") sequence = open.pop() ?? 0;
    else if (colon !== undefined) {
      const longer = `${sequence} ${token}`;
      sequence = sequences.get(longer) ?? sequences.size + 1;
      sequences.set(longer, sequence);
      if (sequences.size > fieldLimit) throw tooManyFields(fieldLimit);
    }
  }
}

/** Counts colons, because each field has one. */
function hasManyColons(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0 && count <= fieldLimit; at = text.indexOf(":", at + 1)) count += 1;
  return count > fieldLimit;
}

/** Returns the value if it is valid. Throws 400, with `infinite` for a number that isn't finite, or 413. */
function checked(root: unknown, { values: valueLimit, depth }: JsonLimits, infinite: string): unknown {
  const path: (string | number)[] = [];
  let values = 0;

  function check(value: unknown): void {
    if (typeof value === "string") checkText(value, path);
    else if (typeof value === "number") {
      // JSON.parse reads 1e999 as Infinity
      if (!Number.isFinite(value)) throw invalid([`${nameOf(path)}: ${infinite}`]);
    } else if (typeof value === "object" && value !== null) {
      if (path.length >= depth) throw badRequest(`The request body is nested deeper than ${depth} levels.`);
      if (Array.isArray(value)) checkItems(value);
      else checkFields(value as Record<string, unknown>);
    }
  }

  function checkItems(items: unknown[]): void {
    count(items.length);
    for (let at = 0; at < items.length; at += 1) {
      path.push(at);
      check(items[at]);
      path.pop();
    }
  }

  function checkFields(object: Record<string, unknown>): void {
    const keys = Object.keys(object);
    count(keys.length);
    for (const key of keys) {
      checkText(key, path);
      path.push(key);
      if (forbiddenKeys.has(key)) throw invalid([`${nameOf(path)}: this key isn't allowed`]);
      check(object[key]);
      path.pop();
    }
  }

  function count(more: number): void {
    values += more;
    if (values > valueLimit) throw tooManyValues(valueLimit);
  }

  count(1);
  check(root);
  return root;
}

function checkText(text: string, path: readonly (string | number)[]): void {
  if (text.includes("\u0000")) throw invalid([`${nameOf(path)}: must not contain the character U+0000`]);
  if (!text.isWellFormed()) throw invalid([`${nameOf(path)}: must be valid Unicode text, without lone surrogates`]);
}

const nameOf = (path: readonly (string | number)[]): string => path.join(".") || "body";
