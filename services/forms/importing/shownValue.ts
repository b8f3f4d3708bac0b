import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { insertionOf } from "./expressions/evaluate.ts";
import { attempt } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import type { Item } from "./importedForm.ts";

export const unseenValue = "Respondents don't see its value.";
export const fixedValue = "Respondents see its value. They can't change it.";

/** Returns what inserts a calculated value in the screen that shows it. Leaves out the screen and returns null if nothing can. */
export function shownValue(name: string, node: GraphNode, item: Item | null, scope: Scope): string | null {
  const value = attempt(
    () => insertionOf(name, scope),
    () => {},
  );
  if (value !== null && !item?.isLost) return value;
  hideValue(node, item, scope);
  return null;
}

export function hideValue(node: GraphNode, item: Item | null, { form }: Scope): void {
  form.remove(node);
  if (item && !item.isLost) item.changed("calculated_question", unseenValue);
}
