import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { nameText } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/palette.ts";
import {
  type Columns as AnyColumns,
  type Group as AnyGroup,
  type Item as AnyItem,
  rank,
  ranked,
} from "../../../ui/palette/items.ts";
import { type Hue, lookOfType } from "../../../ui/questionLook.ts";
import { nameItem } from "../editing/nameItem.ts";
import { nameOfNode, readable } from "../types/names.ts";

/** `add:<type>`, `go:<id>` or `paste`: a type to add, a question to go to with its number and type, or the clipboard. */
export interface Item extends AnyItem {
  /** the question type that its icon shows; null for the clipboard */
  type: string | null;
}

export const goPrefix = "go:";

type Group = AnyGroup<Item>;
type Columns = AnyColumns<Item>;

const hueColumns: readonly (readonly Hue[])[] = [
  ["choice", "screen"],
  ["rating", "number"],
  ["data", "text", "contact"],
];

const itemOfType = (type: string): Item => ({ id: `add:${type}`, name: readable(type), type, detail: null });
/** A short text that is personal data (wants §21.5). */
const nameItemOf: Item = { id: `add:${nameItem}`, name: nameText, type: "short_text", detail: null };
const pasteItem: Item = { id: "paste", name: words.paste, type: null, detail: null };

/** Every type in its group. */
export function allColumns(types: readonly string[], hasPaste: boolean): Columns {
  const byHue = Map.groupBy(types, (type) => lookOfType(type).hue);
  const columns = hueColumns.map((hues) =>
    hues.flatMap((hue): Group[] => {
      const own = byHue.get(hue);
      const more = hue === "contact" && hasPaste ? [nameItemOf] : [];
      return own ? [{ name: words.groups[hue], items: [...more, ...own.map(itemOfType)] }] : [];
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
  hasName = false,
): { columns: Columns; more: number } {
  const synonyms: Readonly<Record<string, { synonyms: string } | undefined>> = words.about;
  const added = ranked([
    ...types.map((type): [number, Item] => [
      rank(text, readable(type), `${type} ${synonyms[type]?.synonyms}`),
      itemOfType(type),
    ]),
    ...(hasName ? [[rank(text, nameText, words.nameSynonyms), nameItemOf] satisfies [number, Item]] : []),
  ]);
  const found = ranked(
    nodes.map((node, at): [number, Item] => {
      const [name, type] = [nameOfNode(node), readable(node.question_type)];
      const detail = `${at + 1} · ${type}`;
      return [
        rank(text, name, `${node.id} ${type}`),
        { id: goPrefix + node.id, name, type: node.question_type, detail },
      ];
    }),
  );
  const groups: (Group & { best: number })[] = [
    { name: words.add, items: added.items, best: added.best },
    { name: words.goTo, items: found.items.slice(0, nodeLimit), best: found.best },
  ];
  const column = groups.filter(({ items }) => items.length > 0).sort((one, other) => other.best - one.best);
  return { columns: column.length > 0 ? [column] : [], more: Math.max(0, found.items.length - nodeLimit) };
}
