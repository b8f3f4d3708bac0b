import { hiddenFieldLimit } from "../graph/limits.ts";
import type { Simulation as Simulated } from "../graph/simulate.ts";
import type { Json } from "../json.ts";
import { Closed, Nullable, type Static, Type } from "../schema.ts";
import { CalculationResults } from "./calculation.ts";
import { Operand } from "./condition.ts";

/** Simulation of a graph, without storing anything (decisions §9.1). */
export const SimulateBody = Closed({
  answers: Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown()), {
    description: "By node ID. Optional nodes without an answer are skipped.",
  }),
  hidden: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 1000 }), { maxProperties: hiddenFieldLimit }),
  ),
});

const result = Type.Boolean();
const inner = Type.Array(Type.Ref("Explanation"));
const actual = Type.Unknown({ description: "The compared value. Null if unanswered." });

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
  answer: Type.Unknown(),
  score_awarded: Nullable(Type.Integer()),
  taken: Nullable(Type.Union([Type.Integer(), Type.Literal("fallback")])),
  next_node_id: Nullable(Type.String()),
  edges: Type.Array(SimulatedEdge),
  passed_over: Type.Optional(Type.Boolean({ description: "True if the node isn't shown. Else absent." })),
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

export const Simulation = Type.Unsafe<Simulated>(Schema);

export type SimulateBody = Static<typeof SimulateBody>;
export type Simulation = Simulated;
