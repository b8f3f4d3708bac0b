import { privateKeys } from "../../../../shared/domain/graph/calculations/outline.ts";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { insertionOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import type { Scope } from "../expressions/scope.ts";
import type { Item } from "../importedForm.ts";
import { type Raw, text } from "../values.ts";
import { unitOf } from "./questions.ts";

export const unseenValue = "Respondents don't see its value.";

/** Screens that show the values of calculated items. */
export class ShownValues {
  private readonly scope: Scope;
  private readonly items = new Map<GraphNode, Item>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Inserts the value in the screen's description. Leaves out the screen and returns false if nothing can insert it. */
  insert(node: GraphNode, item: Item, raw: Raw): boolean {
    const value = attempt(
      () => insertionOf(text(raw.linkId), this.scope),
      () => {},
    );
    if (value === null || item.isLost) {
      this.hide(node, item);
      return false;
    }
    const shown = [value, unitOf(item, text(raw.type), raw)].filter(Boolean).join(" ");
    node.data.description = [node.data.description, shown].filter(Boolean).join("\n\n");
    this.items.set(node, item);
    if (raw.readOnly !== true) item.changed("calculated_question", "Respondents see its value. They can't change it.");
    return true;
  }

  /** Leaves out screens with scores. Texts before the end can't insert them (features §12). */
  hideScores(): void {
    const { form } = this.scope;
    const scores = privateKeys(form.calculations);
    for (const [node, item] of this.items) {
      const keys = Array.from(node.data.description?.matchAll(recalled) ?? [], ([, key = ""]) => key);
      if (form.nodes.includes(node) && keys.some((key) => scores.has(key))) this.hide(node, item);
    }
  }

  private hide(node: GraphNode, item: Item): void {
    this.scope.form.remove(node);
    if (!item.isLost) item.changed("calculated_question", unseenValue);
  }
}

const recalled = /\{\{(?:calculation|band):([^{}]+)\}\}/g;
