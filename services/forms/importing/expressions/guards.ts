import type { Condition, GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Item } from "../importedForm.ts";
import { fitted } from "../wording.ts";
import { together } from "./condition.ts";
import type { Scope } from "./scope.ts";
import { Unmapped } from "./terms.ts";

/** A condition of the document, with the text that names it in messages. */
export interface Written {
  source: string;
  convert(scope: Scope): Condition;
}

/** Returns what `convert` makes, or null and a note if it has no counterpart. */
export function attempt<T>(convert: () => T, onUnmapped: (reason: string) => void): T | null {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof Unmapped)) throw error;
    onUnmapped(error.message);
    return null;
  }
}

/** Sets `show_if` of a node to all of the conditions that can be converted. Notes the others. */
export function guard(item: Item, node: GraphNode, written: readonly Written[], scope: Scope): void {
  const conditions = written.flatMap(({ source, convert }) => {
    const condition = attempt(
      () => scope.at(node, () => convert(scope)),
      (reason) =>
        item.changed(
          "condition",
          fitted(`Couldn't convert the condition \`${fitted(source, 200)}\`: ${reason}. The question ignores it.`),
        ),
    );
    return condition ? [condition] : [];
  });
  if (conditions.length > 0) node.data.show_if = together("all", conditions);
}

/** Adds a rule for the node's answer. In `valid_if`, a comparison without `left` reads the answer itself. */
export function require(
  item: Item,
  node: GraphNode,
  { source, convert }: Written,
  message: string,
  scope: Scope,
): void {
  const rules = node.data.valid_if ?? [];
  const condition = attempt(
    () => {
      if (rules.length >= 5) throw new Unmapped("a question can have 5 rules");
      return withoutSelf(
        scope.at(node, () => convert(scope), true),
        node.id,
      );
    },
    (reason) =>
      item.changed(
        "rule",
        fitted(`Couldn't convert the rule \`${fitted(source, 200)}\`: ${reason}. Answers aren't checked by it.`),
      ),
  );
  if (condition) node.data.valid_if = [...rules, { condition, message: fitted(message || "Enter a valid answer.") }];
}

function withoutSelf(condition: Condition, nodeId: string): Condition {
  if ("all" in condition)
    return together(
      "all",
      condition.all.map((it) => withoutSelf(it as Condition, nodeId)),
    );
  if ("any" in condition)
    return together(
      "any",
      condition.any.map((it) => withoutSelf(it as Condition, nodeId)),
    );
  if ("not" in condition) return { not: withoutSelf(condition.not as Condition, nodeId) } as Condition;
  const { left, ...rest } = condition;
  const isSelf = left?.type === "answer" && left.node_id === nodeId && left.path === undefined;
  return isSelf ? (rest as Condition) : condition;
}
