import type { Json } from "../json.ts";
import { conditionLeafLimit } from "../limits.ts";
import { Closed, field, type Static, Type } from "../schema.ts";
import { operatorNames } from "./operators.ts";

/**
 * The condition of an edge (decisions §4.2): a comparison, or all, any or not of conditions. `parseCondition` checks depth, number
 * and the `right` of operators.
 */
export const AnswerOperand = Closed({
  type: Type.Literal("answer"),
  node_id: Type.String(field("node", "Question")),
  path: Type.Optional(Type.String({ ...field("choice", "Row or option", "Row of a matrix, or option of a ranking.") })),
});
export const ScoreOperand = Closed({ type: Type.Literal("score") });
export const HiddenOperand = Closed({
  type: Type.Literal("hidden"),
  key: Type.String(field("choice", "Hidden field")),
});

export const CalculationOperand = Closed({
  type: Type.Literal("calculation"),
  key: Type.String(field("choice", "Calculation")),
});

export const Operand = Type.Union([AnswerOperand, ScoreOperand, HiddenOperand, CalculationOperand], {
  description: "Operand: an answer, the score so far, a hidden field, or a calculation.",
  discriminator: { propertyName: "type" },
});

const scalar = () => Type.Union([Type.String(), Type.Number()]);

export const Comparison = Closed({
  left: Type.Optional(Operand),
  // a string in TypeScript, because drafts can have unknown operators
  op: Type.Unsafe<string>(Type.Enum(operatorNames, field("choice", "Operator"))),
  right: Type.Optional(
    Type.Unsafe<Json>(
      Type.Union([Type.String(), Type.Number(), Type.Array(scalar()), Type.Null()], {
        // without a type, because some client generators create invalid code for lists in unions
        documented: {},
        errorMessage: "must be a text, a number, or an array of these",
      }),
    ),
  ),
  ci: Type.Optional(Type.Boolean(field("boolean", "Ignore case"))),
});

const inner = Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: conditionLeafLimit });

export const AllCondition = Closed({ all: inner }, { description: "True if all of these are true." });
export const AnyCondition = Closed({ any: inner }, { description: "True if at least one of these is true." });
export const NotCondition = Closed({ not: Type.Ref("Condition") }, { description: "True if this is false." });

export const Condition = Type.Cyclic(
  { Condition: Type.Union([AllCondition, AnyCondition, NotCondition, Comparison]) },
  "Condition",
);

export type Operand = Static<typeof Operand>;
export type Comparison = Static<typeof Comparison>;
export type Condition = Static<typeof Condition>;
