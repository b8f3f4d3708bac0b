import type { CompiledGraph } from "../../shared/domain/graph/compile.ts";
import { viewOf, type Walk } from "../../shared/domain/graph/traverse.ts";
import type { Json, Page } from "../../shared/domain/graph/types.ts";

/**
 * Returns the nodes that a page shows: the walk from the page's first node by the answers given so far, as long as it stays on
 * the page. Nodes without an answer count as unanswered, required ones too. `walk` is at the page's first node.
 */
export function shownOnPage(
  graph: CompiledGraph,
  walk: Walk,
  page: Page,
  answers: Readonly<Record<string, Json>>,
): string[] {
  const isOnPage = new Set(page.node_ids);
  const shown: string[] = [];
  const visits = [...walk.visits];
  for (let id: string | null = walk.current_node_id; id !== null && isOnPage.has(id); ) {
    shown.push(id);
    const answer = Object.hasOwn(answers, id) ? (answers[id] ?? null) : null;
    const question = graph.nodes.get(id)?.question;
    const score = answer === null ? null : (question?.score(answer) ?? null);
    visits.push({ node_id: id, answer, score_awarded: score });
    id = graph.nextOrNull(id, viewOf(graph, visits, walk));
  }
  return shown;
}
