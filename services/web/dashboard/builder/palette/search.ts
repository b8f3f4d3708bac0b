import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/palette.ts";
import { type Hue, lookOfType } from "../../../ui/questionLook.ts";
import { nameOfNode, readable } from "../types/names.ts";

/** One thing to choose: a type to add, a question to go to, or the clipboard. */
export interface Item {
  /** `add:<type>`, `go:<id>` or `paste` */
  id: string;
  name: string;
  /** the question type that its icon shows; null for the clipboard */
  type: string | null;
  /** number and type of a question */
  detail: string | null;
}

export interface Group {
  name: string;
  items: Item[];
}

/** Groups side by side: each list is one column. */
export type Columns = readonly (readonly Group[])[];

const hueColumns: readonly (readonly Hue[])[] = [
  ["choice", "screen"],
  ["rating", "number"],
  ["data", "text", "contact"],
];

const itemOfType = (type: string): Item => ({ id: `add:${type}`, name: readable(type), type, detail: null });
const pasteItem: Item = { id: "paste", name: words.paste, type: null, detail: null };

/** Every type in its group. */
export function allColumns(types: readonly string[], hasPaste: boolean): Columns {
  const byHue = Map.groupBy(types, (type) => lookOfType(type).hue);
  const columns = hueColumns.map((hues) =>
    hues.flatMap((hue): Group[] => {
      const own = byHue.get(hue);
      return own ? [{ name: words.groups[hue], items: own.map(itemOfType) }] : [];
    }),
  );
  if (hasPaste) columns.at(-1)?.push({ name: words.fromClipboard, items: [pasteItem] });
  return columns.filter((column) => column.length > 0);
}

/** Questions listed at most. Another word in the search finds the rest. */
const nodeLimit = 30;

/**
 * Types and questions that have every word of the text. A type is also found by its synonyms, a question by its ID and type. A name
 * that starts with the text comes first, then one that contains it. `more` counts the questions left out.
 */
export function searchColumns(
  text: string,
  types: readonly string[],
  nodes: readonly GraphNode[],
): { columns: Columns; more: number } {
  const wanted = plain(text);
  const parts = wanted.split(/\s+/).filter(Boolean);
  const rank = (name: string, others: string): number => {
    const [own, all] = [plain(name), plain(`${name} ${others}`)];
    if (own.startsWith(wanted)) return 3;
    if (own.includes(wanted)) return 2;
    return parts.every((part) => all.includes(part)) ? 1 : 0;
  };
  const synonyms: Readonly<Record<string, { synonyms: string } | undefined>> = words.about;
  const added = ranked(
    types.map((type) => [rank(readable(type), `${type} ${synonyms[type]?.synonyms}`), itemOfType(type)]),
  );
  const found = ranked(
    nodes.map((node, at): [number, Item] => {
      const [name, type] = [nameOfNode(node), readable(node.question_type)];
      const detail = `${at + 1} · ${type}`;
      return [rank(name, `${node.id} ${type}`), { id: `go:${node.id}`, name, type: node.question_type, detail }];
    }),
  );
  const groups: (Group & { best: number })[] = [
    { name: words.add, items: added.items, best: added.best },
    { name: words.goTo, items: found.items.slice(0, nodeLimit), best: found.best },
  ];
  const column = groups.filter(({ items }) => items.length > 0).sort((one, other) => other.best - one.best);
  return { columns: column.length > 0 ? [column] : [], more: Math.max(0, found.items.length - nodeLimit) };
}

function ranked(all: (readonly [number, Item])[]): { items: Item[]; best: number } {
  const hits = all.filter(([rank]) => rank > 0).sort(([one], [other]) => other - one);
  return { items: hits.map(([, item]) => item), best: hits[0]?.[0] ?? 0 };
}

/** Without accents and capital letters, so that `cafe` finds `Café`. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

export const itemsOf = (columns: Columns): Item[] => columns.flatMap((groups) => groups.flatMap(({ items }) => items));

/** The item that an arrow key leads to: up and down through all, left and right to the same row of the next column. */
export function stepFrom(columns: Columns, id: string | null, key: string): Item | null {
  const lists = columns.map((groups) => groups.flatMap(({ items }) => items));
  const all = lists.flat();
  const at = all.findIndex((item) => item.id === id);
  if (key === "Home") return all[0] ?? null;
  if (key === "End") return all.at(-1) ?? null;
  if (key === "ArrowDown") return all[(at + 1) % all.length] ?? null;
  if (key === "ArrowUp") return all.at(at <= 0 ? -1 : at - 1) ?? null;
  const column = lists.findIndex((items) => items.some((item) => item.id === id));
  const row = lists[column]?.findIndex((item) => item.id === id) ?? 0;
  const next = lists[(column + (key === "ArrowRight" ? 1 : -1) + lists.length) % lists.length];
  return next?.[Math.min(row, next.length - 1)] ?? null;
}
