/** One thing to choose in a palette. */
export interface Item {
  /** unique in the palette; what is before `:` says what choosing it does */
  id: string;
  name: string;
  /** beside the name */
  detail: string | null;
}

export interface Group<One extends Item = Item> {
  name: string;
  items: One[];
}

/** Groups side by side: each list is one column. */
export type Columns<One extends Item = Item> = readonly (readonly Group<One>[])[];

/**
 * Returns how well a text finds a name: 3 if the name starts with it, 2 if it contains it, 1 if every word of the text is in the
 * name or the other texts, else 0.
 */
export function rank(text: string, name: string, others = ""): number {
  const wanted = plain(text);
  const [own, all] = [plain(name), plain(`${name} ${others}`)];
  if (own.startsWith(wanted)) return 3;
  if (own.includes(wanted)) return 2;
  return wanted.split(/\s+/).every((part) => all.includes(part)) ? 1 : 0;
}

/** Returns the items that were found, the best ones first, and the rank of the best. */
export function ranked<One extends Item>(all: readonly (readonly [number, One])[]): { items: One[]; best: number } {
  const hits = all.filter(([rank]) => rank > 0).sort(([one], [other]) => other - one);
  return { items: hits.map(([, item]) => item), best: hits[0]?.[0] ?? 0 };
}

/** Without accents and capital letters, so that `cafe` finds `Café`. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

export const itemsOf = <One extends Item>(columns: Columns<One>): One[] =>
  columns.flatMap((groups) => groups.flatMap(({ items }) => items));

/** The item that an arrow key leads to: up and down through all, left and right to the same row of the next column. */
export function stepFrom<One extends Item>(columns: Columns<One>, id: string | null, key: string): One | null {
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
