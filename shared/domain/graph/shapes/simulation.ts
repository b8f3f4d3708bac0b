import { Operand } from "../../conditions/condition.ts";
import type { Json } from "../../json.ts";
import { hiddenFieldLimit } from "../../limits.ts";
import { Closed, Nullable, type Static, Type } from "../../schema.ts";
import { CalculationResults } from "./calculation.ts";

/** Simulation of a graph, without storing anything (decisions §9.1). */
export const SimulateBody = Closed({
  answers: Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown())),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  hidden: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 1000 }), { maxProperties: hiddenFieldLimit }),
  ),
});

const result = Type.Boolean();
const inner = Type.Array(Type.Ref("Explanation"));
const actual = Type.Unknown();

export const AllExplanation = Closed({ all: inner, result });
export const AnyExplanation = Closed({ any: inner, result });
export const NotExplanation = Closed({ not: Type.Ref("Explanation"), result });
export const ComparisonExplanation = Closed({
  left: Operand,
  op: Type.String(),
  right: Type.Unknown(),
  ci: Type.Optional(Type.Boolean()),
  actual,
  result,
});

/** Results of a condition and all its parts. */
export const Explanation = Type.Cyclic(
  { Explanation: Type.Union([AllExplanation, AnyExplanation, NotExplanation, ComparisonExplanation]) },
  "Explanation",
);

export const SimulatedEdge = Closed({
  edge_index: Type.Integer(),
  to: Type.String(),
  result,
  because: Nullable(Explanation),
});

export const SimulatedStep = Closed({
  node_id: Type.String(),
  title: Type.Optional(Type.String()),
  answer: Type.Unknown(),
  score_awarded: Nullable(Type.Integer()),
  taken: Nullable(Type.Union([Type.Integer(), Type.Literal("fallback")])),
  next_node_id: Nullable(Type.String()),
  edges: Type.Array(SimulatedEdge),
  passed_over: Type.Optional(Type.Boolean()),
  show_if: Type.Optional(Explanation),
});

const Schema = Closed({
  traversal_path: Type.Array(Type.String()),
  is_complete: Type.Boolean(),
  end_node_id: Nullable(Type.String()),
  total_score: Type.Integer(),
  score_breakdown: Type.Record(Type.String(), Type.Integer()),
  calculations: Type.Optional(CalculationResults),
  stopped: Nullable(
    Closed({
      node_id: Nullable(Type.String()),
      reason: Type.Enum(["answer_missing", "answer_invalid", "no_edge", "invalid_graph"]),
      message: Type.String(),
    }),
  ),
  steps: Type.Array(SimulatedStep),
});

export const Simulation = Type.Unsafe<Simulation>(Schema);

export type SimulateBody = Static<typeof SimulateBody>;

/** Results of a condition and all its parts (decisions §9.1). Groups are evaluated completely. */
export type Explanation =
  | { all: Explanation[]; result: boolean }
  | { any: Explanation[]; result: boolean }
  | { not: Explanation; result: boolean }
  | ExplainedComparison;

export interface ExplainedComparison {
  /** set even if the condition omits it */
  left: Operand;
  op: string;
  right: Json;
  ci?: boolean;
  /** compared value, null if unanswered */
  actual: Json;
  result: boolean;
}

/**
 * Simulation of a graph (decisions §9.1): a walk from the entry with given answers, using the same code as sessions, with an
 * explanation for every edge. A draft is walked as far as it is valid.
 */
export interface Simulation {
  traversal_path: string[];
  is_complete: boolean;
  end_node_id: string | null;
  total_score: number;
  score_breakdown: Record<string, number>;
  /** absent if the graph has none */
  calculations?: CalculationResults;
  /** null if it reached an end screen */
  stopped: Stop | null;
  steps: SimulatedStep[];
}

export interface Stop {
  /** null if the graph has no entry */
  node_id: string | null;
  reason: "answer_missing" | "answer_invalid" | "no_edge" | "invalid_graph";
  message: string;
}

export interface SimulatedStep {
  node_id: string;
  /** as a respondent reads it, only if a language is asked for */
  title?: string;
  answer: Json;
  score_awarded: number | null;
  /** index of the edge that was followed; null if no edge matches and there is no fallback */
  taken: number | "fallback" | null;
  next_node_id: string | null;
  /** in order, up to the first match */
  edges: { edge_index: number; to: string; result: boolean; because: Explanation | null }[];
  /** only if the node isn't shown; then `answer` is null */
  passed_over?: true;
  /** only if the node has a `show_if` */
  show_if?: Explanation;
}
