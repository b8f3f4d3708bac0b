import { checker } from "../check.ts";
import { questionTypes } from "../questions/question.ts";
import { NodeImage } from "../shapes/graph.ts";
import type { Outline, OutlineEdge, OutlineNode } from "./outline.ts";
import type { Verdict } from "./proof/verdicts.ts";
import type { Reachability } from "./reachability.ts";
import type { Example, Graph, Problem, ProblemCode } from "./types.ts";

/** Structural problems, which don't depend on conditions (decisions §4.4). */

export function graphProblems(graph: Graph, outline: Outline): Problem[] {
  const problems: Problem[] = [];
  const { entry_node_id: entry } = graph;
  if (!outline.entry) {
    const message = isNamed(entry)
      ? `\`entry_node_id\` is \`${entry}\`, which doesn't exist`
      : "`entry_node_id` is missing; choose the start";
    problems.push({ code: "entry_missing", severity: "error", message, example: null });
  }
  if (outline.fallbackFault !== null) {
    problems.push({ code: "fallback_not_end", severity: "error", example: null, message: outline.fallbackFault });
  }
  return problems;
}

/** Returns problems of a node's type, config and title. */
export function nodeProblems(node: OutlineNode): Problem[] {
  const { question_type, data } = node.source;
  if (node.is_screen === null) return [nodeError(node, "unknown_type", unknownType(question_type))];
  const problems = node.config_problems.map((problem) => nodeError(node, "bad_config", `config.${problem}`));
  if (!node.is_screen && !data?.title?.trim())
    problems.push(nodeError(node, "title_missing", "a question needs a title"));
  if (data?.image !== undefined) {
    problems.push(...imageFaults(data.image).map((fault) => nodeError(node, "bad_config", fault)));
  }
  return problems;
}

const checkImage = checker(NodeImage);
const imageFaults = (image: unknown) => checkImage(image).map((fault) => `data.image.${fault}`);

const unknownType = (type: string) => `\`${type}\` isn't a question type; known types: ${questionTypes.join(", ")}`;

/** Returns problems of a node's outgoing edges. Empty without an entry. */
export function outgoingProblems(
  node: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  verdict: Verdict | undefined,
  exampleTo: (node: OutlineNode) => Example | null,
): Problem[] {
  if (!outline.entry) return [];
  const problems: Problem[] = [];
  if (!node.is_end && !outline.fallback) {
    if (node.edges.length === 0)
      problems.push(nodeError(node, "dead_end", "no outgoing edge and no default end screen", exampleTo(node)));
    else if (!node.unconditional && verdict?.kind !== "proven")
      problems.push(nodeError(node, "not_exhaustive", notExhaustive(verdict, outline, node), verdict?.example));
  }
  if (node === outline.entry && !outline.nodes.some(({ at, is_end }) => is_end && reachability.isReachable(at))) {
    problems.push(nodeError(node, "no_end_reachable", "no end screen can be reached from here"));
  }
  return problems;
}

export function cycleProblem(cycle: readonly number[], outline: Outline): Problem {
  const nodes = cycle.map((at) => outline.nodes[at] as OutlineNode);
  const named = nodes.slice(0, 5).map(({ id }) => `\`${id}\``);
  const rest = nodes.length > named.length ? ` and ${nodes.length - named.length} more` : "";
  return nodeError(nodes[0] as OutlineNode, "cycle", `the edges form a cycle: ${named.join(", ")}${rest}`);
}

export function edgeStructureProblems(edge: OutlineEdge): Problem[] {
  const problems: Problem[] = [];
  const missing = [edge.from ? [] : [edge.source.from], edge.to ? [] : [edge.source.to]].flat();
  if (missing.length > 0) {
    const names = missing.map((id) => `\`${id}\``).join(" and ");
    problems.push(edgeProblem(edge, "error", "edge_dangling", `node ${names} not found`));
  }
  if (edge.from?.is_end) {
    problems.push(
      edgeProblem(edge, "error", "end_has_edges", `\`${edge.from.id}\` is an end screen and can't have edges`),
    );
  }
  return problems;
}

export function nodeError(
  node: { id: string },
  code: ProblemCode,
  message: string,
  example: Example | null = null,
): Problem {
  return { code, severity: "error", node_id: node.id, message, example };
}

/** Returns a problem of an edge. `node_id` is its source node, if that exists. */
export function edgeProblem(
  edge: OutlineEdge,
  severity: Problem["severity"],
  code: ProblemCode,
  message: string,
  example: Example | null = null,
): Problem {
  return { code, severity, ...(edge.from && { node_id: edge.from.id }), edge_index: edge.index, message, example };
}

function notExhaustive(verdict: Verdict | undefined, { questions }: Outline, node: OutlineNode): string {
  if (!questions.has(node.id) || node.edges.some(({ fault }) => fault !== null)) {
    return "some answers may match no edge; fix the errors in this node and its conditions first";
  }
  const advice = "add a last edge without a condition, or choose a default end screen";
  if (!verdict || verdict.kind === "given up") {
    return `too many combinations to check every answer; ${advice}`;
  }
  const found = verdict.example ? "no edge matches when" : "an edge may be missing when";
  return `${found} ${verdict.missed || "this node is answered"}; ${advice}`;
}

function isNamed(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
