import { dayIn, minutesOf, precisionEnds } from "../../dates.ts";
import type { CompiledQuestion } from "../../questions/question.ts";
import type { Day, Part, PartOf } from "../calculations/expression.ts";
import {
  absolute,
  anything,
  combinedRanges,
  type DayRange,
  daysRange,
  exactly,
  inLimits,
  mapped,
  never,
  type Range,
  roundedRange,
  union,
} from "../calculations/ranges.ts";
import { canBePassedOver, type Outline, type OutlineNode } from "../outline.ts";
import type { Reachability } from "../reachability.ts";
import type { Budget } from "./budget.ts";
import type { ScoreRanges } from "./scoreRange.ts";

/** Ranges of calculations when a walk leaves a node, with its answer, or arrives there (features §12 Proof). */
export type CalculationRanges = (key: string, node: OutlineNode, budget: Budget, when?: When) => Range;
type When = "arriving" | "leaving";

interface Context {
  outline: Outline;
  reachability: Reachability;
  /** topological order; null for graphs with cycles */
  order: readonly OutlineNode[] | null;
  scores: ScoreRanges;
}

export function calculationRanges(context: Context): CalculationRanges {
  const isPassed = alwaysPassed(context);
  const known = new Map<string, Range>();
  const rangeOf: CalculationRanges = (key, node, budget, when = "leaving") => {
    const name = `${node.at} ${when} ${key}`;
    const before = known.get(name);
    if (before) return before;
    const calculation = context.outline.calculations.get(key);
    if (!calculation?.isSound || !calculation.value) return anything;
    const at: Place = {
      ...context,
      node,
      when,
      isPassed,
      budget,
      inner: (inner) => rangeOf(inner, node, budget, when),
    };
    const range = roundedRange(partRange(calculation.value, at), calculation.source.decimals ?? 2);
    known.set(name, range);
    return range;
  };
  return rangeOf;
}

interface Place extends Context {
  node: OutlineNode;
  when: When;
  isPassed(earlier: OutlineNode, node: OutlineNode): boolean;
  budget: Budget;
  inner(key: string): Range;
}

function partRange(part: Part, at: Place): Range {
  at.budget.spend(4);
  switch (part.kind) {
    case "number":
      return exactly(part.value);
    case "list":
      return combinedRanges[part.op](
        part.items.map((item) => partRange(item, at)),
        part.at_least,
      );
    case "pair":
      return combinedRanges[part.op](
        part.items.map((item) => partRange(item, at)),
        0,
      );
    case "single": {
      const range = partRange(part.item, at);
      return part.op === "abs" ? absolute(range) : mapped(range, Math[part.op]);
    }
    case "round":
      return roundedRange(partRange(part.item, at), part.digits);
    case "if":
      return union(partRange(part.then, at), partRange(part.otherwise, at));
    case "days":
      return daysOf(part, at);
    case "calculation":
      return at.inner(part.key);
    case "total": {
      const { least, most } = at.scores[at.when](at.node);
      return inLimits(least, most, false);
    }
    case "rows":
      return rowsRange(part, at);
    case "hidden":
      return anything;
    default:
      return answerRange(part, at);
  }
}

/** Returns the range of a question's answer, or its points or number of values. */
function answerRange(part: PartOf<"answer" | "points" | "selected">, at: Place): Range {
  const answered = answerAt(part.node_id, at);
  if (!answered) return never;
  const { question, canLack } = answered;
  const { domain, award_range: points } = question;
  if (part.kind === "points") return points ? inLimits(points.least, points.most, canLack) : never;
  if (part.kind === "answer") {
    if (domain?.family === "date" && domain.precision === "time") {
      const [first, last] = precisionEnds.time;
      return inLimits(minutesOf(domain.min ?? first), minutesOf(domain.max ?? last), canLack);
    }
    if (domain?.family !== "num") return anything;
    return inLimits(domain.min ?? -Infinity, domain.max ?? Infinity, canLack);
  }
  if (domain?.family === "many") return inLimits(1, domain.values.length + (domain.open ? 1 : 0), canLack);
  if (domain?.family === "rank") return inLimits(1, domain.values.length, canLack);
  return domain?.family === "count" ? inLimits(domain.min, domain.max, canLack) : anything;
}

/** Returns the range of a sum or mean over rows. Without an answer there are no rows, and a row can lack the number. */
function rowsRange({ op, node_id, field, at_least }: PartOf<"rows">, at: Place): Range {
  const answered = answerAt(node_id, at);
  const operation = combinedRanges[op === "sum_of" ? "sum" : "mean"];
  if (!answered) return operation([], at_least);
  const read = at.outline.questions.get(node_id);
  const number = read?.fields?.get(field)?.domain;
  if (read?.domain?.family !== "count" || number?.family !== "num") return anything;
  const one = inLimits(number.min ?? -Infinity, number.max ?? Infinity, true);
  return operation(new Array<Range>(read.domain.max).fill(one), at_least);
}

/** Returns a question that can be answered at this point, or null. */
function answerAt(nodeId: string, { outline, reachability, node, when, isPassed }: Place) {
  const read = outline.byId.get(nodeId);
  const isPossible = read && ((read === node && when === "leaving") || reachability.isAncestor(read.at, node.at));
  if (!isPossible) return null;
  const question = outline.questions.get(nodeId);
  // an invalid question can have any answer
  if (!question) return { question: unknownQuestion, canLack: true };
  return { question, canLack: !(isPassed(read, node) && mustAnswer(read, question)) };
}

const unknownQuestion: Pick<CompiledQuestion, "domain" | "award_range"> = {
  domain: { family: "num", min: null, max: null, step: null },
  award_range: { least: -Infinity, most: Infinity },
};

/** Returns whether a question always has an answer after it. A walk can pass over some nodes. */
const mustAnswer = (node: OutlineNode, { is_required }: CompiledQuestion): boolean =>
  is_required && !canBePassedOver(node);

function daysOf({ unit, from, to }: PartOf<"days">, at: Place): Range {
  const [first, last] = [dayRange(from, at), dayRange(to, at)];
  return first && last ? daysRange(unit, first, last) : never;
}

const [firstDay, lastDay] = precisionEnds.day;

function dayRange(day: Day, at: Place): DayRange | null {
  if (day.kind === "fixed") return { first: day.date, last: day.date, canLack: false };
  if (day.kind === "today") return { first: firstDay, last: lastDay, canLack: false };
  const answered = answerAt(day.node_id, at);
  if (!answered) return null;
  const { question, canLack } = answered;
  const { min, max } = question.domain?.family === "date" ? question.domain : { min: null, max: null };
  return { first: dayIn(min ?? firstDay), last: dayIn(max ?? lastDay), canLack };
}

/** Returns whether every walk to a node passes an earlier one. Computed at first use, with one bit per pair of nodes. */
function alwaysPassed({ outline, order }: Context): Place["isPassed"] {
  const words = Math.ceil(outline.nodes.length / 32);
  let passed: Map<OutlineNode, Uint32Array> | null = null;
  const compute = (): Map<OutlineNode, Uint32Array> => {
    const found = new Map<OutlineNode, Uint32Array>();
    for (const node of order ?? []) {
      const own = found.get(node) ?? new Uint32Array(words);
      found.set(node, own);
      const word = node.at >>> 5;
      own[word] = (own[word] as number) | (1 << (node.at & 31));
      for (const { to } of node.edges) {
        if (!to) continue;
        const there = found.get(to);
        if (there) for (let at = 0; at < words; at += 1) there[at] = (there[at] as number) & (own[at] as number);
        else found.set(to, own.slice());
      }
    }
    return found;
  };
  return (earlier, node) => {
    if (!order || !outline.entry) return earlier === node;
    passed ??= compute();
    const bits = passed.get(node);
    return bits !== undefined && ((bits[earlier.at >>> 5] as number) & (1 << (earlier.at & 31))) !== 0;
  };
}
