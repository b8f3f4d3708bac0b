import { patternSize } from "../../questions/pattern.ts";
import type { CheckContext, CompiledQuestion, Domain } from "../../questions/question.ts";
import { domainOf } from "../domains.ts";
import { compileCondition, type WalkView } from "../evaluate.ts";
import { hiddenValueLimit } from "../limits.ts";
import type { Outline } from "../outline.ts";
import type { Comparison, Json, Operand } from "../types.ts";
import type { Asked } from "./asked.ts";
import type { Budget } from "./budget.ts";
import { candidatesOf } from "./candidates.ts";
import { otherText } from "./lists.ts";
import type { ScoreRange } from "./scoreRange.ts";

/** What conditions read (an answer, the score or a hidden field), with the ways in which it can be. */
export interface Variable {
  key: string;
  left: Operand;
  /** The first is that it is unanswered. No two others give the same truths to all that is asked. */
  ways: readonly Way[];
  asked: readonly Asked[];
  /** By the id of what is asked: its truth for each way. */
  truths: ReadonlyMap<string, readonly boolean[]>;
}

/** One way a variable can be. */
export interface Way {
  /** null: unanswered */
  value: Json | null;
  /** For a text that no comparison names: what the opaque comparisons say of it, by the id of what is asked. */
  opaque: ReadonlyMap<string, boolean> | null;
}

const unanswered: Way = { value: null, opaque: null };
/** Comparisons of a text that may be true or false of it independently of one another. */
const opaqueLimit = 6;

/** null: its ways are too many to list, or its question is not known. */
export function variableOf(
  key: string,
  asked: readonly Asked[],
  outline: Outline,
  score: ScoreRange,
  budget: Budget,
): Variable | null {
  const left = asked[0]?.left;
  const domain = left && domainFor(left, outline, score);
  if (!left || !domain) return null;
  const comparisons = asked.map(({ left, comparison }) => ({
    ...comparison,
    ...("path" in left && { path: left.path }),
  }));
  budget.spend(asked.length * 4);
  const values = candidatesOf(domain, comparisons, budget)?.filter((value) => isAccepted(value, left, outline, budget));
  const ways = values && withOpaque(values, asked, domain, budget);
  return ways ? { key, left, asked, ...distinct([unanswered, ...ways], asked, outline, budget) } : null;
}

function domainFor(left: Operand, outline: Outline, score: ScoreRange): Domain | null {
  if (left.type === "score") return { family: "num", min: score.least, max: score.most, step: 1 };
  return domainOf(left, outline.questions);
}

const anyDay: CheckContext = { today: "2000-01-01", isIssuedFile: () => true };

/** A named text that the question refuses is none of its answers, nor is a hidden field ever so long. */
function isAccepted(value: Json, left: Operand, { questions }: Outline, budget: Budget): boolean {
  if (typeof value !== "string" || value === otherText) return true;
  if (left.type === "hidden") return value.length <= hiddenValueLimit * 2;
  const question = left.type === "answer" ? questions.get(left.node_id) : undefined;
  if (question?.domain?.family !== "text") return true;
  budget.spend(checkSteps(question, value));
  return question.check(value, anyDay).kind === "answer";
}

/** Of asking a question whether it takes this value. */
export function checkSteps({ config }: CompiledQuestion, value: Json): number {
  if (typeof value !== "string") return 20;
  const { max_length, pattern } = config;
  // a text that is too long is refused before its pattern is looked at
  const read = typeof max_length === "number" && value.length > max_length * 2 ? 0 : value.length;
  return 200 + read * (typeof pattern === "string" ? (patternSize(pattern) ?? 1) : 1);
}

/** Of a comparison with this value. */
export function comparisonSteps({ op, right }: Comparison, value: Json | null): number {
  const length = typeof value === "string" ? value.length : Array.isArray(value) ? value.length * 8 : 1;
  return 4 + length / 8 + (op === "matches" ? length * (patternSize(String(right)) ?? 1) : 0);
}

const opaqueOps: ReadonlySet<string> = new Set(["contains", "not_contains", "starts_with", "ends_with", "matches"]);
const lengthOps: ReadonlySet<string> = new Set(["length_gte", "length_lte"]);

/** `not_contains` says the opposite of `contains`. */
const fact = ({ op, right, ci }: Comparison) =>
  JSON.stringify([op === "not_contains" ? "contains" : op, right, ci === true]);

/** A text's length is known as any number is; what it contains or matches may be so or not. */
function withOpaque(values: Json[], asked: readonly Asked[], domain: Domain, budget: Budget): Way[] | null {
  const named = values.map((value): Way => ({ value, opaque: null }));
  if (domain.family !== "text") return named;
  const measured = asked.filter(({ comparison }) => lengthOps.has(comparison.op));
  const free = asked.filter(({ comparison }) => opaqueOps.has(comparison.op));
  if (measured.length + free.length === 0) return named;
  const facts = [...new Set(free.map(({ comparison }) => fact(comparison)))];
  if (facts.length > opaqueLimit) return null;
  const lengths = lengthsOf(measured.map(({ comparison }) => Number(comparison.right)));
  const combinations = 2 ** facts.length;
  budget.spend(lengths.length * combinations * (measured.length + free.length) * 4);
  const said = lengths.flatMap((length) =>
    Array.from({ length: combinations }, (_, bits): Way => {
      const opaque = new Map<string, boolean>();
      for (const { id, comparison } of measured) opaque.set(id, hasLength(length, comparison));
      for (const { id, comparison } of free) {
        const isSo = (bits & (1 << facts.indexOf(fact(comparison)))) !== 0;
        opaque.set(id, isSo !== (comparison.op === "not_contains"));
      }
      return { value: otherText, opaque };
    }),
  );
  return [...named.filter(({ value }) => value !== otherText), ...said];
}

const hasLength = (length: number, { op, right }: Comparison): boolean =>
  op === "length_gte" ? length >= Number(right) : length <= Number(right);

/** Lengths that stand for all: an answer has at least one character. */
function lengthsOf(bounds: number[]): number[] {
  const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  return [...new Set([1, ...near])].filter((length) => length >= 1);
}

/** Ways that give all that is asked the same truths are one: the first, so a named value before what is opaque. */
function distinct(ways: readonly Way[], asked: readonly Asked[], outline: Outline, budget: Budget) {
  const tests = asked.map((one) => ({ one, holds: truthTest(one, outline, budget) }));
  const kept = new Map<string, { way: Way; truths: boolean[] }>();
  for (const way of ways) {
    const truths = tests.map(({ one, holds }) => way.opaque?.get(one.id) ?? holds(way.value));
    const signature = `${way === unanswered}${truths.map((truth) => (truth ? 1 : 0)).join("")}`;
    if (!kept.has(signature)) kept.set(signature, { way, truths });
  }
  const list = [...kept.values()];
  const truths = new Map(asked.map(({ id }, at) => [id, list.map((entry) => entry.truths[at] as boolean)]));
  return { ways: list.map(({ way }) => way), truths };
}

/** Is it true of a value? */
export function truthTest(
  { left, comparison }: Asked,
  outline: Outline,
  budget: Budget,
): (value: Json | null) => boolean {
  const nodeId = left.type === "answer" ? left.node_id : "";
  const holds = compileCondition({ ...comparison, left }, nodeId, outline.questions);
  return (value) => {
    budget.spend(comparisonSteps(comparison, value));
    return holds(viewOf(left, value));
  };
}

function viewOf(left: Operand, value: Json | null): WalkView {
  return {
    answer: (nodeId) => (left.type === "answer" && left.node_id === nodeId ? value : null),
    score: left.type === "score" ? Number(value) : 0,
    hidden: left.type === "hidden" && value !== null ? { [left.key]: String(value) } : {},
  };
}
