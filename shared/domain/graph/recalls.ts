import type { CompiledQuestion } from "../questions/question.ts";
import type { GraphNode, Json } from "./types.ts";

/**
 * Fills the recalls in a node's title and description (decisions §4): `{{answer:<node_id>}}` and `{{hidden:<key>}}`. Inserted
 * text is never expanded again.
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
  return text.replace(/\{\{(answer|hidden):([^{}]*)\}\}/g, (_, kind: string, name: string) => recall(kind, name));
}

/** Returns an answer as a text recalls it, with labels. Empty if unanswered. */
export function recalledAnswer(question: CompiledQuestion | undefined, answer: Json | null): string {
  if (!question || answer === null) return "";
  if (Array.isArray(answer))
    return answer.map((value) => question.labels.get(String(value)) ?? String(value)).join(", ");
  return question.cells(answer, "labels").filter(Boolean).join(", ");
}

const defined = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
