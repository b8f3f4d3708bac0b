import { isObject } from "../../../../../../shared/domain/json.ts";
import * as words from "../../../../strings/en/dashboard/builder/formula.ts";
import type { Reading } from "../../conditions/operands.ts";
import { readCondition } from "../../conditions/read.ts";
import { sentenceOf } from "../../conditions/sentence.ts";
import { nameOfNode } from "../../types/names.ts";
import { nodeIn } from "../../types/nodeIndex.ts";
import { innerOf, isDates, isOperation, isRows, type Kind, kindOf } from "./kinds.ts";

/** Returns a formula as text: `points of “A” + 2 × “B”`. Any JSON of a draft has a text. */
export function formulaText(part: unknown, reading: Reading): string {
  const kind = kindOf(part);
  if (kind === null) return part === undefined ? words.nothing : words.unreadable;
  if (typeof part === "number") return words.number(part);
  const operand = (part as Record<string, unknown>)[kind];
  if (isRows(kind)) return rowsText(kind, part as Record<string, unknown>, reading);
  if (!isOperation(kind)) return leafText(kind, String(operand), reading);
  if (isDates(kind)) return datesText(kind, operand as unknown[], reading);
  const inner = innerOf(part).map((one) => inside(one.part, reading));
  const [first = words.nothing, second = words.nothing] = inner;
  const joint = words.joints[kind];
  if (joint !== undefined) return inner.length === 0 ? words.nothing : inner.join(joint);
  switch (kind) {
    case "mod":
      return words.remainder(first, second);
    case "round":
      return words.rounded(first, Number((operand as unknown[])[1]));
    case "floor":
    case "ceil":
    case "abs":
      return words.singles[kind](first);
    case "if": {
      const condition = sentenceOf(readCondition((operand as unknown[])[0]), reading);
      return words.ifThen(condition, first, second);
    }
    default:
      return listText(kind, part as Record<string, unknown>, inner);
  }
}

/** An operation inside another one is in brackets. */
function inside(part: unknown, reading: Reading): string {
  const kind = kindOf(part);
  const text = formulaText(part, reading);
  return kind !== null && isOperation(kind) ? words.group(text) : text;
}

export const nameOfQuestion = (id: string, { graph }: Pick<Reading, "graph">): string => {
  const node = nodeIn(graph, id);
  return node ? nameOfNode(node) : id;
};

export const nameOfCalculation = (key: string, { graph }: Pick<Reading, "graph">): string =>
  graph.calculations?.find((one) => one.key === key)?.title || key;

function leafText(kind: Kind, name: string, reading: Reading): string {
  switch (kind) {
    case "points":
    case "answer":
    case "selected":
      return words.leaves[kind](nameOfQuestion(name, reading));
    case "calculation":
      return words.score(nameOfCalculation(name, reading));
    case "hidden":
      return words.hidden(name);
    default:
      return words.total;
  }
}

function rowsText(kind: "sum_of" | "mean_of", part: Record<string, unknown>, reading: Reading): string {
  const { node: id, field: key } = part[kind] as { node: string; field: string };
  const node = nodeIn(reading.graph, id);
  const field = node && reading.table.factsOf(node).fields?.find((one) => one.key === key);
  const text = words.ofRows[kind](field?.title ?? key, nameOfQuestion(id, reading));
  return Number(part.at_least) > 0 ? words.atLeastKnown(text, Number(part.at_least)) : text;
}

/** Lists of many points or answers are counted. */
const listLimit = 3;

function listText(kind: Kind, part: Record<string, unknown>, inner: string[]): string {
  const items = part[kind] as unknown[];
  const isAll = (one: string) => items.length > listLimit && items.every((item) => kindOf(item) === one);
  const shown = isAll("points")
    ? [words.pointsOfMany(items.length)]
    : isAll("answer")
      ? [words.answersOfMany(items.length)]
      : inner;
  const text = words.listOf(words.lists[kind] ?? kind, shown.length > 0 ? shown : [words.nothing]);
  return Number(part.at_least) > 0 ? words.atLeastKnown(text, Number(part.at_least)) : text;
}

function datesText(unit: "days" | "months" | "years", [from, to]: unknown[], reading: Reading): string {
  const text = (day: unknown) => {
    if (day === "today") return words.today;
    if (isObject(day) && typeof day.answer === "string")
      return words.leaves.answer(nameOfQuestion(day.answer, reading));
    return typeof day === "string" && day !== "" ? day : words.nothing;
  };
  return words.between(unit, text(from), text(to));
}
