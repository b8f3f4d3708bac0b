import { TableBudget } from "../questions/matchCost.ts";
import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import { costProblems } from "./cost.ts";
import { changesSince } from "./diff/sinceVersion.ts";
import { problemLimit } from "./limits.ts";
import { type Outline, type OutlineEdge, type OutlineNode, outlineOf } from "./outline.ts";
import { Prover, type Verdict } from "./proof/verdicts.ts";
import { type Reachability, reachabilityOf } from "./reachability.ts";
import { comparisonReferenceFault, recallFaults } from "./references.ts";
import { shortened } from "./shortened.ts";
import { simulateOutline } from "./simulate.ts";
import {
  cycleProblem,
  edgeProblem,
  edgeStructureProblems,
  graphProblems,
  nodeError,
  nodeProblems,
  wayProblems,
} from "./structure.ts";
import type { Condition, Example, Graph, Problem, ProblemCode } from "./types.ts";

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
  const isSound = (edge: OutlineEdge) =>
    // the condition of an edge that is never followed has not been checked
    edge.from !== null &&
    !edge.from.is_end &&
    reachability.isReachable(edge.from.at) &&
    (ofEdges.get(edge)?.every(({ code }) => !unsound.has(code)) ?? false);
  const prover = new Prover({ outline, reachability, isSound });
  const verdicts = prover.verdicts(outline.nodes.filter((node) => isAsked(node, reachability)));
  const problems = [
    ...graphProblems(graph, outline),
    ...allNodeProblems(graph, outline, reachability, { verdicts, prover }, previous),
    ...outline.edges.flatMap((edge) => [...(ofEdges.get(edge) ?? []), ...edgeWarnings(edge, verdicts)]),
  ];
  const errors = problems.filter((problem) => problem.severity === "error");
  const warnings = problems.filter((problem) => problem.severity === "warning");
  const listed = [...errors, ...warnings].slice(0, problemLimit);
  const shown = listed.some(({ code }) => unwalkable.has(code)) ? withCheckedExamples(listed, outline) : listed;
  return shown.map((problem) => ({ ...problem, message: shortened(problem.message) }));
}

/** What may stop a walk before it comes to what an example is to show. */
const unwalkable: ReadonlySet<ProblemCode> = new Set([
  "unknown_type",
  "bad_config",
  "bad_condition",
  "condition_type",
  "condition_ref",
  "edge_dangling",
  "cycle",
  "duplicate_node_id",
]);

const checkedLimit = 10;

/** Only examples that get to their node when they are walked; beyond the first few none, since each costs a walk. */
function withCheckedExamples(problems: Problem[], outline: Outline): Problem[] {
  let left = checkedLimit;
  return problems.map((problem) => {
    if (!problem.example) return problem;
    left -= 1;
    return left >= 0 && isShown(problem, problem.example, outline) ? problem : { ...problem, example: null };
  });
}

function isShown({ code, node_id, edge_index }: Problem, example: Example, outline: Outline): boolean {
  const { stopped, steps } = simulateOutline(outline, { ...example, today: "" });
  if (code !== "condition_unsatisfiable") return stopped?.node_id === node_id && stopped?.reason === "no_edge";
  return steps.some(({ edges }) => edges.some((edge) => edge.edge_index === edge_index && !edge.result));
}

/** What makes a condition unfit to be reasoned about. */
const unsound: ReadonlySet<string> = new Set(["bad_condition", "condition_ref", "condition_type"]);

type Verdicts = ReadonlyMap<OutlineNode, Verdict>;

/** Can it be reached, and has it a condition to reason about? */
function isAsked(node: OutlineNode, reachability: Reachability): boolean {
  return reachability.isReachable(node.at) && !node.is_end && node.edges.some(({ condition }) => condition);
}

/** The errors in the form of the API's `errors` (decisions §3 Publish). */
export function errorsOf(problems: readonly Problem[]): string[] {
  return problems
    .filter(({ severity }) => severity === "error")
    .map((problem) => `${fieldOf(problem)}: ${problem.message}`);
}

function fieldOf({ code, node_id, edge_index }: Problem): string {
  if (edge_index !== undefined) return `graph.edges.${edge_index}`;
  if (node_id !== undefined) return `graph.nodes.${node_id}`;
  return code === "fallback_not_end" ? "graph.fallback_end_node_id" : "graph.entry_node_id";
}

function allNodeProblems(
  graph: Graph,
  outline: Outline,
  reachability: Reachability,
  { verdicts, prover }: { verdicts: Verdicts; prover: Prover },
  previous?: Graph,
): Problem[] {
  const cycles = new Map(reachability.cycles.map((cycle) => [cycle[0], cycleProblem(cycle, outline)]));
  const sinceVersion = previous ? changesSince(previous, graph) : new Map<string, Problem[]>();
  const tables = new TableBudget();
  const ofNodes = graph.nodes.flatMap((source): Problem[] => {
    const node = outline.byId.get(source.id);
    if (node?.source !== source) return [nodeError(source, "duplicate_node_id", "another node has the same ID")];
    if (!reachability.isReachable(node.at)) {
      return [nodeError(node, "node_unreachable", "no path leads here from the entry node")];
    }
    return [
      ...nodeProblems(node),
      ...costProblems(node, outline, tables),
      ...recallFaults(node, outline, reachability).map((fault) => nodeError(node, "condition_ref", fault)),
      ...(cycles.get(node.at) ? [cycles.get(node.at) as Problem] : []),
      ...wayProblems(node, outline, reachability, verdicts.get(node), (dead) => prover.exampleTo(dead)),
      ...(sinceVersion.get(node.id) ?? []),
    ];
  });
  const removed = [...sinceVersion].flatMap(([id, problems]) => (outline.byId.has(id) ? [] : problems));
  return [...ofNodes, ...removed];
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
  const example = verdict?.never.get(edge);
  if (example !== undefined) {
    return [edgeProblem(edge, "warning", "condition_unsatisfiable", "this condition is never true", example)];
  }
  const earlier = from.unconditional;
  if (earlier && earlier.index < edge.index) {
    const message = `never reached: edge ${earlier.index} before it has no condition`;
    return [edgeProblem(edge, "warning", "edge_shadowed", message)];
  }
  if (!verdict?.shadowed.has(edge)) return [];
  const message = "never reached: an earlier edge matches whenever this one does";
  return [edgeProblem(edge, "warning", "edge_shadowed", message)];
}
