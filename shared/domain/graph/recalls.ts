import type { GraphNode } from "./types.ts";

/**
 * Fills the recalls in a node's title and description (decisions §4, features §12): `{{answer:<node_id>}}`, `{{hidden:<key>}}`,
 * `{{calculation:<key>}}` and `{{band:<key>}}`. Inserted text is never expanded again. Within Arabic or Hebrew it is isolated, so that
 * the sign of a phone number stays before it.
 */
export function withRecalls(node: GraphNode, recall: (kind: string, name: string) => string): GraphNode {
  const filled = (text: string | undefined) => text && replaceRecalls(text, inserting(text, recall));
  const { title, description } = node.data;
  return {
    ...node,
    data: { ...node.data, ...defined("title", filled(title)), ...defined("description", filled(description)) },
  };
}

/** Returns how recalls are inserted into a text. */
export const inserting = (text: string, recall: (kind: string, name: string) => string): typeof recall =>
  /[\u0590-\u08ff]/.test(text) ? (...of) => recall(...of).replace(/.+/s, "\u2068$&\u2069") : recall;

/**
 * Replaces each recall in `text` by the result of `recall`. An empty one takes the comma and space before it away ("Thanks, !"), and
 * those after it at the start.
 */
export function replaceRecalls(text: string, recall: (kind: string, name: string) => string): string {
  let isCut = false;
  const filled = text.replace(spacedRecall, (_, before: string, kind: string, name: string, at: number) => {
    const inserted = recall(kind, name);
    isCut ||= !(inserted || before || at);
    return inserted && before + inserted;
  });
  return isCut ? filled.replace(/^[,،，、]? ?/, "") : filled;
}

/** A recall of a question's texts, with its kind and name. Written out, because it is in the page's first kilobytes. */
export const recallPattern = /\{\{(answer|hidden|calculation|band):([^{}]*)\}\}/g;
const spacedRecall = new RegExp(`([,،，、]? ?)${recallPattern.source}`, "g");

const defined = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
