import type { GraphNode } from "./types.ts";

/**
 * Fills the recalls in a node's title and description (decisions §4, features §12): `{{answer:<node_id>}}`, `{{hidden:<key>}}`,
 * `{{calculation:<key>}}` and `{{band:<key>}}`. Inserted text is never expanded again.
 */
export function withRecalls(node: GraphNode, recall: Recall): GraphNode {
  const filled = (text: string | undefined) => text && asRead(text, text, recall);
  const { title, description } = node.data;
  return {
    ...node,
    data: { ...node.data, ...defined("title", filled(title)), ...defined("description", filled(description)) },
  };
}

type Recall = (kind: string, name: string) => string;

/**
 * Returns a part of a text of `source` as people read it on a page. An empty recall takes the comma before it away ("Thanks, !"), the
 * one after it at the start, and the space before it if punctuation follows. Within Arabic or Hebrew, what is inserted is isolated, so
 * that the sign of a phone number stays before it.
 */
export function asRead(text: string, source: string, recall: Recall): string {
  const isIsolated = /[\u0590-\u08ff]/.test(source);
  return text
    .replace(spacedRecall, (_, before: string, kind: string, name: string, at: number) => {
      const inserted = recall(kind, name);
      if (!inserted) return at ? "" : nothing;
      return before + (isIsolated ? `\u2068${inserted}\u2069` : inserted);
    })
    .replace(afterNothing, "");
}

/** Stands for an empty recall at the start: the end of an isolate, where none can be open. */
const nothing = "\u2069";
const afterNothing = /^\u2069([,،，、] ?)?/;

/** Replaces each recall in `text` by the result of `recall`. */
export const replaceRecalls = (text: string, recall: Recall): string =>
  text.replace(recallPattern, (_, kind: string, name: string) => recall(kind, name));

/** A recall of a question's texts, with its kind and name. Written out, because it is in the page's first kilobytes. */
export const recallPattern = /\{\{(answer|hidden|calculation|band):([^{}]*)\}\}/g;
const spacedRecall = new RegExp(`([,،，、] ?| (?=[^}]*}}[,.!?])|)${recallPattern.source}`, "g");

const defined = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
