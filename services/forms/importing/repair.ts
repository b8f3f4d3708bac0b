import { calculationPart, problemMessage } from "../../../shared/domain/graph/problem.ts";
import { placeKeys } from "../../../shared/domain/graph/problemPath.ts";
import { reasonText } from "../../../shared/domain/graph/reasonText.ts";
import type { Graph, GraphNode, Problem } from "../../../shared/domain/graph/types.ts";
import type { ImportedForm } from "./importedForm.ts";
import { type Cause, type RemovalBudget, Removals } from "./removals.ts";

/** Removes the parts at the places of these errors, and notes each. Returns whether the graph changed. */
export function repair(graph: Graph, errors: readonly Problem[], form: ImportedForm, budget: RemovalBudget): boolean {
  const removals = new Removals(graph, form, budget);
  for (const error of errors) repairOne(error, graph, removals);
  return removals.apply();
}

function repairOne(error: Problem, graph: Graph, removals: Removals): void {
  const { code, node_id: id, edge_index: edge, reason } = error;
  const [part, index, ...keys] = placeKeys(error);
  const node = graph.nodes.find((one) => one.id === id);
  const cause = { text: problemMessage(error), reason };
  if (part === "calculations")
    removals.calculation(Number(index), {
      text: `${calculationPart(keys, reason.kind)}: ${reasonText(reason)}`,
      reason,
    });
  else if (part === "translations")
    removals.translation(String(index), keys.length > 0 ? keys.join(".") : undefined, cause);
  else if (part === "pages") removals.page(Number(index), cause);
  else if (code === "page_entry") removals.page(pageOf(error, graph), cause);
  else if (edge !== undefined) removals.edge(edge, cause);
  else if (code in endCodes) removals.ends();
  else if (code === "duplicate_node_id") removals.duplicate(String(id), cause);
  else if (code === "cycle") removals.cycle(reason);
  else if (code === "node_unreachable" || code === "unknown_type") removals.node(String(id), code, cause);
  else if (node) repairNode(node, error, { keys, cause, removals });
}

/** Errors of a graph without an entry or a way to an end. */
const endCodes = { fallback_not_end: 1, entry_missing: 1, dead_end: 1, not_exhaustive: 1, no_end_reachable: 1 };

/** Returns the index of the page that an edge or the start enters in the middle. Its questions work without it. */
function pageOf({ edge_index: edge, node_id: id }: Problem, graph: Graph): number {
  const target = (edge === undefined ? id : graph.edges[edge]?.to) ?? "";
  return (graph.pages ?? []).findIndex(({ node_ids }) => node_ids.includes(target));
}

interface Repair {
  /** from the node to the place of the error */
  keys: readonly string[];
  cause: Cause;
  removals: Removals;
}

function repairNode(node: GraphNode, { code }: Problem, { keys, cause, removals }: Repair): void {
  const [, member, key = "", item, itemKey] = keys;
  if (member === "show_if") removals.showIf(node, cause);
  else if (key === "options" && itemKey === "show_if") removals.optionShowIf(node, Number(item), cause);
  else if (member === "valid_if") removals.rule(node, Number(key), cause);
  else if (code === "title_missing") removals.title(node, cause.reason);
  else if (member === "image") removals.image(node, cause);
  else if (member === "config" && key in (node.data.config ?? {}) && !isNeeded(key)) removals.config(node, key, cause);
  else if (code === "condition_ref") removals.recalls(node, cause);
  else if (code === "bad_condition") removals.guards(node, cause);
  else removals.node(node.id, code, cause);
}

/** Options, rows, columns and fields make the question. */
const isNeeded = (key: string): boolean => ["options", "rows", "columns", "fields"].includes(key);
