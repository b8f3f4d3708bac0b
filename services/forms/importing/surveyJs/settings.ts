import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { addDefault, movingDay, setDefault } from "../defaultAnswers.ts";
import { isRequired } from "../expressions/guards.ts";
import { asksForDay } from "../precision.ts";
import { number, type Raw, scalar, text, whole } from "../values.ts";
import { fitted } from "../wording.ts";
import type { Converted } from "./choices.ts";
import { writtenIn } from "./expressions.ts";
import type { Element, Survey } from "./survey.ts";

/** Settings without a counterpart: their key, code and sentence. */
const unsupported: [key: string, code: string, message: string][] = [
  ["setValueExpression", "default", "Answers from an expression aren't supported."],
  ["setValueIf", "default", "Answers from an expression aren't supported."],
  ["resetValueIf", "default", "Answers aren't cleared by a condition."],
];

/** Notes settings of a question that have no counterpart, and converts its default and its correct answer. */
export function noteSettings(
  survey: Survey,
  { raw, item }: Element,
  node: GraphNode,
  { values = new Map(), cellsOf }: Converted,
): void {
  for (const [key, code, message] of unsupported) if (isSet(raw[key])) item.lostPart(code, message);
  if (isSet(raw.enableIf)) item.changed("enable_if", "It is only shown if it can be answered. There, it is disabled.");
  const valueName = text(raw.valueName);
  if (valueName !== "" && survey.scope.has(valueName))
    item.lostPart("value_name", "Shared answers (`valueName`) aren't supported. This question now has its own answer.");
  if (raw.defaultValue === false || isSet(raw.defaultValue)) {
    const cells = cellsOf?.(raw.defaultValue);
    if (cells) setDefault(node, cells);
    else addDefault(item, node, raw.defaultValue, values);
  }
  if (isSet(raw.defaultValueExpression)) {
    const day = asksForDay(node) ? movingDay(text(raw.defaultValueExpression)) : null;
    if (day !== null) setDefault(node, day);
    else item.lostPart("default", "Default answers from an expression aren't supported. The question starts empty.");
  }
  if (isSet(raw.correctAnswer)) addScore(raw, item, node, values);
}

/** Sets whether an answer is required, once the conditions of the node are known. */
export function requireIf({ scope }: Survey, raw: Raw, item: Element["item"], node: GraphNode): void {
  const source = text(raw.requiredIf);
  if (source === "" || node.data.is_required) return;
  const found = isRequired(node, writtenIn(source), scope);
  if (found !== null) node.data.is_required = found;
  else
    item.lostPart(
      "required_if",
      fitted(`It is optional. Questions can't be required only if \`${fitted(source, 200)}\`.`),
    );
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== false;

/** One point for the correct answer, as in a quiz of SurveyJS, or the points of `score`. */
function addScore(raw: Raw, item: Element["item"], node: GraphNode, values: ReadonlyMap<string, string>): void {
  const points = whole(raw.score, -1000, 1000) ?? 1;
  const given = Array.isArray(raw.correctAnswer) ? raw.correctAnswer : [raw.correctAnswer];
  const type = node.question_type;
  const ours = given.map((it) =>
    values.size > 0 ? values.get(scalar(it)) : type === "yes_no" ? (it === true ? "yes" : "no") : it,
  );
  const isList = type === "checkbox" || type === "ranking" || type === "picture_choice";
  const isNumber = ["number", "opinion_scale", "number_scale", "star_rating"].includes(type);
  const [first] = ours;
  const correct = isList ? ours : isNumber ? number(first) : first;
  const isValid =
    ours.every((it) => it !== undefined) &&
    (isList || ours.length === 1) &&
    correct !== undefined &&
    type !== "matrix" &&
    type !== "file_upload";
  if (isValid) node.data.config = { ...node.data.config, scoring: { mode: "exact", correct, points } };
  else item.lostPart("points", "Its correct answer can't be scored.");
}
