import type { Graph, GraphNode, Problem } from "../../../shared/domain/graph/types.ts";
import type { ImportedForm } from "./importedForm.ts";
import { Removals, type Strain } from "./removals.ts";

/** Removes the parts that these errors name, and notes each. Returns whether the graph changed. */
export function repair(graph: Graph, errors: readonly Problem[], form: ImportedForm, strain: Strain): boolean {
  const removals = new Removals(graph, form, strain);
  for (const error of errors) repairOne(error, graph, removals);
  return removals.apply();
}

function repairOne(error: Problem, graph: Graph, removals: Removals): void {
  const { code, node_id: id, edge_index: edge, message } = error;
  const calculation = /^graph\.calculations\.(\d+)/.exec(message);
  const node = graph.nodes.find((one) => one.id === id);
  if (calculation) removals.calculation(Number(calculation[1]), message);
  else if (code === "bad_page" || code === "page_entry" || message.startsWith("graph.pages."))
    repairPage(error, graph, removals);
  else if (edge !== undefined) removals.edge(edge, message);
  else if (code in endCodes) removals.ends();
  else if (code === "duplicate_node_id") removals.duplicate(String(id), message);
  else if (code === "cycle") removals.cycle(String(id));
  else if (code === "node_unreachable" || code === "unknown_type") removals.node(String(id), code, message);
  else if (node) repairNode(node, error, removals);
}

/** Errors of a graph without an entry or a way to an end. */
const endCodes = { fallback_not_end: 1, entry_missing: 1, dead_end: 1, not_exhaustive: 1, no_end_reachable: 1 };

/** Removes a page that can't be entered. Its questions work without it. */
function repairPage({ message, edge_index: edge, node_id: id }: Problem, graph: Graph, removals: Removals): void {
  const path = /^graph\.pages\.(\d+)/.exec(message);
  const target = (edge === undefined ? id : graph.edges[edge]?.to) ?? "";
  const index = path ? Number(path[1]) : (graph.pages ?? []).findIndex(({ node_ids }) => node_ids.includes(target));
  removals.page(index, message);
}

const guardPath = /^data\.(?:(show_if)|config\.options\.(\d+)\.show_if|valid_if\.(\d+))/;

function repairNode(node: GraphNode, { code, message }: Problem, removals: Removals): void {
  const [, showIf, option, rule] = guardPath.exec(message) ?? [];
  const key = /^config\.([a-z_]+)/.exec(message)?.[1];
  if (showIf) removals.showIf(node, message);
  else if (option) removals.optionShowIf(node, Number(option), message);
  else if (rule) removals.rule(node, Number(rule), message);
  else if (code === "title_missing") removals.title(node);
  else if (message.startsWith("data.image")) removals.image(node, message);
  else if (key !== undefined && key in (node.data.config ?? {}) && !isNeeded(key)) removals.config(node, key, message);
  else if (code === "condition_ref") removals.recalls(node, message);
  else if (code === "bad_condition") removals.guards(node, message);
  else removals.node(node.id, code, message);
}

/** Options, rows and columns make the question. */
const isNeeded = (key: string): boolean => ["options", "rows", "columns"].includes(key);
