/**
 * What a request body may hold beside its bytes (decisions §1): so many values, so many levels, so many members in one
 * object, and nothing that no later part could store. One look at the bytes comes before anything is made of them: a body
 * of a million values is refused before any of them costs memory.
 */
import { badRequest, tooManyMembers, tooManyValues } from "../../shared/platform/errors.ts";
import { openTurns } from "../../shared/platform/turns.ts";
import { type ReadJson, readingJson } from "./jsonReader.ts";

const depthLimit = 32;
/** Writing an object of 100,000 different keys takes 40 ms, and nobody has a use for one. */
const memberLimit = 20_000;

const byte = {
  quote: 0x22,
  comma: 0x2c,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/** Of all large bodies; a small one is read at once, so that no respondent's step waits behind them. */
const turns = openTurns();
const smallBody = 32 * 1024;

/** Throws 400 or 413. `valueLimit` counts every value: members of objects, items of arrays, and these themselves. */
export async function parseJson(bytes: Buffer, valueLimit: number): Promise<ReadJson> {
  if (bytes.length > smallBody) await turns.run(() => countValues(bytes, valueLimit));
  else countValues(bytes, valueLimit);
  const parts = readingJson(decode(bytes));
  if (bytes.length > smallBody) return turns.finish(parts);
  for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value;
}

/** Throws where there are too many values or levels. Of bytes that are not JSON it says nothing. */
function countValues(bytes: Buffer, limit: number): void {
  /** of each open array or object: those of arrays are not counted */
  const members: number[] = [];
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case byte.quote:
        at = endOfText(bytes, at);
        break;
      case byte.comma:
        values += 1;
        members.push((members.pop() ?? 0) + 1);
        if ((members.at(-1) as number) >= memberLimit) throw tooManyMembers(memberLimit);
        break;
      case byte.openArray:
      case byte.openObject:
        members.push(bytes[at] === byte.openObject ? 0 : Number.NEGATIVE_INFINITY);
        if (members.length > depthLimit)
          throw badRequest(`The request body is nested deeper than ${depthLimit} levels.`);
        if (!isEmptyAt(bytes, at + 1)) values += 1;
        break;
      case byte.closeArray:
      case byte.closeObject:
        members.pop();
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
  const next = bytes[afterSpace(bytes, start)];
  return next === byte.closeArray || next === byte.closeObject;
}

function afterSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at += 1;
  return at;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest("The request body is not valid UTF-8.");
  }
}
