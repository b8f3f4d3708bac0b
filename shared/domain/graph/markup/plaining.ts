import type { Graph } from "../types.ts";
import { plainText } from "./plain.ts";
import { hasMarkup, markupTexts, withPlain } from "./texts.ts";

/** As plainGraph, a text a part: a graph of 1 MB with the worst texts takes 150 ms. */
export function* plaining(graph: Graph): Generator<void, Graph> {
  if (!hasMarkup(graph)) return graph;
  const plain = new Map<string, string>();
  for (const { kind, text } of markupTexts(graph)) {
    plain.set(`${kind} ${text}`, plainText(text, kind));
    yield;
  }
  return withPlain(graph, (text, kind) => plain.get(`${kind} ${text}`) ?? text);
}
