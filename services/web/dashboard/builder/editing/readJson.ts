import { isObject } from "../../../../../shared/domain/json.ts";

/** Why a text from outside is not read: the same limits as the service has for a body (decisions §1). */
export type JsonFault = "too_long" | "not_json" | "too_deep" | "forbidden_key" | "forbidden_character";

/** bytes of JSON without blanks: what the service takes */
const sizeLimit = 1024 * 1024;
/** characters: an export is indented, which may double its length and more */
const textLimit = 8 * sizeLimit;
const depthLimit = 32;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/** `place`: where the text is no JSON, in the browser's words. */
export type ReadJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault; place?: string };

/** JSON of a file or the clipboard, of which nothing is known. Its keys cannot change what objects are. */
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

const isTooLong = (value: unknown): boolean => new TextEncoder().encode(JSON.stringify(value)).byteLength > sizeLimit;

function faultOf(value: unknown, depth: number): JsonFault | null {
  if (typeof value === "string") return value.includes("\u0000") ? "forbidden_character" : null;
  if (typeof value !== "object" || value === null) return null;
  // what lies deeper is not looked at, so that no text can exhaust the stack
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
