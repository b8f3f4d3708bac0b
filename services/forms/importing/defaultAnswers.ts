import type { GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { isQuestionType, takesDefault } from "../../../shared/domain/questions/index.ts";
import type { Item } from "./importedForm.ts";
import { atPrecision, precisionOf } from "./precision.ts";
import { number, scalar, text } from "./values.ts";

const listTypes = new Set(["checkbox", "picture_choice", "ranking"]);
const choiceTypes = new Set(["multiple_choice", "dropdown", "emoji_rating"]);
const numberTypes = new Set(["number", "star_rating", "number_scale", "opinion_scale"]);

/**
 * Sets a question's default answer (features §16) from that of the document, or notes that it can't be converted. `values`: ours by
 * theirs. `repair` (repair.ts) removes one that the question doesn't accept.
 */
export function addDefault(
  item: Item,
  node: GraphNode,
  given: unknown,
  values: ReadonlyMap<string, string> = new Map(),
): void {
  const answer = answerOf(node, given, values);
  if (answer !== undefined) setDefault(node, answer);
  else item.lostPart("default", "Its default answer doesn't fit the question. The question starts empty.");
}

export function setDefault(node: GraphNode, answer: Json): void {
  node.data.config = { ...node.data.config, default: answer };
}

function answerOf(node: GraphNode, given: unknown, values: ReadonlyMap<string, string>) {
  const { question_type: type, data } = node;
  if (!isQuestionType(type) || !takesDefault(type) || type === "matrix") return undefined;
  // "other" opens the text field in SurveyJS and XLSForm, and leaves it empty
  const isText = (one: unknown) => data.config?.allow_other && text(one) !== "" && one !== "other";
  const choice = (one: unknown): string | undefined => values.get(scalar(one)) ?? (isText(one) ? text(one) : undefined);
  if (listTypes.has(type)) {
    const chosen = (Array.isArray(given) ? given : [given]).map(choice);
    return chosen.every((one) => one !== undefined) ? chosen : undefined;
  }
  const one = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (choiceTypes.has(type)) return choice(one);
  if (type === "yes_no") return values.get(scalar(one)) ?? yesOrNo.get(scalar(one).toLowerCase());
  if (numberTypes.has(type)) return number(one);
  if (type === "date") return atPrecision(text(one), precisionOf(node));
  return scalar(one) || undefined;
}

const yesOrNo: ReadonlyMap<string, string> = new Map([
  ["true", "yes"],
  ["false", "no"],
]);

/** Returns the default of a date that is counted from today, such as `today()` or `today(7)`. Null for other expressions. */
export function movingDay(expression: string): Json {
  const [call, days] = /^\s*today\s*\(\s*([+-]?\d{1,6})?\s*\)\s*$/.exec(expression) ?? [];
  if (call === undefined) return null;
  return days === undefined ? "today" : { days_from_today: Number(days) };
}
