import type { Condition, GraphNode } from "../../../shared/domain/graph/types.ts";
import { attempt } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import { textsOf } from "./expressions/texts.ts";
import { all } from "./expressions/truth.ts";
import type { Case } from "./expressions/values.ts";
import type { ImportedForm, Item } from "./importedForm.ts";
import { worded } from "./wording.ts";

/** Adds a text block for a question whose answer no one can change. `shown`: that answer, "" if the document doesn't have it. */
export function addFixedAnswer(
  form: ImportedForm,
  item: Item,
  { id, title, description = "", shown }: { id: string; title: string; description?: string; shown: string },
): GraphNode {
  const data = {
    ...worded(item, title, [description, shown].filter(Boolean).join("\n\n")),
    config: { button_text: "Continue" },
  };
  const node = form.add(item, { id, question_type: "welcome_screen", data });
  if (shown === "") item.lostPart("read_only", "The document doesn't have its answer. Respondents see its title.");
  return node;
}

/** Returns why conditions can't read a question whose answer the document doesn't have. */
export const noAnswer = (name: string): string => `\`${name.slice(0, 60)}\` has no answer in the document`;

/** Screens that stand for one whose text has several cases. */
const screenLimit = 10;

interface Screen {
  item: Item;
  node: GraphNode;
  key: "title" | "description";
}

/**
 * Shows a text block whose text no recall can insert, because its parts depend on answers, as a screen for each case. Returns false,
 * and changes nothing, for other nodes and texts.
 */
export function splitScreen({ item, node, key }: Screen, parts: () => Case[][], scope: Scope): boolean {
  if (node.question_type !== "welcome_screen" || !scope.form.nodes.includes(node)) return false;
  const before = (node.data.show_if as Condition | null | undefined) ?? true;
  const screens = attempt(
    () => textsOf(parts(), scope).map(({ when, text }) => ({ shown: all([before, when]), text })),
    () => {},
  )?.filter(({ shown }) => shown !== false);
  if (!screens || screens.length < 2 || screens.length > screenLimit) return false;
  const { show_if: _, ...data } = node.data;
  for (const [at, { shown, text }] of screens.entries()) {
    const own = { ...data, [key]: text, ...(typeof shown === "object" && { show_if: shown }) };
    if (at === 0) node.data = own;
    else scope.form.addAfter(node, item, { id: node.id, question_type: node.question_type, data: own });
  }
  return true;
}
