import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { filterShared, mapShared, withMembers } from "../share.ts";
import { equal } from "./members.ts";

/** Returns the ids of the pages that a question is on. */
export function pagesOf({ pages = [] }: Graph): (question: string) => string[] {
  const found = new Map<string, string[]>();
  for (const { id, node_ids } of pages)
    for (const question of new Set(node_ids)) found.set(question, [...(found.get(question) ?? []), id]);
  return (question) => found.get(question) ?? [];
}

/**
 * Removes deleted questions from pages, leaves each question on one page, of several on one in `preferred`, and removes pages that
 * have none left. Only questions that were moved or deleted since `before`: what neither side touched stays as it is.
 */
export function withSoundPages(
  graph: Graph,
  before: Graph,
  preferred: ReadonlySet<string | undefined> = new Set(),
): Graph {
  const { pages = [] } = graph;
  const [was, now] = [pagesOf(before), pagesOf(graph)];
  const [had, has] = [before, graph].map(({ nodes }) => new Set(nodes.map(({ id }) => id))) as [
    Set<string>,
    Set<string>,
  ];
  const isTouched = (id: string) => !equal(was(id).toSorted(), now(id).toSorted()) || had.has(id) !== has.has(id);
  const pageOf = (id: string) => now(id).find((page) => preferred.has(page)) ?? now(id)[0];
  const fits = mapShared(pages, (page) =>
    withMembers(page, {
      node_ids: filterShared(page.node_ids, (id) => !isTouched(id) || (has.has(id) && pageOf(id) === page.id)),
    }),
  );
  const filled = new Set(before.pages?.flatMap(({ id, node_ids }) => (node_ids.length > 0 ? id : [])));
  const sound = filterShared(
    fits,
    (page, at) => page.node_ids.length > 0 || (page === pages[at] && !filled.has(page.id)),
  );
  return withMembers(graph, { pages: sound.length === 0 && !graph.pages ? undefined : sound });
}
