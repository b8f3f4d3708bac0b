import type { Listed } from "./listSnapshot.ts";

/** Position of a response in the list. */
export interface Position {
  /** from 1, in the whole list */
  position: number;
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
  previous: Neighbor | null;
  next: Neighbor | null;
}

export interface Neighbor {
  id: string;
  /** its page in the list */
  page: number;
}

/** Returns the position in the loaded pages, by page number. Null if it is on none of them. */
export function positionOf(id: string, pages: ReadonlyMap<number, Listed>, pageSize: number): Position | null {
  const rows = [...pages].sort(([a], [b]) => a - b).flatMap(([page, list]) => rowsOf(page, list, pageSize));
  // new responses can push a row to the next page, so drop duplicates
  const once = [...new Map(rows.reverse().map((row) => [row.id, row])).values()].reverse();
  const index = once.findIndex((row) => row.id === id);
  const row = once[index];
  if (!row) return null;
  const { position, count, isMore } = row;
  return { position, count, isMore, previous: once[index - 1] ?? null, next: once[index + 1] ?? null };
}

const rowsOf = (page: number, { count, count_is_exact, results }: Listed, size: number) =>
  results.map(({ id }, index) => ({
    id,
    page,
    count,
    isMore: count_is_exact === false,
    position: (page - 1) * size + index + 1,
  }));

/** Returns the adjacent page needed to know the neighbors, or null. */
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
  // it is the last of its page, or was pushed to the next one
  const isBeyond = index === -1 || index === list.results.length - 1;
  const hasNext = list.count_is_exact === false ? list.results.length === pageSize : page * pageSize < list.count;
  return isBeyond && hasNext ? page + 1 : null;
}
