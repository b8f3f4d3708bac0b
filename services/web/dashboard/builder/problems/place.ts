import { placeKeys } from "../../../../../shared/domain/graph/problemPath.ts";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { pageName } from "../../../strings/en/dashboard/builder/list.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { englishName } from "../../../ui/languageNames.ts";
import { titleText } from "../../../ui/titleText.ts";
import { nameOfNode } from "../types/names.ts";

/** Returns where a problem is: `9 · Where can we reach you?, rule 2`. */
export function placeOf(problem: Problem, graph: Graph): string {
  const translation = translationOf(problem);
  if (translation) return words.translationPlace(nodePlace(problem, graph), englishName(translation.language));
  const score = graph.calculations?.[scoreIndexOf(problem) ?? -1];
  if (score) return words.scorePlace(score.title || score.key);
  const pageIndex = graph.pages?.findIndex(({ id }) => id === pageOfProblem(problem, graph)) ?? -1;
  const page = graph.pages?.[pageIndex];
  if (page) return titleText(pageName(page.title, pageIndex + 1));
  return nodePlace(problem, graph);
}

/** Returns the place of a node, or of one of its rules. */
export function nodePlace({ node_id, edge_index }: Pick<Problem, "node_id" | "edge_index">, graph: Graph): string {
  const edge = edge_index === undefined ? undefined : graph.edges[edge_index];
  const at = graph.nodes.findIndex(({ id }) => id === (node_id ?? edge?.from));
  const node = graph.nodes[at];
  if (!node) return words.ofForm;
  const name = words.place(at + 1, nameOfNode(node));
  return edge ? words.rulePlace(name, ruleNumber(edge_index as number, graph)) : name;
}

/** Returns the index of the calculation that a problem is about, or null. */
export function scoreIndexOf(problem: Problem): number | null {
  const [list, index] = placeKeys(problem);
  return list === "calculations" ? Number(index) : null;
}

/** Returns its position among the rules of its question, from 1. */
function ruleNumber(index: number, { edges }: Graph): number {
  const from = edges[index]?.from;
  return edges.slice(0, index + 1).filter((edge) => edge.from === from).length;
}

/** Returns the page whose list of questions has a problem, or null. */
export function pageOfProblem(problem: Problem, { pages = [] }: Graph): string | null {
  const [list, index] = placeKeys(problem);
  return list === "pages" ? (pages[Number(index)]?.id ?? null) : null;
}

/** Returns the language of translations that a problem is about, with the key of its text unless it is about all, or null. */
export function translationOf(problem: Problem): { language: string; key: string | null } | null {
  const [list, language, key] = placeKeys(problem);
  if (list !== "translations" || language === undefined) return null;
  return { language: String(language), key: key === undefined ? null : String(key) };
}

/** Returns the part of the inspector with the problem (`data-place`), or null. */
export function fieldOf(problem: Problem, graph: Graph): string | null {
  const { code, edge_index } = problem;
  if (edge_index !== undefined) return `rule:${graph.edges[edge_index]?.id}`;
  const [list, , data, member, key, item, part] = placeKeys(problem);
  if (list !== "nodes" || data !== "data" || member === undefined) return fields[code] ?? null;
  if (member !== "config") return member;
  return part === "show_if" ? `config.${key}.${item}.show_if` : `config.${key}`;
}

const fields: Partial<Record<Problem["code"], string>> = {
  entry_missing: "entry",
  page_entry: "entry",
  fallback_not_end: "fallback",
  hidden_reserved: "hidden",
  duplicate_node_id: "id",
  unknown_type: "type",
  type_changed_since_version: "type",
  cycle: "rules",
  dead_end: "rules",
  not_exhaustive: "rules",
  no_end_reachable: "rules",
};
