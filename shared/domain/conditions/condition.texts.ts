import { moreTexts, texts } from "../texts.ts";
import * as condition from "./condition.ts";

/** Texts of the API about the properties of condition.ts. */
export const conditionTexts = [
  moreTexts([condition.AnswerOperand, condition.ScoreOperand, condition.HiddenOperand, condition.CalculationOperand], {
    type: "Kind of the operand: an answer, the score, a hidden field or a calculation.",
    node_id: "ID of the node whose answer is compared.",
    key: "Key of the hidden field or calculation that is compared.",
  }),
  texts([condition.Comparison, condition.AllCondition, condition.AnyCondition, condition.NotCondition], {
    left: "Value to compare. In an edge's condition it defaults to the answer of the edge's node.",
    op: "Operator of the comparison. docs/graphs/conditions.md lists them by question type.",
    right: "A text, a number, a list of these, or both ends of `between`. Not used by answered and not_answered.",
    ci: "True to ignore case.",
    all: "Matches if all of these match.",
    any: "Matches if at least one of these matches.",
    not: "Matches if this condition doesn't match.",
  }),
];
