import { isObject } from "../../json.ts";
import { withTexts } from "../translations/texts.ts";
import type { Graph, MarkupKind, Translations } from "../types.ts";
import { plainText } from "./plain.ts";

/** Returns whether the texts of a graph have markup (wants §21.1). */
export const hasMarkup = ({ markup }: Pick<Graph, "markup">): boolean => markup === "inline";

/** Returns the graph with plain texts in all languages, for exports, insights, mails and other tools. */
export function plainGraph(graph: Graph): Graph {
  return hasMarkup(graph) ? withPlain(graph, plainText) : graph;
}

/** Replaces each text that can have markup by its plain text. */
export function withPlain(graph: Graph, plainOf: (text: string, kind: MarkupKind) => string): Graph {
  const { markup: _, ...plain } = mapMarkup(graph, (text, kind) => plainOf(text, kind));
  return plain;
}

/** Returns the graph of a walk: plain texts, for recalls of labels, but messages of `valid_if` as written, which clients draw. */
export function walkedGraph(graph: Graph, plain = plainGraph(graph)): Graph {
  if (!hasMarkup(graph)) return graph;
  const nodes = plain.nodes.map((node, at) => {
    const rules = graph.nodes[at]?.data.valid_if;
    return rules ? { ...node, data: { ...node.data, valid_if: rules } } : node;
  });
  return { ...plain, nodes, markup: "inline" };
}

/** A text that can have markup. */
export interface MarkupText {
  key: string;
  kind: MarkupKind;
  text: string;
}

/** Returns each text that can have markup, in all languages. */
export function markupTexts(graph: Graph): MarkupText[] {
  const found: MarkupText[] = [];
  mapMarkup(graph, (text, kind, key) => {
    found.push({ key, kind, text });
    return text;
  });
  return found;
}

/** Replaces each text that can have markup, in all languages. */
export function mapMarkup(graph: Graph, replace: (text: string, kind: MarkupKind, key: string) => string): Graph {
  const kinds = new Map<string, MarkupKind>([["closed_message", "line"]]);
  const mapped = withTexts(graph, (key, text, { markup } = {}) => {
    if (markup === undefined) return text;
    kinds.set(key, markup);
    return text === undefined ? text : replace(text, markup, key);
  });
  if (!isObject(graph.translations)) return mapped;
  const translations = Object.entries(graph.translations).map(([tag, texts]) => [
    tag,
    isObject(texts)
      ? Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, inLanguage(key, text)]))
      : texts,
  ]);
  return { ...mapped, translations: Object.fromEntries(translations) as Translations };

  function inLanguage(key: string, text: unknown): unknown {
    const kind = kinds.get(key);
    return kind && typeof text === "string" ? replace(text, kind, key) : text;
  }
}
