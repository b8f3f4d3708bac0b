import { compileQuestion, isQuestionType } from "../questions/index.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import { compileCondition, type WalkView } from "./evaluate.ts";
import type { Condition, Edge, Graph, GraphNode } from "./types.ts";

export interface CompiledNode {
  readonly id: string;
  readonly title: string;
  readonly question: CompiledQuestion;
  /** In graph order. The first match wins. */
  readonly edges: readonly CompiledEdge[];
}

export interface CompiledEdge {
  readonly to: string;
  matches(view: WalkView): boolean;
}

/** A published version with parsed configs and compiled conditions and patterns, built once per version. */
export interface CompiledGraph {
  readonly entry_node_id: string;
  readonly fallback_end_node_id: string | null;
  /** In graph order. */
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  readonly hidden_fields: ReadonlySet<string>;
  /** Returns the next node: the target of the first edge that matches, else the fallback (decisions §4.2). */
  next(nodeId: string, view: WalkView): string;
}

/** Compiles a graph without errors (`analyze`). Throws on others, because only valid graphs are published. */
export function compileGraph(graph: Graph): CompiledGraph {
  const parts = compiling(graph);
  for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value;
}

/** Compiles a graph in parts of a few milliseconds, so that the caller can run other work in between. */
export function* compiling(graph: Graph): Generator<void, CompiledGraph> {
  const questions = new Map<string, CompiledQuestion>();
  for (const node of graph.nodes) {
    questions.set(node.id, questionOf(node));
    yield;
  }
  const edges = new Map<string, CompiledEdge[]>();
  for (const edge of graph.edges) {
    const compiled = compileEdge(edge, questions);
    const before = edges.get(edge.from);
    if (before) before.push(compiled);
    else edges.set(edge.from, [compiled]);
    yield;
  }
  const nodes = new Map<string, CompiledNode>();
  for (const { id, data } of graph.nodes) {
    const question = questions.get(id) as CompiledQuestion;
    nodes.set(id, { id, title: data.title ?? "", question, edges: edges.get(id) ?? [] });
  }
  const entryNodeId = known(nodes, graph.entry_node_id ?? "");
  const fallbackEndNodeId = graph.fallback_end_node_id ? known(nodes, graph.fallback_end_node_id) : null;
  return {
    entry_node_id: entryNodeId,
    fallback_end_node_id: fallbackEndNodeId,
    nodes,
    hidden_fields: new Set(graph.hidden_fields),
    next(nodeId, view) {
      const edge = nodes.get(nodeId)?.edges.find((candidate) => candidate.matches(view));
      const next = edge?.to ?? fallbackEndNodeId;
      if (next === null) throw new Error(`no edge of ${nodeId} matches and the graph has no fallback`);
      return next;
    },
  };
}

function questionOf(node: GraphNode): CompiledQuestion {
  if (!isQuestionType(node.question_type))
    throw new Error(`node ${node.id}: \`${node.question_type}\` isn't a question type`);
  return compileQuestion(node);
}

function compileEdge(edge: Edge, questions: ReadonlyMap<string, CompiledQuestion>): CompiledEdge {
  const to = known(questions, edge.to);
  if (edge.condition === null || edge.condition === undefined) return { to, matches: () => true };
  return { to, matches: compileCondition(edge.condition as Condition, edge.from, questions) };
}

function known(nodes: ReadonlyMap<string, unknown>, id: string): string {
  if (!nodes.has(id)) throw new Error(`the graph has no node ${JSON.stringify(id)}`);
  return id;
}
