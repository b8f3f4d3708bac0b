import type { CompiledQuestion } from "../questions/question.ts";
import type { GraphNode, Json } from "./types.ts";

/**
 * Fills the recalls in a node's title and description (decisions §4, features §12): `{{answer:<node_id>}}`, `{{hidden:<key>}}`,
 * `{{calculation:<key>}}` and `{{band:<key>}}`. Inserted text is never expanded again.
 */
export function withRecalls(node: GraphNode, recall: (kind: string, name: string) => string): GraphNode {
  const filled = (text: string | undefined) => text && replaceRecalls(text, recall);
  const { title, description } = node.data;
  return {
    ...node,
    data: { ...node.data, ...defined("title", filled(title)), ...defined("description", filled(description)) },
  };
}

/** Replaces each recall in `text` by the result of `recall`. */
export function replaceRecalls(text: string, recall: (kind: string, name: string) => string): string {
  return text.replace(pattern, (_, kind: string, name: string) => recall(kind, name));
}

const pattern = /\{\{(answer|hidden|calculation|band):([^{}]*)\}\}/g;

/** Returns the recalls in a text, in order. */
export const recallsOf = (text: string): { kind: string; name: string }[] =>
  Array.from(text.matchAll(pattern), ([, kind = "", name = ""]) => ({ kind, name }));

/** Returns the keys of calculations that an end screen lists. */
export function shownCalculations({ data }: GraphNode): string[] {
  const keys = data?.config?.show_calculations;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
}

/** Returns an answer as a text recalls it, with labels. Empty if unanswered. */
export function recalledAnswer(question: CompiledQuestion | undefined, answer: Json | null): string {
  if (!question || answer === null) return "";
  if (Array.isArray(answer))
    return answer.map((value) => question.labels.get(String(value)) ?? String(value)).join(", ");
  return question.cells(answer, "labels").filter(Boolean).join(", ");
}

/** Returns the keys of calculations that an end screen lists, then those that its texts insert. */
export function calculationsOn(node: GraphNode): string[] {
  const { title, description } = node.data;
  const recalled = recallsOf(`${title ?? ""}\n${description ?? ""}`).filter(
    ({ kind }) => kind === "calculation" || kind === "band",
  );
  return [...new Set([...shownCalculations(node), ...recalled.map(({ name }) => name)])];
}

const defined = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
