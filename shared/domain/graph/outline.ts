import type { Fault, Keys } from "../fault.ts";
import { isQuestionType } from "../questions/index.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import { readQuestion } from "../questions/read.ts";
import { type Calculations, outlineCalculations } from "./calculations/outline.ts";
import type { Questions } from "./domains.ts";
import { canRunOut, type Guard, guardsOf, shownIf } from "./guards.ts";
import { type ParsedCondition, parseCondition } from "./parseCondition.ts";
import { PatternTally, patternsOfEdge, patternsOfNode } from "./patternTally.ts";
import type { Condition, Edge, Graph, GraphNode, Reason } from "./types.ts";

/** A draft parsed for validation. Any part of it can be invalid. */
export interface Outline {
  /** first node of each id, in graph order */
  readonly nodes: readonly OutlineNode[];
  readonly byId: ReadonlyMap<string, OutlineNode>;
  readonly edges: readonly OutlineEdge[];
  /** null if unset or not found */
  readonly entry: OutlineNode | null;
  /** null if unset or not an end screen */
  readonly fallback: OutlineNode | null;
  /** why the fallback is invalid; null if it is valid or unset */
  readonly fallbackFault: Reason | null;
  readonly hidden_fields: ReadonlySet<string>;
  /** questions with a valid type and config */
  readonly questions: Questions;
  readonly calculations: Calculations;
}

export interface OutlineNode {
  /** index in `nodes` */
  readonly at: number;
  /** index in `graph.nodes` */
  readonly index: number;
  readonly id: string;
  readonly source: GraphNode;
  /** null for an unknown type */
  readonly is_screen: boolean | null;
  readonly is_end: boolean;
  /** of `data.config` */
  readonly config_faults: readonly Fault[];
  /** in graph order */
  readonly edges: OutlineEdge[];
  /** first edge without a condition */
  unconditional: OutlineEdge | null;
  /** conditions on the node itself */
  readonly guards: readonly OutlineGuard[];
  /** whether a walk stops here, decided on arrival; null if it always does */
  readonly shown: OutlineEdge | null;
  /** whether a required question may get no answer, because its options can be full (guards.ts) */
  readonly can_run_out: boolean;
}

export interface OutlineEdge {
  /** index in `graph.edges` */
  readonly index: number;
  readonly source: Edge;
  readonly from: OutlineNode | null;
  readonly to: OutlineNode | null;
  /** null if there is none, or if it is malformed and `fault` is set */
  readonly condition: Condition | null;
  /** of the condition */
  readonly fault: Fault | null;
}

/** Returns whether a walk can pass the node over. */
export const canBePassedOver = ({ shown, can_run_out }: OutlineNode): boolean => shown !== null || can_run_out;

/** A condition on a node, in the shape of an edge, so that proofs evaluate both alike. It has no target. */
export interface OutlineGuard extends OutlineEdge {
  readonly guard: Guard;
  /** keys from the node to the condition */
  readonly at: Keys;
}

export function outlineOf(graph: Graph): Outline {
  const byId = new Map<string, OutlineNode>();
  const questions = new Map<string, CompiledQuestion>();
  const patterns = new PatternTally();
  for (const [index, source] of graph.nodes.entries()) {
    if (byId.has(source.id)) continue;
    const { question, ...facts } = readNode(source, patterns);
    const node = { at: byId.size, index, id: source.id, source, ...facts, edges: [], unconditional: null };
    byId.set(source.id, withGuards(node, question, patterns));
    if (question) questions.set(source.id, question);
  }
  const fallback = byId.get(graph.fallback_end_node_id ?? "") ?? null;
  const hiddenFields = new Set(graph.hidden_fields);
  const isScreen = new Map([...byId].map(([id, node]) => [id, node.is_screen]));
  return {
    nodes: [...byId.values()],
    byId,
    edges: graph.edges.map((edge, index) => readEdge(edge, index, byId, patterns)),
    entry: byId.get(graph.entry_node_id ?? "") ?? null,
    fallback: fallback?.is_end ? fallback : null,
    fallbackFault: fallback?.is_end ? null : fallbackFault(graph.fallback_end_node_id, fallback),
    hidden_fields: hiddenFields,
    questions,
    calculations: outlineCalculations(
      graph.calculations,
      { isScreen, questions, hidden_fields: hiddenFields },
      (condition) => parseWithin(patterns, condition),
    ),
  };
}

function fallbackFault(named: string | null | undefined, node: OutlineNode | null): Reason | null {
  if (!named) return null;
  return { kind: node ? "fallback_not_end" : "fallback_unknown", node_id: named };
}

function readNode(source: GraphNode, patterns: PatternTally) {
  if (!isQuestionType(source.question_type)) {
    return { question: null, is_screen: null, is_end: false, config_faults: [] };
  }
  const node = { ...source, data: source.data ?? {} };
  const tooMuch = patterns.fault(patternsOfNode(source));
  const parsed =
    tooMuch === null ? readQuestion(node) : { ok: false as const, faults: [{ at: ["pattern"], reason: tooMuch }] };
  if (parsed.ok) {
    const { is_screen, is_end } = parsed.value;
    return { question: parsed.value, is_screen, is_end, config_faults: [] };
  }
  // screens and end screens are recognized even with an invalid config; questions with required keys aren't screens
  const bare = readQuestion({ ...node, data: {} });
  const { is_screen, is_end } = bare.ok ? bare.value : { is_screen: false, is_end: false };
  return { question: null, is_screen, is_end, config_faults: parsed.faults };
}

function withGuards(
  node: Omit<OutlineNode, "guards" | "shown" | "can_run_out">,
  question: CompiledQuestion | null,
  patterns: PatternTally,
): OutlineNode {
  const guards: OutlineGuard[] = [];
  const whole: OutlineNode & { shown: OutlineEdge | null } = {
    ...node,
    guards,
    shown: null,
    can_run_out: question !== null && canRunOut(question),
  };
  const asEdge = (raw: unknown, condition: Condition | null, fault: Fault | null): OutlineEdge => ({
    index: -1,
    source: { from: node.id, to: node.id, condition: raw },
    from: whole,
    to: null,
    condition,
    fault,
  });
  for (const guard of guardsOf(node.source)) {
    const { condition: raw } = guard;
    const parsed = parseWithin(patterns, raw);
    guards.push({
      ...(parsed.ok ? asEdge(raw, parsed.value, null) : asEdge(raw, null, parsed.fault)),
      guard,
      at: guardKeys(guard),
    });
  }
  const onArrival = guards.filter(({ guard }) => guard.kind !== "valid_if");
  const fault = onArrival.find((guard) => guard.fault !== null)?.fault ?? null;
  const condition = question && fault === null ? shownIf(node.source, question) : null;
  if (condition) whole.shown = asEdge(condition, condition, null);
  else if (fault !== null) whole.shown = asEdge(null, null, fault);
  return whole;
}

function guardKeys({ kind, index }: Guard): Keys {
  if (kind === "option") return ["data", "config", "options", index, "show_if"];
  return kind === "show_if" ? ["data", "show_if"] : ["data", "valid_if", index, "condition"];
}

/** Parses a condition, if all patterns so far are within the limit. */
function parseWithin(patterns: PatternTally, condition: unknown): ParsedCondition {
  const tooMuch = patterns.fault(patternsOfEdge({ condition }));
  return tooMuch === null ? parseCondition(condition) : { ok: false, fault: { at: [], reason: tooMuch } };
}

function readEdge(
  source: Edge,
  index: number,
  byId: ReadonlyMap<string, OutlineNode>,
  patterns: PatternTally,
): OutlineEdge {
  const raw = source.condition ?? null;
  const parsed = raw === null ? null : parseWithin(patterns, raw);
  const edge: OutlineEdge = {
    index,
    source,
    from: byId.get(source.from) ?? null,
    to: byId.get(source.to) ?? null,
    condition: parsed?.ok ? parsed.value : null,
    fault: parsed && !parsed.ok ? parsed.fault : null,
  };
  edge.from?.edges.push(edge);
  if (edge.from && raw === null) edge.from.unconditional ??= edge;
  return edge;
}
