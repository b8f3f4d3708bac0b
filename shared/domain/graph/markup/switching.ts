import type { Graph, MarkupKind } from "../types.ts";
import { isPlain, sourceOf } from "./plain.ts";
import { mapMarkup, markupTexts } from "./texts.ts";

/** Turning markup on and off for a form that has texts already (wants §21.1). */

/** A text that looks different with markup. */
export interface DifferentText {
  kind: MarkupKind;
  text: string;
}

/** Returns the texts of all languages that look different with markup than as they are written. */
export function differentTexts(graph: Graph, closedMessage: string | null = null): DifferentText[] {
  const closed = closedMessage === null ? [] : [{ kind: "line" as const, text: closedMessage }];
  return [...markupTexts(graph), ...closed].flatMap(({ kind, text }) => (isPlain(text, kind) ? [] : [{ kind, text }]));
}

/** Turns markup on. All texts look as before, because those that would be markup get backslashes. */
export const withMarkup = (graph: Graph): Graph => ({ ...mapMarkup(graph, sourceOf), markup: "inline" });
