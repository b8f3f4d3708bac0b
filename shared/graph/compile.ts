import { compileQuestion } from "../questions/index.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import { parseCondition } from "./conditions.ts";
import { compileCondition, type WalkView } from "./evaluate.ts";
import type { Edge, Graph, GraphNode } from "./types.ts";

export interface CompiledNode {
  readonly id: string;
  readonly title: string;
  readonly question: CompiledQuestion;
  /** In the graph's order: the first that holds is taken. */
  readonly edges: readonly CompiledEdge[];
}

export interface CompiledEdge {
  readonly to: string;
  holds(view: WalkView): boolean;
}

/** A published version, ready to be walked: configs parsed, conditions and patterns compiled, once per version. */
export interface CompiledGraph {
  readonly entry_node_id: string;
  readonly fallback_end_node_id: string | null;
  /** In the graph's order. */
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  readonly hidden_fields: ReadonlySet<string>;
  /** The node after this one: over the first edge that is true, else the fallback (decisions §4.2). */
  next(node_id: string, view: WalkView): string;
}

/** Takes a graph without errors (`analyze`); throws on any other, since only such a graph is ever published. */
export function compileGraph(graph: Graph): CompiledGraph {
  const questions = new Map(graph.nodes.map((node) => [node.id, questionOf(node)]));
  const edges = Map.groupBy(graph.edges, (edge) => edge.from);
  const nodes = new Map<string, CompiledNode>();
  for (const { id, data } of graph.nodes) {
    const question = questions.get(id) as CompiledQuestion;
    const compiled = (edges.get(id) ?? []).map((edge) => compileEdge(edge, questions));
    nodes.set(id, { id, title: data.title ?? "", question, edges: compiled });
  }
  const entry_node_id = known(nodes, graph.entry_node_id ?? "");
  const fallback_end_node_id = graph.fallback_end_node_id ? known(nodes, graph.fallback_end_node_id) : null;
  return {
    entry_node_id,
    fallback_end_node_id,
    nodes,
    hidden_fields: new Set(graph.hidden_fields),
    next(node_id, view) {
      const edge = nodes.get(node_id)?.edges.find((candidate) => candidate.holds(view));
      const next = edge?.to ?? fallback_end_node_id;
      if (next === null) throw new Error(`no edge of ${node_id} is true and there is no fallback`);
      return next;
    },
  };
}

function questionOf(node: GraphNode): CompiledQuestion {
  const parsed = compileQuestion(node);
  if (!parsed.ok) throw new Error(`node ${node.id}: ${parsed.problems.join("; ")}`);
  return parsed.value;
}

function compileEdge(edge: Edge, questions: ReadonlyMap<string, CompiledQuestion>): CompiledEdge {
  const to = known(questions, edge.to);
  if (edge.condition === null || edge.condition === undefined) return { to, holds: () => true };
  const parsed = parseCondition(edge.condition);
  if (!parsed.ok) throw new Error(`edge from ${edge.from} to ${edge.to}: ${parsed.message}`);
  return { to, holds: compileCondition(parsed.value, edge.from, questions) };
}

function known(nodes: ReadonlyMap<string, unknown>, id: string): string {
  if (!nodes.has(id)) throw new Error(`the graph has no node ${JSON.stringify(id)}`);
  return id;
}
