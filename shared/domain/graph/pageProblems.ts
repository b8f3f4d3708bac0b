import type { Keys } from "../fault.ts";
import { leavesOf } from "./conditions.ts";
import type { Outline, OutlineNode } from "./outline.ts";
import type { Found } from "./problem.ts";
import type { Reachability } from "./reachability.ts";
import { recallFaultsOf } from "./references.ts";
import { edgeError } from "./structure.ts";
import type { Graph, Page, ProblemCode, Reason } from "./types.ts";

/** Problems of `graph.pages` (features §11.3), in the order of the pages. */
export function pageProblems({ pages = [] }: Graph, outline: Outline, reachability: Reachability): Found[] {
  const ids = new Set<string>();
  const pageOf = new Map<string, Page>();
  const problems: Found[] = [];
  for (const [index, page] of pages.entries()) {
    const at = ["pages", index];
    if (ids.has(page.id))
      problems.push(problem("bad_page", { kind: "page_id_repeated", page_id: page.id }, [...at, "id"]));
    if (page.node_ids.length === 0)
      problems.push(problem("bad_page", { kind: "too_few_items", limit: 1 }, [...at, "node_ids"]));
    for (const [place, id] of page.node_ids.entries()) {
      const fault = memberFault(outline.byId.get(id), id, pageOf);
      if (fault) problems.push(problem("bad_page", fault, [...at, "node_ids", place], outline.byId.get(id)));
      else pageOf.set(id, page);
    }
    ids.add(page.id);
    problems.push(...textProblems(page, at, outline, reachability), ...shuffleWarnings(page, at, outline));
  }
  return [...problems, ...entryProblems(outline, reachability, pageOf)];
}

function memberFault(node: OutlineNode | undefined, id: string, pageOf: ReadonlyMap<string, Page>): Reason | null {
  if (!node) return { kind: "node_unknown", node_id: id };
  if (node.is_end) return { kind: "page_has_end", node_id: id };
  return pageOf.has(id) ? { kind: "page_node_repeated", node_id: id } : null;
}

/** Recalls in a page's texts read what its first node can read. */
function textProblems(
  { title = "", description = "", node_ids }: Page,
  at: Keys,
  outline: Outline,
  reachability: Reachability,
): Found[] {
  const first = outline.byId.get(node_ids[0] ?? "");
  if (!first || !reachability.isReachable(first.at)) return [];
  const faults = recallFaultsOf(`${title}\n${description}`, first, outline, reachability);
  return faults.map((fault) => problem("condition_ref", fault, at, first));
}

/** Warns about the first node of a shuffled page with a condition that decides what else the page shows. */
function shuffleWarnings({ id: pageId, shuffle, node_ids }: Page, at: Keys, { byId }: Outline): Found[] {
  if (!shuffle) return [];
  const members = new Set(node_ids);
  const isConditional = ({ edges, guards }: OutlineNode) =>
    (edges.some(({ condition }) => condition) && edges.some(({ source }) => members.has(source.to))) ||
    guards.some(
      ({ guard, condition }) =>
        guard.kind !== "valid_if" &&
        condition &&
        leavesOf(condition).some(({ left }) => left?.type === "answer" && members.has(left.node_id)),
    );
  const node = node_ids.map((nodeId) => byId.get(nodeId)).find((member) => member && isConditional(member));
  if (!node) return [];
  const reason: Reason = { kind: "page_shuffled", page_id: pageId, node_id: node.id };
  return [{ ...problem("bad_page", reason, [...at, "shuffle"], node), severity: "warning" }];
}

/** Reports edges into a page that don't lead to its first node, and such an entry node. */
function entryProblems(outline: Outline, reachability: Reachability, pageOf: ReadonlyMap<string, Page>): Found[] {
  const skipsFirst = (id: string) => pageOf.has(id) && pageOf.get(id)?.node_ids[0] !== id;
  const intoPages = outline.edges.filter(
    ({ source, from }) =>
      from &&
      reachability.isReachable(from.at) &&
      skipsFirst(source.to) &&
      pageOf.get(source.from) !== pageOf.get(source.to),
  );
  const ofEdges = intoPages.map((edge) => {
    const pageId = pageOf.get(edge.source.to)?.id ?? "";
    return edgeError(edge, "page_entry", { kind: "page_entered_late", page_id: pageId }, ["to"]);
  });
  const { entry } = outline;
  if (!entry || !skipsFirst(entry.id)) return ofEdges;
  const reason: Reason = { kind: "page_started_late", node_id: entry.id };
  return [problem("page_entry", reason, ["entry_node_id"], entry), ...ofEdges];
}

const problem = (code: ProblemCode, reason: Reason, at: Keys, node?: OutlineNode): Found => ({
  code,
  severity: "error",
  ...(node && { node_id: node.id }),
  at,
  reason,
  example: null,
});
