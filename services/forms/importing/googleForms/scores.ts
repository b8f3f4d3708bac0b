import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Item } from "../importedForm.ts";
import { type Raw, record, records, text } from "../values.ts";
import type { GoogleQuestion } from "./questions.ts";

/** Notes feedback of a question, or of the rows of a grid. */
export function noteFeedback(item: Item, gradings: readonly Raw[]): void {
  if (gradings.some((it) => [it.whenRight, it.whenWrong, it.generalFeedback].some((one) => one !== undefined)))
    item.lostPart("feedback", "Feedback for answers isn't supported.");
}

/** Scores the correct answers of a quiz. */
export function addScore(item: Item, node: GraphNode, { options }: GoogleQuestion, grading: Raw): void {
  const points = grading.pointValue;
  const given = records(record(grading.correctAnswers).answers).map(({ value }) => text(value));
  if (typeof points !== "number" || points === 0 || given.length === 0) {
    if (points)
      item.lostPart("points", "Points removed: without a correct answer they can't be awarded automatically.");
    return;
  }
  if (isText(node) && given.length > 1) {
    item.lostPart("points", "One text can be scored as correct, not several.");
    return;
  }
  const scoring = Number.isInteger(points) && Math.abs(points) <= 1000 ? scoringOf(node, options, given, points) : null;
  if (scoring) node.data.config = { ...node.data.config, scoring };
  else item.lostPart("points", "Its correct answers can't be scored.");
}

const isText = ({ question_type: type }: GraphNode): boolean => type === "short_text" || type === "long_text";

function scoringOf(node: GraphNode, options: GoogleQuestion["options"], given: string[], points: number) {
  const { question_type: type, data } = node;
  const isOneOf = type === "picture_choice" && data.config?.multiple !== true && given.length > 1;
  const values = given.flatMap((it) => options?.values.get(it) ?? []);
  if (type === "checkbox" || type === "picture_choice")
    return values.length === given.length && !isOneOf ? { mode: "exact", correct: values, points } : null;
  if (type === "multiple_choice" || type === "dropdown")
    return values.length > 0
      ? { mode: "options", points: Object.fromEntries(values.map((value) => [value, points])) }
      : null;
  return isText(node) ? { mode: "exact", correct: given[0], points } : null;
}
