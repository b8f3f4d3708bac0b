import type { GraphNode } from "./types.ts";

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
  return text.replace(recallPattern, (_, kind: string, name: string) => recall(kind, name));
}

/** A recall, with its kind and name. */
export const recallPattern = /\{\{(answer|hidden|calculation|band):([^{}]*)\}\}/g;

const defined = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
