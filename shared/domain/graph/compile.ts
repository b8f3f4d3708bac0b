import { compileQuestion, isQuestionType } from "../questions/index.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import { runToEnd } from "../runToEnd.ts";
import { type CompiledCalculations, compileCalculations } from "./calculations/compile.ts";
import { compileCondition, type Test, type WalkView } from "./evaluate.ts";
import { isUsedUp } from "./exact.ts";
import { optionsOf, shownIf } from "./guards.ts";
import { calculationsOn } from "./recalled.ts";
import type { Condition, Edge, Graph, GraphNode, Page } from "./types.ts";

export interface CompiledNode {
  readonly id: string;
  readonly title: string;
  readonly question: CompiledQuestion;
  /** Keys of calculations that an end screen lists or inserts into its texts. */
  readonly shown_calculations: readonly string[];
  /** In graph order. The first match wins. */
  readonly edges: readonly CompiledEdge[];
  /** Null if the node has none of these conditions. */
  readonly guards: CompiledGuards | null;
}

/** Compiled conditions of a node (guards.ts). */
export interface CompiledGuards {
  /** Decides on arrival whether a walk stops at the node. */
  isShown: Test;
  /** conditions of options, by value */
  options: ReadonlyMap<string, Test>;
  /** rules for a given answer, in order */
  rules: readonly { holds: Test; message: string }[];
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
  /** null without any */
  readonly calculations: CompiledCalculations | null;
  /** messages of rules have markup (wants §21.1) */
  readonly has_markup: boolean;
  /** those in random order */
  readonly shuffled_pages: readonly Page[];
  /** Returns the first node that is shown. It is the entry node unless that has no option to show. */
  first(view: WalkView): string;
  /**
   * Returns the next node: the target of the first edge that matches, else the fallback (decisions §4.2). Passes over nodes that
   * aren't shown.
   */
  next(nodeId: string, view: WalkView): string;
  /** Like `next`, but null if no edge matches, because a required node has no answer yet. */
  nextOrNull(nodeId: string, view: WalkView): string | null;
}

/** Compiles a graph without errors (`analyze`). Throws on others, because only valid graphs are published. */
export const compileGraph = (graph: Graph): CompiledGraph => runToEnd(compiling(graph));

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
  for (const node of graph.nodes) {
    const { id, data } = node;
    const question = questions.get(id) as CompiledQuestion;
    const guards = compileGuards(node, question, questions);
    nodes.set(id, {
      id,
      title: data.title ?? "",
      question,
      shown_calculations: question.is_end ? calculationsOn(node) : [],
      edges: edges.get(id) ?? [],
      guards,
    });
    if (guards) yield;
  }
  const entryNodeId = known(nodes, graph.entry_node_id ?? "");
  const fallbackEndNodeId = graph.fallback_end_node_id ? known(nodes, graph.fallback_end_node_id) : null;
  return {
    entry_node_id: entryNodeId,
    fallback_end_node_id: fallbackEndNodeId,
    nodes,
    hidden_fields: new Set(graph.hidden_fields),
    calculations: graph.calculations?.length ? compileCalculations(graph.calculations, questions) : null,
    has_markup: graph.markup !== undefined,
    shuffled_pages: graph.pages?.filter(({ shuffle }) => shuffle) ?? [],
    first: (view) => shownFrom(entryNodeId, view) ?? entryNodeId,
    next(nodeId, view) {
      const next = nextOrNull(nodeId, view);
      if (next === null) throw new Error(`no edge of ${nodeId} matches and the graph has no fallback`);
      return next;
    },
    nextOrNull,
  };

  function nextOrNull(nodeId: string, view: WalkView): string | null {
    return shownFrom(follow(nodeId, view), view);
  }

  function follow(nodeId: string, view: WalkView): string | null {
    return nodes.get(nodeId)?.edges.find((candidate) => candidate.matches(view))?.to ?? fallbackEndNodeId;
  }

  function shownFrom(nodeId: string | null, view: WalkView): string | null {
    let id = nodeId;
    while (id !== null && isPassedOver(nodes.get(id), view)) id = follow(id, view);
    return id;
  }
}

function isPassedOver(node: CompiledNode | undefined, view: WalkView): boolean {
  if (!node) return false;
  return node.guards?.isShown(view) === false || (node.question.is_required && isUsedUp(node, view));
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

export function compileGuards(
  node: GraphNode,
  question: CompiledQuestion,
  questions: ReadonlyMap<string, CompiledQuestion>,
): CompiledGuards | null {
  const compile = (condition: unknown) => compileCondition(condition as Condition, node.id, questions);
  const shown = shownIf(node, question);
  const conditional = optionsOf(node.data.config).filter(({ show_if = null }) => show_if !== null);
  const { valid_if: rules = [] } = node.data;
  if (!shown && conditional.length === 0 && rules.length === 0) return null;
  return {
    isShown: shown ? compile(shown) : () => true,
    options: new Map(conditional.map(({ value, show_if }) => [String(value), compile(show_if)])),
    rules: rules.map(({ condition, message = "" }) => ({ holds: compile(condition), message })),
  };
}

function known(nodes: ReadonlyMap<string, unknown>, id: string): string {
  if (!nodes.has(id)) throw new Error(`the graph has no node ${JSON.stringify(id)}`);
  return id;
}
