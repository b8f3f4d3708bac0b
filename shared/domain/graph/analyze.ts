import { problemLimit } from "../limits.ts";
import { TableBudget } from "../questions/matchCost.ts";
import { exceptUnknown } from "./calculations/compile.ts";
import { calculationProblems } from "./calculations/problems.ts";
import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import { calculationCostProblems, costProblems, passingCostProblems } from "./cost.ts";
import { changesSince } from "./diff/sinceVersion.ts";
import { leafLimitProblems, neverTrue, nodeConditionProblems } from "./nodeConditionProblems.ts";
import { type Outline, type OutlineEdge, type OutlineGuard, type OutlineNode, outlineOf } from "./outline.ts";
import { pageProblems } from "./pageProblems.ts";
import { batchCostProblems, optionCostProblems } from "./pathCost.ts";
import { type Found, located, problemMessage } from "./problem.ts";
import { Prover, type Verdict } from "./proof/verdicts.ts";
import { type Reachability, reachabilityOf } from "./reachability.ts";
import { comparisonReferenceFault, recallFaults } from "./references.ts";
import { traceWalk } from "./simulate.ts";
import {
  cycleProblem,
  edgeError,
  edgeStructureProblems,
  edgeWarning,
  graphProblems,
  nodeError,
  nodeProblems,
  outgoingProblems,
} from "./structure.ts";
import { type FormSettings, translationProblems } from "./translations/problems.ts";
import type { Condition, Example, Graph, Problem, ProblemCode } from "./types.ts";

/**
 * Validates a draft (decisions §4.4). Returns up to 100 problems, errors first, each kind in graph order (graph, nodes, edges).
 * Never throws on a draft that PUT accepts. A walk through a graph without errors always finds the next node and ends after at
 * most as many steps as the graph has nodes.
 *
 * `previous` is the graph of the current version, for warnings about breaking changes. `settings` are those of the form that its
 * translations depend on.
 */
export function analyze(graph: Graph, previous?: Graph, settings?: FormSettings): Problem[] {
  const outline = outlineOf(graph);
  const reachability = reachabilityOf(outline);
  const ofEdges = new Map(outline.edges.map((edge) => [edge, allEdgeProblems(edge, outline, reachability)]));
  const ofGuards = new Map(
    outline.nodes.flatMap((node) =>
      node.guards.length > 0 && reachability.isReachable(node.at)
        ? [[node, nodeConditionProblems(node, outline, reachability)] as const]
        : [],
    ),
  );
  const isSound = (edge: OutlineEdge): boolean => (edge.index < 0 ? isSoundGuard(edge) : isSoundEdge(edge));
  const isSoundGuard = (edge: OutlineEdge): boolean =>
    edge.from !== null && (ofGuards.get(edge.from)?.every(({ code }) => !unsound.has(code)) ?? false);
  const isSoundEdge = (edge: OutlineEdge): boolean =>
    // conditions of edges that are never followed aren't checked
    edge.from !== null &&
    !edge.from.is_end &&
    reachability.isReachable(edge.from.at) &&
    (ofEdges.get(edge)?.every(({ code }) => !unsound.has(code)) ?? false) &&
    readsSoundCalculations(edge, outline);
  const prover = new Prover({ outline, reachability, isSound });
  const verdicts = prover.verdicts(outline.nodes.filter((node) => needsProof(node, reachability)));
  const problems = [
    ...graphProblems(graph, outline),
    ...calculationProblems(outline),
    ...calculationCostProblems(outline, new TableBudget()),
    ...allNodeProblems(graph, outline, reachability, { verdicts, prover, ofGuards }, previous),
    ...pathLimitProblems(outline, prover),
    ...pageProblems(graph, outline, reachability),
    ...outline.edges.flatMap((edge) => [...(ofEdges.get(edge) ?? []), ...edgeWarnings(edge, verdicts)]),
    ...translationProblems(graph, outline, reachability, settings),
  ];
  const errors = problems.filter((problem) => problem.severity === "error");
  const warnings = problems.filter((problem) => problem.severity === "warning");
  const listed = [...errors, ...warnings].slice(0, problemLimit);
  const shown = listed.some(({ code }) => unwalkable.has(code)) ? withCheckedExamples(listed, outline) : listed;
  return shown.map((problem) => located(problem, graph));
}

function readsSoundCalculations({ condition }: OutlineEdge, { calculations }: Outline): boolean {
  if (!condition || calculations.size === 0) return true;
  return leavesOf(condition).every(
    ({ left }) => left?.type !== "calculation" || calculations.get(left.key)?.isSound === true,
  );
}

/** Problems that can stop a walk before it reaches the node of an example. */
const unwalkable: ReadonlySet<ProblemCode> = new Set([
  "unknown_type",
  "bad_config",
  "bad_condition",
  "bad_calculation",
  "condition_type",
  "condition_ref",
  "edge_dangling",
  "cycle",
  "duplicate_node_id",
]);

const checkedLimit = 10;

/** Keeps only examples that reach their node in a simulation. Checks only the first few, because each costs a walk. */
function withCheckedExamples(problems: Found[], outline: Outline): Found[] {
  let left = checkedLimit;
  return problems.map((problem) => {
    if (!problem.example) return problem;
    left -= 1;
    return left >= 0 && isShown(problem, problem.example, outline) ? problem : { ...problem, example: null };
  });
}

/** False also if the walk depends on the day of the start. */
function isShown({ code, node_id, edge_index }: Found, example: Example, outline: Outline): boolean {
  const traced = exceptUnknown(() => traceWalk(outline, { ...example, today: "" }));
  if (traced === null) return false;
  const {
    stopped,
    tracing: { steps },
  } = traced;
  if (code !== "condition_unsatisfiable") return stopped?.node_id === node_id && stopped?.reason === "no_edge";
  if (edge_index === undefined) return steps.some((step) => step.node_id === node_id) || stopped?.node_id === node_id;
  return steps.some(({ edges }) => edges.some((edge) => edge.edge_index === edge_index && !edge.result));
}

/** Problems of conditions that proofs can't evaluate. */
const unsound: ReadonlySet<string> = new Set(["bad_condition", "condition_ref", "condition_type"]);

/** Returns problems of all `show_if` and `valid_if` together, and of the steps on a path. */
function pathLimitProblems(outline: Outline, { order }: Prover): Found[] {
  const tooMany = leafLimitProblems(outline);
  if (tooMany.length > 0 || !order) return tooMany;
  const tables = new TableBudget();
  return [
    ...passingCostProblems(outline, order, tables),
    ...optionCostProblems(outline, order, tables),
    ...batchCostProblems(outline, order, tables),
  ];
}

/** Returns warnings about conditions of a node that are never true, with answers that lead to it. */
function guardWarnings(node: OutlineNode, problems: readonly Found[], prover: Prover): Found[] {
  if (problems.some(({ code }) => unsound.has(code))) return [];
  return node.guards
    .filter((guard: OutlineGuard) => prover.isNeverTrue(guard, node))
    .map((guard) => neverTrue(guard, node, prover.exampleTo(node)));
}

type Verdicts = ReadonlyMap<OutlineNode, Verdict>;

/** Returns whether the node is reachable and has a condition to prove. */
function needsProof(node: OutlineNode, reachability: Reachability): boolean {
  return reachability.isReachable(node.at) && !node.is_end && node.edges.some(({ condition }) => condition);
}

/** Formats errors for the API's `errors` (decisions §3 Publish). */
export function errorsOf(problems: readonly Omit<Problem, "example">[]): string[] {
  return problems
    .filter(({ severity }) => severity === "error")
    .map((problem) => `${isOfPart(problem) ? "" : `${fieldOf(problem)}: `}${problemMessage(problem)}`);
}

/** Pages, calculations and translations have no id in a problem, so the message starts with their path. */
const isOfPart = ({ path }: Pick<Problem, "path">): boolean =>
  /^\/(pages|calculations|translations)\//.test(path ?? "");

function fieldOf({ code, node_id, edge_index }: Omit<Problem, "example">): string {
  if (edge_index !== undefined) return `graph.edges.${edge_index}`;
  if (node_id !== undefined) return `graph.nodes.${node_id}`;
  return code === "fallback_not_end" ? "graph.fallback_end_node_id" : "graph.entry_node_id";
}

function allNodeProblems(
  graph: Graph,
  outline: Outline,
  reachability: Reachability,
  { verdicts, prover, ofGuards }: { verdicts: Verdicts; prover: Prover; ofGuards: ReadonlyMap<OutlineNode, Found[]> },
  previous?: Graph,
): Found[] {
  const cycles = new Map(reachability.cycles.map((cycle) => [cycle[0], cycleProblem(cycle, outline)]));
  const sinceVersion = previous ? changesSince(previous, graph) : new Map<string, Found[]>();
  const tables = new TableBudget();
  const ofNodes = graph.nodes.flatMap((source, index): Found[] => {
    const node = outline.byId.get(source.id);
    if (node?.source !== source)
      return [nodeError({ id: source.id, index }, "duplicate_node_id", { kind: "node_id_repeated" }, ["id"])];
    if (!reachability.isReachable(node.at)) return [nodeError(node, "node_unreachable", { kind: "unreachable" })];
    return [
      ...nodeProblems(node),
      ...(ofGuards.get(node) ?? []),
      ...costProblems(node, outline, tables),
      ...recallFaults(node, outline, reachability).map(({ at, reason }) =>
        nodeError(node, "condition_ref", reason, at),
      ),
      ...(cycles.get(node.at) ? [cycles.get(node.at) as Found] : []),
      ...outgoingProblems(node, outline, reachability, verdicts.get(node), (dead) => prover.exampleTo(dead)),
      ...guardWarnings(node, ofGuards.get(node) ?? [], prover),
      ...(sinceVersion.get(node.id) ?? []),
    ];
  });
  const removed = [...sinceVersion].flatMap(([id, problems]) => (outline.byId.has(id) ? [] : problems));
  return [...ofNodes, ...removed];
}

function allEdgeProblems(edge: OutlineEdge, outline: Outline, reachability: Reachability): Found[] {
  // an unreachable node has only that one problem
  if (edge.from && !reachability.isReachable(edge.from.at)) return [];
  const structure = edgeStructureProblems(edge);
  if (edge.from?.is_end) return structure;
  return [...structure, ...conditionProblems(edge, outline, reachability)];
}

function conditionProblems(edge: OutlineEdge, outline: Outline, reachability: Reachability): Found[] {
  const { condition, fault, from } = edge;
  if (fault !== null) return [edgeError(edge, "bad_condition", fault.reason, ["condition", ...fault.at])];
  if (!condition || !from) return [];
  return comparisonProblems(edge, condition, from, outline, reachability);
}

function comparisonProblems(
  edge: OutlineEdge,
  condition: Condition,
  from: OutlineNode,
  outline: Outline,
  reachability: Reachability,
): Found[] {
  const problems = new Map<string, Found>();
  for (const comparison of leavesOf(condition)) {
    const reference = comparisonReferenceFault(comparison, from, outline, reachability);
    const found = reference
      ? { code: "condition_ref" as const, reason: reference }
      : typeProblem(comparison, from.id, outline.questions);
    // report a repeated fault of one condition once
    if (found) problems.set(JSON.stringify(found.reason), edgeError(edge, found.code, found.reason, ["condition"]));
  }
  return [...problems.values()];
}

/** Returns proven warnings only (decisions §4.4). Edges after one without a condition are always shadowed. */
function edgeWarnings(edge: OutlineEdge, verdicts: Verdicts): Found[] {
  const { from } = edge;
  if (!from || from.is_end || edge.fault !== null) return [];
  const verdict = verdicts.get(from);
  const example = verdict?.never.get(edge);
  if (example !== undefined) {
    return [edgeWarning(edge, "condition_unsatisfiable", { kind: "never_true" }, ["condition"], example)];
  }
  const earlier = from.unconditional;
  if (earlier && earlier.index < edge.index) {
    return [edgeWarning(edge, "edge_shadowed", { kind: "shadowed_by", edge_index: earlier.index })];
  }
  if (!verdict?.shadowed.has(edge)) return [];
  return [edgeWarning(edge, "edge_shadowed", { kind: "shadowed" })];
}
