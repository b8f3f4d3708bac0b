/** Replies of a question's `check`, and empty values (decisions §4.1). */
import type { Json } from "../json.ts";
import type { RefusalReason } from "../reason.ts";
import type { Reply } from "./question.ts";
import { isBlank } from "./words.ts";

export function answered(answer: Json): Reply {
  return { kind: "answer", answer };
}

/** Returns a problem. `message` follows "value: ". */
export function refused(message: string, reason: RefusalReason = "invalid", limit?: number | string): Reply {
  return { kind: "problem", message, reason, ...(limit !== undefined && { limit }) };
}

/** Lists up to 10 values for a message, and the number of others. */
export function named(values: readonly string[]): string {
  const shown = values.slice(0, 10).map((value) => `"${value}"`);
  return values.length > shown.length
    ? `${shown.join(", ")} and ${values.length - shown.length} more`
    : shown.join(", ");
}

/** Returns whether a value is null, undefined, blank text, `[]` or `{}`. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return isBlank(value);
  return typeof value === "object" && Object.keys(value).length === 0;
}
