import { leavesOf } from "../../../shared/domain/graph/conditions.ts";
import { optionsOf } from "../../../shared/domain/graph/guards.ts";
import type { Condition } from "../../../shared/domain/graph/types.ts";
import type { ImportedForm } from "./importedForm.ts";

/** Accepts files of all types. */
const anyFile = ["image/*", "video/*", "audio/*", "text/*", "application/*"];
/** Characters of the longest answer that a text question can have. */
const longestText = 20_000;

/** Megabytes of the largest file that a question can accept. */
const largestFile = 100;

/**
 * Raises limits that questions have by default, because a document without these limits has none. Texts that conditions compare keep
 * theirs: the cost of a comparison grows with the text, and a form can have only so much.
 */
export function raiseLimits({ nodes, jumps }: ImportedForm): void {
  const compared = new Set(jumps.flatMap(({ condition }) => comparedIn(condition)));
  for (const { id, data } of nodes) {
    const options = optionsOf(data.config).map(({ show_if }) => show_if);
    for (const condition of [data.show_if, ...options]) for (const read of comparedIn(condition)) compared.add(read);
    for (const { condition } of data.valid_if ?? []) for (const read of comparedIn(condition)) compared.add(read ?? id);
  }
  for (const { id, question_type: type, data } of nodes) {
    const config = data.config ?? {};
    const isText = type === "short_text" || type === "long_text";
    if (isText && !("pattern" in config) && !compared.has(id)) data.config = { max_length: longestText, ...config };
    if (type === "file_upload") data.config = { accept: anyFile, max_size_mb: largestFile, ...config };
  }
}

const cheap = new Set(["answered", "not_answered"]);

/** Returns questions whose answer is compared. Undefined for the question of the rule. */
function comparedIn(condition: unknown): (string | undefined)[] {
  const leaves = condition ? leavesOf(condition as Condition) : [];
  return leaves.flatMap(({ op, left }) => {
    if (cheap.has(op)) return [];
    return !left || left.type === "answer" ? [left?.node_id] : [];
  });
}
