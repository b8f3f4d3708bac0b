import { leavesOf } from "../../../shared/domain/graph/conditions.ts";
import type { Condition } from "../../../shared/domain/graph/types.ts";
import type { ImportedForm } from "./importedForm.ts";

/** Accepts files of all types. */
const anyFile = ["image/*", "video/*", "audio/*", "text/*", "application/*"];
/** Characters of the longest answer that a text question can have. */
const longestText = 20_000;

/** Megabytes of the largest file that a question can accept. */
const largestFile = 100;

/**
 * Raises limits that questions have by default, because a document without these limits has none. Texts that are matched with a pattern
 * keep theirs: the cost of a pattern grows with the text.
 */
export function raiseLimits({ nodes, jumps }: ImportedForm): void {
  const matched = new Set(jumps.flatMap(({ condition }) => matchedIn(condition)));
  for (const { id, data } of nodes) {
    for (const read of matchedIn(data.show_if)) matched.add(read);
    for (const { condition } of data.valid_if ?? []) for (const read of matchedIn(condition)) matched.add(read ?? id);
  }
  for (const { id, question_type: type, data } of nodes) {
    const config = data.config ?? {};
    const isText = type === "short_text" || type === "long_text";
    if (isText && !("pattern" in config) && !matched.has(id)) data.config = { max_length: longestText, ...config };
    if (type === "file_upload") data.config = { accept: anyFile, max_size_mb: largestFile, ...config };
  }
}

/** Returns questions whose answer is matched with a pattern. Undefined for the question of the rule. */
function matchedIn(condition: unknown): (string | undefined)[] {
  const leaves = condition ? leavesOf(condition as Condition) : [];
  return leaves.flatMap(({ op, left }) => {
    if (op !== "matches") return [];
    return !left || left.type === "answer" ? [left?.node_id] : [];
  });
}
