import { conditionLeafLimit } from "../graph/limits.ts";
import { operatorNames } from "../graph/operators.ts";
import type { Json } from "../json.ts";
import { Closed, field, type Static, Type } from "../schema.ts";

/**
 * The condition of an edge (decisions §4.2): a comparison, or all, any or not of conditions. How deep and how many, and what
 * `right` an operator takes, `parseCondition` looks at.
 */
export const AnswerOperand = Closed({
  type: Type.Literal("answer"),
  node_id: Type.String(field("node", "Question")),
  path: Type.Optional(Type.String({ ...field("choice", "Row or option", "Of a matrix or of a ranking.") })),
});
export const ScoreOperand = Closed({ type: Type.Literal("score") });
export const HiddenOperand = Closed({
  type: Type.Literal("hidden"),
  key: Type.String(field("choice", "Hidden field")),
});

export const Operand = Type.Union([AnswerOperand, ScoreOperand, HiddenOperand], {
  description: "Operand: an answer, the score so far, or a hidden field.",
  discriminator: { propertyName: "type" },
});

const scalar = () => Type.Union([Type.String(), Type.Number()]);

/** In words alone: some generators make illegal code of a list that is a member of a union. */
const rightMeaning =
  "A text, a number, a list of these, or both ends of `between`. Not used by answered and not_answered.";

export const Comparison = Closed({
  left: Type.Optional(Operand),
  // in code any text: `operators` tells the known ones, whatever a draft says
  op: Type.Unsafe<string>(Type.Enum(operatorNames, field("choice", "Operator"))),
  right: Type.Optional(
    Type.Unsafe<Json>(
      Type.Union([Type.String(), Type.Number(), Type.Array(scalar()), Type.Null()], {
        documented: { description: rightMeaning },
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
