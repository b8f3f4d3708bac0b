import { shuffled } from "../shuffled.ts";
import type { Graph, Page } from "./types.ts";

/** Returns the page of each node that is on one (features §11.3). */
export function pagesByNode({ pages = [] }: Pick<Graph, "pages">): ReadonlyMap<string, Page> {
  return new Map(pages.flatMap((page) => page.node_ids.map((id) => [id, page] as const)));
}

/** Returns the order in which a session sees the questions of a page (wants §22). It is the same on every device. */
export const orderOf = ({ id, node_ids, shuffle }: Page, sessionId: string): readonly string[] =>
  shuffle ? shuffled(node_ids, "all", `${sessionId} ${id}`) : node_ids;

/** Returns the order of each shuffled page that the path met, by page id. Null if it met none. */
export function ordersOf(
  pages: readonly Page[] | undefined,
  sessionId: string,
  path: readonly string[],
): Record<string, string[]> | null {
  const passed = new Set(path);
  const met = pages?.filter(({ shuffle, node_ids }) => shuffle && node_ids.some((id) => passed.has(id))) ?? [];
  return met.length > 0 ? Object.fromEntries(met.map((page) => [page.id, [...orderOf(page, sessionId)]])) : null;
}
