import * as words from "../../strings/en/dashboard/forms.ts";
import { PlainError } from "../../ui/plainError.ts";

/** Reads pasted JSON: a graph, or an object with one. Throws a PlainError that says what is missing. */
export function readImport(text: string, title: string): { title: string; graph: unknown } {
  const value = parse(text);
  const graph = hasNodes(value) ? value : (value as { graph?: unknown } | null)?.graph;
  if (!hasNodes(graph)) throw new PlainError(words.noGraph);
  const own = (value as { title?: unknown }).title;
  const named = title.trim() || (typeof own === "string" ? own.trim() : "");
  if (named === "") throw new PlainError(words.noTitle);
  return { title: named, graph };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PlainError(words.notJson);
  }
}

const hasNodes = (value: unknown): boolean => Array.isArray((value as { nodes?: unknown } | null)?.nodes);
