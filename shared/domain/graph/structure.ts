import { faultFinder } from "../check.ts";
import type { Keys } from "../fault.ts";
import { isRecognized } from "../mediaTypes.ts";
import { questionTypes } from "../questions/question.ts";
import type { Outline, OutlineEdge, OutlineNode } from "./outline.ts";
import type { Found } from "./problem.ts";
import type { Verdict } from "./proof/verdicts.ts";
import type { Reachability } from "./reachability.ts";
import { NodeImage } from "./shapes/graph.ts";
import type { Example, Graph, Problem, ProblemCode, Reason } from "./types.ts";

/** Structural problems, which don't depend on conditions (decisions §4.4). */

export function graphProblems(graph: Graph, outline: Outline): Found[] {
  const problems: Found[] = [];
  const { entry_node_id: entry } = graph;
  if (!outline.entry) {
    const reason: Reason = isNamed(entry) ? { kind: "start_unknown", node_id: entry } : { kind: "start_missing" };
    problems.push({ code: "entry_missing", severity: "error", at: ["entry_node_id"], reason, example: null });
  }
  if (outline.fallbackFault !== null) {
    const [at, reason] = [["fallback_end_node_id"], outline.fallbackFault];
    problems.push({ code: "fallback_not_end", severity: "error", at, reason, example: null });
  }
  return [...problems, ...reservedWarnings(graph)];
}

/** Parameters of the page's address with a meaning of their own. */
const reservedParameters: ReadonlySet<string> = new Set(["link", "lang", "prefill", "kiosk", "embed"]);

const reservedWarnings = ({ hidden_fields: keys = [] }: Graph): Found[] =>
  keys.flatMap((key, index) =>
    reservedParameters.has(key)
      ? [
          {
            code: "hidden_reserved",
            severity: "warning",
            at: ["hidden_fields", index],
            reason: { kind: "hidden_reserved", key },
            example: null,
          } as const,
        ]
      : [],
  );

/** Returns problems of a node's type, config and title. */
export function nodeProblems(node: OutlineNode): Found[] {
  const { question_type, data } = node.source;
  if (node.is_screen === null) {
    const reason: Reason = { kind: "type_unknown", question_type, allowed: [...questionTypes] };
    return [nodeError(node, "unknown_type", reason, ["question_type"])];
  }
  const problems = node.config_faults.map(({ at, reason }) =>
    nodeError(node, "bad_config", reason, ["data", "config", ...at]),
  );
  if (!node.is_screen && !data?.title?.trim())
    problems.push(nodeError(node, "title_missing", { kind: "title_missing" }, ["data", "title"]));
  if (data?.image !== undefined) {
    const faults = imageFaults(data.image);
    problems.push(...faults.map(({ at, reason }) => nodeError(node, "bad_config", reason, ["data", "image", ...at])));
  }
  return [...problems, ...mediaTypeWarnings(node)];
}

/** Returns warnings about types of files that no upload can have. */
function mediaTypeWarnings(node: OutlineNode): Found[] {
  const { question_type, data } = node.source;
  const accept = question_type === "file_upload" && node.config_faults.length === 0 ? data?.config?.accept : null;
  if (!Array.isArray(accept)) return [];
  return accept.flatMap((type, index): Found[] => {
    if (isRecognized(String(type))) return [];
    const reason: Reason = { kind: "media_type_unknown", value: String(type) };
    return [{ ...nodeError(node, "bad_config", reason, ["data", "config", "accept", index]), severity: "warning" }];
  });
}

const imageFaults = faultFinder(NodeImage);

/** Returns problems of a node's outgoing edges. Empty without an entry. */
export function outgoingProblems(
  node: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  verdict: Verdict | undefined,
  exampleTo: (node: OutlineNode) => Example | null,
): Found[] {
  if (!outline.entry) return [];
  const problems: Found[] = [];
  if (!node.is_end && !outline.fallback) {
    if (node.edges.length === 0) problems.push(nodeError(node, "dead_end", { kind: "dead_end" }, [], exampleTo(node)));
    else if (!node.unconditional && verdict?.kind !== "proven")
      problems.push(nodeError(node, "not_exhaustive", notExhaustive(verdict, outline, node), [], verdict?.example));
  }
  if (node === outline.entry && !outline.nodes.some(({ at, is_end }) => is_end && reachability.isReachable(at))) {
    problems.push(nodeError(node, "no_end_reachable", { kind: "end_unreachable" }));
  }
  return problems;
}

export function cycleProblem(cycle: readonly number[], outline: Outline): Found {
  const nodes = cycle.map((at) => outline.nodes[at] as OutlineNode);
  const ids = nodes.slice(0, 5).map(({ id }) => id);
  return nodeError(nodes[0] as OutlineNode, "cycle", { kind: "cycle", node_ids: ids, count: nodes.length });
}

export function edgeStructureProblems(edge: OutlineEdge): Found[] {
  const problems: Found[] = [];
  const missing = [edge.from ? [] : [edge.source.from], edge.to ? [] : [edge.source.to]].flat();
  if (missing.length > 0) {
    const key = missing.length > 1 ? [] : [edge.from ? "to" : "from"];
    problems.push(edgeError(edge, "edge_dangling", { kind: "edge_ends_unknown", node_ids: missing }, key));
  }
  if (edge.from?.is_end) {
    problems.push(edgeError(edge, "end_has_edges", { kind: "end_has_edges", node_id: edge.from.id }));
  }
  return problems;
}

/** Returns a problem of a node. `keys` lead from the node to the place. */
export function nodeError(
  { id, index }: Pick<OutlineNode, "id" | "index">,
  code: ProblemCode,
  reason: Reason,
  keys: Keys = [],
  example: Example | null = null,
): Found {
  return { code, severity: "error", node_id: id, at: ["nodes", index, ...keys], reason, example };
}

/** Returns an error of an edge. `node_id` is its source node, if that exists, and `keys` lead from the edge to the place. */
export function edgeError(edge: OutlineEdge, code: ProblemCode, reason: Reason, keys: Keys = []): Found {
  return edgeProblem(edge, "error", code, reason, keys);
}

export const edgeWarning = (
  edge: OutlineEdge,
  code: ProblemCode,
  reason: Reason,
  keys: Keys = [],
  example: Example | null = null,
): Found => ({ ...edgeProblem(edge, "warning", code, reason, keys), example });

function edgeProblem(
  { index, from }: OutlineEdge,
  severity: Problem["severity"],
  code: ProblemCode,
  reason: Reason,
  keys: Keys,
): Found {
  const at = ["edges", index, ...keys];
  return { code, severity, ...(from && { node_id: from.id }), edge_index: index, at, reason, example: null };
}

function notExhaustive(verdict: Verdict | undefined, { questions }: Outline, node: OutlineNode): Reason {
  if (!questions.has(node.id) || node.edges.some(({ fault }) => fault !== null)) return { kind: "answers_unchecked" };
  if (!verdict || verdict.kind === "given up") return { kind: "answers_too_complex" };
  const kind = verdict.example ? "answers_unhandled" : "answers_maybe_unhandled";
  return { kind, when: verdict.missed || "this node is answered" };
}

function isNamed(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
