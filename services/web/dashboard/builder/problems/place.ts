import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { pageName } from "../../../strings/en/dashboard/builder/list.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { titleText } from "../../../ui/titleText.ts";
import { nameOfNode } from "../types/names.ts";

/** Returns where a problem is: `9 · Where can we reach you?, rule 2`. */
export function placeOf(problem: Problem, graph: Graph): string {
  const { node_id, edge_index } = problem;
  const score = graph.calculations?.[scoreIndexOf(problem) ?? -1];
  if (score) return words.scorePlace(score.title || score.key);
  const pageIndex = graph.pages?.findIndex(({ id }) => id === pageOfProblem(problem, graph)) ?? -1;
  const page = graph.pages?.[pageIndex];
  if (page) return titleText(pageName(page.title, pageIndex + 1));
  const edge = edge_index === undefined ? undefined : graph.edges[edge_index];
  const at = graph.nodes.findIndex(({ id }) => id === (node_id ?? edge?.from));
  const node = graph.nodes[at];
  if (!node) return words.ofForm;
  const name = words.place(at + 1, nameOfNode(node));
  return edge ? words.rulePlace(name, ruleNumber(edge_index as number, graph)) : name;
}

/** Returns the index of the calculation that a problem is about, or null. */
export function scoreIndexOf({ node_id, message }: Problem): number | null {
  const [, at] = (node_id === undefined && /^graph\.calculations\.(\d+)/.exec(message)) || [];
  return at === undefined ? null : Number(at);
}

/** Returns its position among the rules of its question, from 1. */
function ruleNumber(index: number, { edges }: Graph): number {
  const from = edges[index]?.from;
  return edges.slice(0, index + 1).filter((edge) => edge.from === from).length;
}

/** Returns the page whose list of questions has a problem, or null. */
export function pageOfProblem({ code, message }: Problem, { pages = [] }: Graph): string | null {
  const at = code === "bad_page" || code === "condition_ref" ? /^graph\.pages\.(\d+)/.exec(message)?.[1] : undefined;
  return pages[Number(at)]?.id ?? null;
}

/** Returns the part of the inspector with the problem (`data-place`), or null. */
export function fieldOf({ code, node_id, edge_index, message }: Problem, graph: Graph): string | null {
  if (edge_index !== undefined) return `rule:${graph.edges[edge_index]?.id}`;
  const [, key] = /^(?:data\.)?config\.([^.:]*)/.exec(message) ?? [];
  if (key !== undefined) return `config.${key}`;
  const [, member] = /^data\.(show_if|valid_if|image)\b/.exec(message) ?? [];
  if (member !== undefined) return member;
  if (code === "page_entry") return "entry";
  if (code !== "condition_ref") return fields[code] ?? null;
  const named = /`([^`]*)`/.exec(message)?.[1] ?? "";
  const title = graph.nodes.find(({ id }) => id === node_id)?.data?.title ?? "";
  return title.includes(`:${named}}}`) ? "title" : "description";
}

const fields: Partial<Record<Problem["code"], string>> = {
  entry_missing: "entry",
  fallback_not_end: "fallback",
  duplicate_node_id: "id",
  unknown_type: "type",
  type_changed_since_version: "type",
  title_missing: "title",
  cycle: "rules",
  dead_end: "rules",
  not_exhaustive: "rules",
  no_end_reachable: "rules",
};
