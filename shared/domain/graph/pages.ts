import type { Graph, Page } from "./types.ts";

/** Returns the page of each node that is on one (features §11.3). */
export function pagesByNode({ pages = [] }: Pick<Graph, "pages">): ReadonlyMap<string, Page> {
  return new Map(pages.flatMap((page) => page.node_ids.map((id) => [id, page] as const)));
}

/** Returns the order in which a session sees the questions of a page (wants §22). It is the same on every device. */
export function orderOf({ id, node_ids, shuffle }: Page, sessionId: string): readonly string[] {
  const places = new Map(node_ids.map((nodeId) => [nodeId, placeOf(`${nodeId} ${id} ${sessionId}`)]));
  const byPlace = (one: string, other: string) => (places.get(one) as number) - (places.get(other) as number);
  return shuffle ? [...node_ids].sort(byPlace) : node_ids;
}

/** Returns a number that looks random: FNV-1a, mixed so that its last characters decide as much as the others. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

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
