/** The replies of a question's `check`, and the empty values that never get there (decisions §4.1). */
import type { Json } from "../json.ts";
import type { RefusalReason, Reply } from "./question.ts";
import { isBlank } from "./words.ts";

export function answered(answer: Json): Reply {
  return { kind: "answer", answer };
}

/** `message` goes on after "value: ". */
export function refused(message: string, reason: RefusalReason = "invalid", limit?: number | string): Reply {
  return { kind: "problem", message, reason, ...(limit !== undefined && { limit }) };
}

/** Values as a message names them: a few of them, and how many more there are. */
export function named(values: readonly string[]): string {
  const shown = values.slice(0, 10).map((value) => `"${value}"`);
  return values.length > shown.length
    ? `${shown.join(", ")} and ${values.length - shown.length} more`
    : shown.join(", ");
}

/** `null`, absent, `""` or white space only, `[]`, `{}`. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return isBlank(value);
  return typeof value === "object" && Object.keys(value).length === 0;
}
