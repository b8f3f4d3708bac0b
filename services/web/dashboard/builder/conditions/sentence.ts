import { operators } from "../../../../../shared/domain/conditions/operators.ts";
import { leftOf } from "../../../../../shared/domain/graph/conditions.ts";
import type { Comparison, Condition, GraphNode, Operand } from "../../../../../shared/domain/graph/types.ts";
import { sameJson } from "../../../../../shared/domain/json.ts";
import { always, otherwise } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conditions.ts";
import { answerDateText } from "../../../ui/dates.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { Reading } from "./operands.ts";
import { isComparison, readCondition } from "./read.ts";

const shortTitleLimit = 14;

/** `If the answer is No`, `Always` or `Otherwise`. `at`: index among the rules of its question. */
export function ruleText({ condition }: { condition: unknown }, at: number, reading: Reading): string {
  if (condition === null) return at === 0 ? always : otherwise;
  return ifText(readCondition(condition), reading);
}

/** `If “Age” is at least 18`, or `Unless …` for a negated condition. */
export function ifText(condition: Condition | null, reading: Reading): string {
  if (condition && "not" in condition) return words.unless(sentenceOf(condition.not, reading));
  return words.ifTrue(sentenceOf(condition, reading));
}

/** `Show only if “Age” is at least 18`. */
export const shownIfText = (condition: unknown, reading: Reading): string =>
  words.shownIf(sentenceOf(readCondition(condition), reading));

/** A condition as a sentence: `the answer is Blue and the score is at least 7`. */
export function sentenceOf(condition: Condition | null, reading: Reading): string {
  if (condition === null) return words.unreadable;
  if ("all" in condition) return condition.all.map((one) => part(one, reading)).join(words.and);
  if ("any" in condition)
    return oneOf(condition.any, reading) ?? condition.any.map((one) => part(one, reading)).join(words.or);
  if ("not" in condition) return words.not(words.group(sentenceOf(condition.not, reading)));
  return comparison(condition, reading);
}

function part(condition: Condition, reading: Reading): string {
  const text = sentenceOf(condition, reading);
  const isClause = "any" in condition && oneOf(condition.any, reading) !== null;
  const isGroup = !isComparison(condition) && !("not" in condition) && !isClause;
  return isGroup ? words.group(text) : text;
}

/** `plan is pro or business`: conditions that compare one field with several values. Null if they don't. */
function oneOf(any: readonly Condition[], reading: Reading): string | null {
  const all = any.filter(isComparison);
  const [first] = all;
  if (!first || all.length < any.length || any.length === 1) return null;
  const left = leftOf(first, reading.from);
  const isSame = (one: Comparison) =>
    one.op === "eq" && one.ci === first.ci && sameJson({ ...leftOf(one, reading.from) }, { ...left });
  if (!all.every(isSame)) return null;
  const values = all.map((one) => rightText(one, left, reading));
  return [operandName(left, reading), words.operatorNames.eq, words.either(values)].join(" ");
}

function comparison(condition: Comparison, reading: Reading): string {
  const left = leftOf(condition, reading.from);
  const isOwn = left.type === "answer" && left.node_id === reading.from && left.path === undefined;
  if (isOwn && condition.op in words.ownOperators) return words.ownOperators[condition.op as "answered"];
  // of a list with a single value
  const isSingle = condition.op === "in" && Array.isArray(condition.right) && condition.right.length === 1;
  const op = isSingle ? "eq" : condition.op;
  const operator = (words.operatorNames as Record<string, string>)[op] ?? op;
  const takesNothing = operators.get(condition.op)?.takes === "nothing";
  return [operandName(left, reading), operator, ...(takesNothing ? [] : [rightText(condition, left, reading)])].join(
    " ",
  );
}

/** The name of the field that a comparison reads. */
export function operandName(left: Operand, reading: Reading): string {
  if (left.type === "score") return words.score;
  if (left.type === "hidden") return words.hidden(left.key);
  if (left.type === "calculation") return calculationName(left.key, reading);
  const node = nodeIn(reading.graph, left.node_id);
  const title = node ? nameOfNode(node) : left.node_id;
  const name =
    left.node_id === reading.from ? words.ownAnswer : words.answerOf(reading.isShort ? shortTitle(title) : title);
  if (left.path === undefined) return name;
  return words.inside(name, partLabel(left.path, left, reading));
}

const shortTitle = (title: string): string => {
  const letters = [...title];
  return letters.length > shortTitleLimit ? `${letters.slice(0, shortTitleLimit).join("")}…` : title;
};

const calculationName = (key: string, { graph }: Reading): string =>
  graph.calculations?.find((calculation) => calculation.key === key)?.title || key;

function rightText({ op, right }: Comparison, left: Operand, reading: Reading): string {
  const label = (value: unknown) => (value === "" ? words.nothingYet : valueLabel(String(value), left, reading));
  if (!Array.isArray(right)) return label(right ?? "");
  if (op === "between" && right.length === 2) return words.both(label(right[0]), label(right[1]));
  return right.length === 0 ? words.nothingYet : words.listed(right.map(label));
}

/** The label that respondents see for a value. */
export function valueLabel(value: string, left: Operand, reading: Reading): string {
  const node = nodeOf(left, reading);
  if (!node) return value;
  if (node.question_type === "date") return answerDateText(value);
  return reading.table.factsOf(node).labels.get(value) ?? listLabel(node, ["options", "columns"], value) ?? value;
}

/** The label of a row of a matrix, of an option of a ranking, or of a field of records. */
export function partLabel(path: string, left: Operand, reading: Reading): string {
  const node = nodeOf(left, reading);
  if (!node) return path;
  return listLabel(node, ["rows", "options", "fields"], path) ?? path;
}

function nodeOf(left: Operand, { graph }: Reading): GraphNode | null {
  return left.type === "answer" ? (nodeIn(graph, left.node_id) ?? null) : null;
}

function listLabel(node: GraphNode, lists: readonly string[], name: string): string | undefined {
  const items = lists.flatMap(
    (list) => (node.data?.config?.[list] ?? []) as { value?: string; key?: string; label?: string; title?: string }[],
  );
  const found = items.find((item) => (item?.value ?? item?.key) === name);
  return found?.label ?? found?.title;
}
