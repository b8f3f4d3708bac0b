import type { Listed } from "./listSnapshot.ts";

/** Where a response stands in the list that somebody came from. */
export interface Position {
  /** 1 is the first of the whole list */
  position: number;
  count: number;
  previous: Neighbor | null;
  next: Neighbor | null;
}

export interface Neighbor {
  id: string;
  /** of the list, which follows the reader */
  page: number;
}

/** `pages`: those that are loaded, by their number. Null: it stands on none of them. */
export function positionOf(id: string, pages: ReadonlyMap<number, Listed>, pageSize: number): Position | null {
  const rows = [...pages].sort(([a], [b]) => a - b).flatMap(([page, list]) => rowsOf(page, list, pageSize));
  // new responses push rows over to the next page: one that is on both is met once
  const once = [...new Map(rows.reverse().map((row) => [row.id, row])).values()].reverse();
  const index = once.findIndex((row) => row.id === id);
  const row = once[index];
  if (!row) return null;
  const { position, count } = row;
  return { position, count, previous: once[index - 1] ?? null, next: once[index + 1] ?? null };
}

const rowsOf = (page: number, { count, results }: Listed, size: number) =>
  results.map(({ id }, index) => ({ id, page, count, position: (page - 1) * size + index + 1 }));

/** The page beside `page` that is needed to know the neighbors; null: none. */
export function missingPage(
  id: string,
  pages: ReadonlyMap<number, Listed>,
  page: number,
  pageSize: number,
): number | null {
  const list = pages.get(page);
  if (!list) return null;
  const index = list.results.findIndex((item) => item.id === id);
  if (index === 0 && page > 1) return page - 1;
  // it is the last there, or others have pushed it over since
  const isBeyond = index === -1 || index === list.results.length - 1;
  return isBeyond && page * pageSize < list.count ? page + 1 : null;
}
