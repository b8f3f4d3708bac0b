import { escaped } from "../../../shared/domain/graph/markup/escape.ts";
import { plainText, sourceOf, withoutLists } from "../../../shared/domain/graph/markup/plain.ts";
import { mapMarkup, markupTexts } from "../../../shared/domain/graph/markup/texts.ts";
import { translationLimit } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, MarkupKind } from "../../../shared/domain/graph/types.ts";
import { isObject } from "../../../shared/domain/json.ts";

/**
 * Emphasis and links of a document while it is converted (wants §21.1), as characters that no text has. Only real markup has them, so
 * that plain texts with stars and brackets stay what they are. `markedUp` makes them the markup of the graph.
 */
const ends = { strong: "\ue010\ue011", emphasis: "\ue012\ue013", link: "\ue014\ue015\ue016" };
const mark = /[\ue010-\ue016]/;
const marks = /[\ue010-\ue016]/g;
/** The innermost one. */
const innermost =
  /\ue010([^\ue010-\ue016]*)\ue011|\ue012([^\ue010-\ue016]*)\ue013|\ue014([^\ue010-\ue016]*)\ue015([^\ue010-\ue016]*)\ue016/g;

/** Removes these characters from a document's own text. */
export const withoutMarks = (text: string): string => text.replace(marks, "");

/** Marks a text as bold or italic. Emphasis neither begins nor ends with a space. */
export function emphasized(kind: "strong" | "emphasis", text: string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return inner === "" ? text : before + ends[kind][0] + inner + ends[kind][1] + after;
}

/** Marks a text as a link, unless it is the address itself. */
export const linked = (label: string, url: string): string =>
  label.trim() === "" || label.trim() === url ? url : ends.link[0] + label + ends.link[1] + url + ends.link[2];

/** Returns a text without marks. Links keep their address. */
export const unmarked = (text: string): string =>
  withoutMarks(
    replaced(text, { strong: (inner) => inner, emphasis: (inner) => inner, link: (label, url) => `${label} (${url})` }),
  );

interface Replaces {
  strong(inner: string): string;
  emphasis(inner: string): string;
  link(label: string, url: string): string;
}

/** Replaces marks from the innermost on. The few that are nested take a round each. */
function replaced(text: string, by: Replaces): string {
  let next = text;
  for (let round = 0; round < 4 && mark.test(next); round += 1)
    next = next.replace(innermost, (_, bold?: string, italic?: string, label?: string, url = "") =>
      bold !== undefined ? by.strong(bold) : italic !== undefined ? by.emphasis(italic) : by.link(label ?? "", url),
    );
  return next;
}

/** Returns a graph with the markup of its texts. Without any, the graph stays plain, and is the same but for its marks. */
export function markedUp(graph: Graph): Graph {
  if (!mark.test(JSON.stringify(graph))) return graph;
  if (!markupTexts(graph).some(({ text }) => mark.test(text))) return unmarkedIn(graph) as Graph;
  const marked = mapMarkup(graph, (text, kind, key) => markupOf(text, kind, translationLimit(key)));
  return { ...(unmarkedIn(marked) as Graph), markup: "inline" };
}

/** A text that can't be said in markup, or is too long with it, loses it. */
function markupOf(text: string, kind: MarkupKind, limit: number): string {
  const plain = sourceOf(unmarked(text), kind);
  if (!mark.test(text)) return plain;
  const source = replaced(kind === "blocks" ? withoutLists(escaped(text)) : escaped(text), {
    strong: (inner) => `**${inner}**`,
    emphasis: (inner) => `*${inner}*`,
    link: (label, url) => `[${label}](${url})`,
  });
  const isSame = !mark.test(source) && [...source].length <= limit && plainText(source, kind, true) === unmarked(text);
  return isSame ? source : plain;
}

function unmarkedIn(value: unknown): unknown {
  if (typeof value === "string") return mark.test(value) ? unmarked(value) : value;
  if (Array.isArray(value)) return value.map(unmarkedIn);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unmarkedIn(one)]));
}
