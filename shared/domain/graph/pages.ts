import type { Graph, Page } from "./types.ts";

/** Returns the page of each node that is on one (features §11.3). */
export function pagesByNode({ pages = [] }: Pick<Graph, "pages">): ReadonlyMap<string, Page> {
  return new Map(pages.flatMap((page) => page.node_ids.map((id) => [id, page] as const)));
}
