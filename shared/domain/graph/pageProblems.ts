import type { Outline, OutlineNode } from "./outline.ts";
import type { Reachability } from "./reachability.ts";
import { recallFaultsOf } from "./references.ts";
import { edgeProblem } from "./structure.ts";
import type { Graph, Page, Problem, ProblemCode } from "./types.ts";

/** Problems of `graph.pages` (features §11.3), in the order of the pages. */
export function pageProblems(
  { pages = [], entry_node_id }: Graph,
  outline: Outline,
  reachability: Reachability,
): Problem[] {
  const ids = new Set<string>();
  const pageOf = new Map<string, Page>();
  const problems: Problem[] = [];
  for (const [at, page] of pages.entries()) {
    const path = `graph.pages.${at}`;
    if (ids.has(page.id)) problems.push(problem("bad_page", `${path}.id: another page has the ID \`${page.id}\``));
    if (page.node_ids.length === 0) problems.push(problem("bad_page", `${path}.node_ids: must have at least 1 item`));
    for (const [index, id] of page.node_ids.entries()) {
      const fault = memberFault(outline.byId.get(id), id, pageOf);
      if (fault !== null)
        problems.push(problem("bad_page", `${path}.node_ids.${index}: ${fault}`, outline.byId.get(id)));
      else pageOf.set(id, page);
    }
    ids.add(page.id);
    problems.push(...textProblems(page, path, outline, reachability));
  }
  return [...problems, ...entryProblems(entry_node_id, outline, reachability, pageOf)];
}

function memberFault(node: OutlineNode | undefined, id: string, pageOf: ReadonlyMap<string, Page>): string | null {
  if (!node) return `node \`${id}\` not found`;
  if (node.is_end) return `\`${id}\` is an end screen and can't be on a page`;
  return pageOf.has(id) ? `\`${id}\` is already on a page` : null;
}

/** Recalls in a page's texts read what its first node can read. */
function textProblems(
  { title = "", description = "", node_ids }: Page,
  path: string,
  outline: Outline,
  reachability: Reachability,
): Problem[] {
  const first = outline.byId.get(node_ids[0] ?? "");
  if (!first || !reachability.isReachable(first.at)) return [];
  const faults = recallFaultsOf(`${title}\n${description}`, first, outline, reachability);
  return faults.map((fault) => problem("condition_ref", `${path}: ${fault}`, first));
}

/** Reports edges into a page that don't lead to its first node, and such an entry node. */
function entryProblems(
  entryNodeId: string | null | undefined,
  outline: Outline,
  reachability: Reachability,
  pageOf: ReadonlyMap<string, Page>,
): Problem[] {
  const skipsFirst = (id: string) => pageOf.has(id) && pageOf.get(id)?.node_ids[0] !== id;
  const message = (id: string) => `leads into page \`${pageOf.get(id)?.id}\`; it must lead to the page's first node`;
  const intoPages = outline.edges.filter(
    ({ source, from }) =>
      from &&
      reachability.isReachable(from.at) &&
      skipsFirst(source.to) &&
      pageOf.get(source.from) !== pageOf.get(source.to),
  );
  const entry =
    outline.entry && skipsFirst(outline.entry.id)
      ? [problem("page_entry", `\`entry_node_id\` \`${entryNodeId}\` isn't the first node of its page`, outline.entry)]
      : [];
  return [...entry, ...intoPages.map((edge) => edgeProblem(edge, "error", "page_entry", message(edge.source.to)))];
}

const problem = (code: ProblemCode, message: string, node?: OutlineNode): Problem => ({
  code,
  severity: "error",
  ...(node && { node_id: node.id }),
  message,
  example: null,
});
