import type { GraphNode } from "./types.ts";

/**
 * A node's title and description with what they recall (decisions §4): `{{answer:<node_id>}}` as the respondent saw it,
 * `{{hidden:<key>}}`. What is not known is blank; what is filled in is never read as a recall itself.
 */
export function withRecalls(node: GraphNode, recall: (kind: string, name: string) => string): GraphNode {
  const filled = (text: string | undefined) => text && replaceRecalls(text, recall);
  const { title, description } = node.data;
  return {
    ...node,
    data: { ...node.data, ...defined("title", filled(title)), ...defined("description", filled(description)) },
  };
}

/** `text` with each recall replaced by what `recall` says of it. */
export function replaceRecalls(text: string, recall: (kind: string, name: string) => string): string {
  return text.replace(/\{\{(answer|hidden):([^{}]*)\}\}/g, (_, kind: string, name: string) => recall(kind, name));
}

const defined = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
