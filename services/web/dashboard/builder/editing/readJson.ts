import { forbiddenKeys, isObject } from "../../../../../shared/domain/json.ts";
import { draftBytesLimit } from "../../../../../shared/domain/limits.ts";

/** Why a text can't be read. The limits are those of request bodies (decisions §1). */
export type JsonFault = "too_long" | "not_json" | "too_deep" | "forbidden_key" | "forbidden_character";

/** Bytes of JSON without whitespace, and without translations. */
const sizeLimit = 1024 * 1024;
/** Characters: indentation can double the length of an export. */
const textLimit = 2 * draftBytesLimit;
const depthLimit = 48;

/** `place`: the browser's message about invalid JSON. */
export type ReadJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault; place?: string };

/** Parses JSON from a file or the clipboard. Rejects keys that would change prototypes. */
export function readJson(text: string): ReadJson {
  if (text.length > textLimit) return { ok: false, fault: "too_long" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, fault: "not_json", place: (error as SyntaxError).message };
  }
  const fault = faultOf(value, 1) ?? (isTooLong(value) ? "too_long" : null);
  return fault === null ? { ok: true, value } : { ok: false, fault };
}

function isTooLong(value: unknown): boolean {
  const limit = hasTranslations(value) ? draftBytesLimit : sizeLimit;
  return new TextEncoder().encode(JSON.stringify(value)).byteLength > limit;
}

const hasTranslations = (value: unknown): boolean =>
  isObject(value) && (isObject(value.translations) || hasTranslations(value.graph));

function faultOf(value: unknown, depth: number): JsonFault | null {
  if (typeof value === "string") return value.includes("\u0000") ? "forbidden_character" : null;
  if (typeof value !== "object" || value === null) return null;
  // deeper values aren't read, so that no text exhausts the stack
  if (depth > depthLimit) return "too_deep";
  if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (forbiddenKeys.has(key)) return "forbidden_key";
      if (key.includes("\u0000")) return "forbidden_character";
    }
  }
  for (const one of Object.values(value)) {
    const fault = faultOf(one, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}
