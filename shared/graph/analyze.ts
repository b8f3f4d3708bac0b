import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import { problemLimit } from "./limits.ts";
import { type Outline, type OutlineEdge, type OutlineNode, outlineOf } from "./outline.ts";
import { proverOf, type Verdict } from "./proof/exhaustive.ts";
import { type Reachability, reachabilityOf } from "./reachability.ts";
import { comparisonReferenceFault, recallFaults } from "./references.ts";
import { shortened } from "./shortened.ts";
import {
  cycleProblem,
  edgeProblem,
  edgeStructureProblems,
  graphProblems,
  nodeError,
  nodeProblems,
  wayProblems,
} from "./structure.ts";
import type { Condition, Graph, Problem } from "./types.ts";

/**
 * What publishing proves (decisions §4.4): every problem of a draft, whatever its state; it never throws on one that PUT
 * takes. Errors come first, each kind in graph order (the graph, its nodes, its edges), at most 100. A graph without
 * errors always finds the next node and ends after at most as many steps as it has nodes.
 *
 * `previous` is the graph of the current version: a question that changed its type since then is worth a warning.
 */
export function analyze(graph: Graph, previous?: Graph): Problem[] {
  const outline = outlineOf(graph);
  const reachability = reachabilityOf(outline);
  const ofEdges = new Map(outline.edges.map((edge) => [edge, allEdgeProblems(edge, outline, reachability)]));
  const isSound = (edge: OutlineEdge) => ofEdges.get(edge)?.every(({ code }) => !unsound.has(code)) ?? false;
  const verdicts = verdictsOf(outline, reachability, isSound);
  const problems = [
    ...graphProblems(graph, outline),
    ...allNodeProblems(graph, outline, reachability, verdicts, previous),
    ...outline.edges.flatMap((edge) => [...(ofEdges.get(edge) ?? []), ...edgeWarnings(edge, verdicts)]),
  ];
  const errors = problems.filter((problem) => problem.severity === "error");
  const warnings = problems.filter((problem) => problem.severity === "warning");
  return [...errors, ...warnings]
    .slice(0, problemLimit)
    .map((problem) => ({ ...problem, message: shortened(problem.message) }));
}

/** What makes a condition unfit to be reasoned about. */
const unsound: ReadonlySet<string> = new Set(["bad_condition", "condition_ref", "condition_type"]);

type Verdicts = ReadonlyMap<OutlineNode, Verdict>;

/** Of the nodes that can be reached and have a condition to reason about. */
function verdictsOf(outline: Outline, reachability: Reachability, isSound: (edge: OutlineEdge) => boolean): Verdicts {
  const prove = proverOf(outline, reachability, isSound);
  const asked = outline.nodes.filter(
    (node) => reachability.isReachable(node.at) && !node.is_end && node.edges.some(({ condition }) => condition),
  );
  return new Map(asked.map((node) => [node, prove(node)]));
}

/** The errors in the form of the API's `errors` (decisions §3 Publish). */
export function errorsOf(problems: readonly Problem[]): string[] {
  return problems
    .filter(({ severity }) => severity === "error")
    .map((problem) => `${placeOf(problem)}: ${problem.message}`);
}

function placeOf({ code, node_id, edge_index }: Problem): string {
  if (edge_index !== undefined) return `graph.edges.${edge_index}`;
  if (node_id !== undefined) return `graph.nodes.${node_id}`;
  return code === "fallback_not_end" ? "graph.fallback_end_node_id" : "graph.entry_node_id";
}

function allNodeProblems(
  graph: Graph,
  outline: Outline,
  reachability: Reachability,
  verdicts: Verdicts,
  previous?: Graph,
): Problem[] {
  const cycles = new Map(reachability.cycles.map((cycle) => [cycle[0], cycleProblem(cycle, outline)]));
  const typesBefore = new Map(previous?.nodes.map((node) => [node.id, node.question_type]));
  return graph.nodes.flatMap((source): Problem[] => {
    const node = outline.byId.get(source.id);
    if (node?.source !== source) return [nodeError(source, "duplicate_node_id", "another node has this id already")];
    if (!reachability.isReachable(node.at)) {
      return [nodeError(node, "node_unreachable", "no way leads here from the first node")];
    }
    return [
      ...nodeProblems(node),
      ...recallFaults(node, outline, reachability).map((fault) => nodeError(node, "condition_ref", fault)),
      ...(cycles.get(node.at) ? [cycles.get(node.at) as Problem] : []),
      ...wayProblems(node, outline, reachability, verdicts.get(node)),
      ...typeChange(node, typesBefore.get(node.id)),
    ];
  });
}

function typeChange(node: OutlineNode, before: string | undefined): Problem[] {
  const now = node.source.question_type;
  if (before === undefined || before === now) return [];
  const message = `this was \`${before}\` in the current version and is \`${now}\` now: exports show both in one column`;
  return [{ code: "type_changed_since_version", severity: "warning", node_id: node.id, message }];
}

function allEdgeProblems(edge: OutlineEdge, outline: Outline, reachability: Reachability): Problem[] {
  // A node that cannot be reached reports only that, and its edges are a part of it.
  if (edge.from && !reachability.isReachable(edge.from.at)) return [];
  const structure = edgeStructureProblems(edge);
  if (edge.from?.is_end) return structure;
  return [...structure, ...conditionProblems(edge, outline, reachability)];
}

function conditionProblems(edge: OutlineEdge, outline: Outline, reachability: Reachability): Problem[] {
  const { condition, fault, from } = edge;
  if (fault !== null) return [edgeProblem(edge, "error", "bad_condition", fault)];
  if (!condition || !from) return [];
  return comparisonProblems(edge, condition, from, outline, reachability);
}

function comparisonProblems(
  edge: OutlineEdge,
  condition: Condition,
  from: OutlineNode,
  outline: Outline,
  reachability: Reachability,
): Problem[] {
  const problems = new Map<string, Problem>();
  for (const comparison of leavesOf(condition)) {
    const reference = comparisonReferenceFault(comparison, from, outline, reachability);
    const found =
      reference === null
        ? typeProblem(comparison, from.id, outline.questions)
        : ({ code: "condition_ref", message: reference } as const);
    // The same fault in two comparisons of one condition is said once.
    if (found) problems.set(found.message, edgeProblem(edge, "error", found.code, found.message));
  }
  return [...problems.values()];
}

/** Only what is proven (decisions §4.4). An edge behind one without a condition is shadowed whatever it asks. */
function edgeWarnings(edge: OutlineEdge, verdicts: Verdicts): Problem[] {
  const { from } = edge;
  if (!from || from.is_end || edge.fault !== null) return [];
  const verdict = verdicts.get(from);
  if (verdict?.never.has(edge)) {
    return [edgeProblem(edge, "warning", "condition_unsatisfiable", "this condition can never be true")];
  }
  const earlier = from.unconditional;
  if (earlier && earlier.index < edge.index) {
    const message = `edge ${earlier.index} comes first and has no condition: this one is never taken`;
    return [edgeProblem(edge, "warning", "edge_shadowed", message)];
  }
  if (!verdict?.shadowed.has(edge)) return [];
  const message = "whenever this condition is true, an edge before it is taken";
  return [edgeProblem(edge, "warning", "edge_shadowed", message)];
}
