import { hiddenValueLimit } from "../../limits.ts";
import { patternSize } from "../../questions/pattern.ts";
import type { CheckContext, CompiledQuestion, Domain } from "../../questions/question.ts";
import { cellOf, rowsIn } from "../../questions/rows.ts";
import { domainOf } from "../domains.ts";
import { compileCondition, type WalkView } from "../evaluate.ts";
import type { Outline } from "../outline.ts";
import type { Comparison, Json, Operand } from "../types.ts";
import type { Asked } from "./asked.ts";
import type { Budget } from "./budget.ts";
import { candidatesOf } from "./candidates.ts";
import { otherText } from "./lists.ts";
import type { ScoreRange } from "./scoreRange.ts";

/** An operand of conditions (an answer, the score or a hidden field) with its possible outcomes. */
export interface Variable {
  key: string;
  left: Operand;
  /** The first one is unanswered. All others differ in at least one comparison. */
  outcomes: readonly Outcome[];
  asked: readonly Asked[];
  /** by comparison id, its truth for each outcome */
  truths: ReadonlyMap<string, readonly boolean[]>;
}

/** A class of values that give the same result in all comparisons. */
export interface Outcome {
  /** null if unanswered */
  value: Json | null;
  /** results of opaque comparisons by comparison id, for a text that no comparison names */
  opaque: ReadonlyMap<string, boolean> | null;
}

const unanswered: Outcome = { value: null, opaque: null };
/** Maximum independent comparisons of a text. */
const opaqueLimit = 6;

/** Returns the variable of comparisons. Null if it has too many outcomes or its question is unknown. */
export function variableOf(
  key: string,
  asked: readonly Asked[],
  outline: Outline,
  derived: DerivedRange,
  budget: Budget,
): Variable | null {
  const left = asked[0]?.left;
  const comparisons = asked.map(({ left, comparison }) => ({
    ...comparison,
    ...("path" in left && { path: left.path }),
  }));
  budget.spend(asked.length * 4);
  const domain = left && domainFor(left, outline, derived, comparisons);
  if (!left || !domain) return null;
  const values = candidatesOf(domain, comparisons, budget)?.filter((value) => isAccepted(value, left, outline, budget));
  const outcomes = values && withOpaque(values, asked, domain, budget);
  return outcomes ? { key, left, asked, ...distinct([unanswered, ...outcomes], asked, outline, budget) } : null;
}

/** Range of a variable that depends on several answers: the score or a calculation. */
export type DerivedRange = (left: Operand) => ScoreRange;

function domainFor(
  left: Operand,
  outline: Outline,
  derived: DerivedRange,
  comparisons: readonly Comparison[],
): Domain | null {
  if (left.type === "score") {
    const { least, most } = derived(left);
    return { family: "num", min: least, max: most, step: 1 };
  }
  if (left.type === "calculation") return calculationDomain(left.key, derived(left), outline, comparisons);
  return domainOf(left, outline.questions);
}

/** Maximum absolute numbers for which a double tells neighbors on the grid of six decimals apart. */
const gridLimit = 1e8;

/** Values lie on the grid of the calculation's decimals. Without exact neighbors, every number counts as possible. */
function calculationDomain(
  key: string,
  { least, most }: ScoreRange,
  { calculations }: Outline,
  comparisons: readonly Comparison[],
): Domain {
  // never known: no number is possible
  if (least > most) return { family: "num", min: 1, max: 0, step: null };
  const { isWhole = false, source } = calculations.get(key) ?? {};
  const isExact = comparisons.every(({ right }) =>
    [right ?? 0].flat().every((number) => Math.abs(Number(number)) <= gridLimit),
  );
  if (!isExact) return { family: "num", min: least, max: most, step: null };
  const min = least < -gridLimit ? null : least;
  if (isWhole) return { family: "num", min: min && Math.ceil(min), max: Math.floor(most), step: 1 };
  return { family: "num", min, max: most, step: Number(`1e-${source?.decimals ?? 2}`) };
}

const anyDay: CheckContext = { today: "2000-01-01", isIssuedFile: () => true };

/** Returns whether the question accepts a text that a comparison names. Long texts can't be hidden fields. */
function isAccepted(value: Json, left: Operand, { questions }: Outline, budget: Budget): boolean {
  if (typeof value !== "string" || value === otherText) return true;
  if (left.type === "hidden") return value.length <= hiddenValueLimit * 2;
  const question = left.type === "answer" ? questions.get(left.node_id) : undefined;
  if (question?.domain?.family !== "text") return true;
  budget.spend(checkSteps(question, value));
  return question.check(value, anyDay).kind === "answer";
}

/** Returns the steps to check whether a question accepts a value. */
export function checkSteps({ config, fields }: CompiledQuestion, value: Json): number {
  if (fields) {
    const ofRow = (row: Json) =>
      fields.entries().reduce((sum, [key, field]) => sum + checkSteps(field, cellOf(row, key)), 0);
    return rowsIn(value).reduce((sum, row) => sum + ofRow(row), 20);
  }
  if (typeof value !== "string") return 20;
  const { max_length, pattern } = config;
  // texts that are too long are rejected before pattern matching
  const read = typeof max_length === "number" && value.length > max_length * 2 ? 0 : value.length;
  return 200 + read * (typeof pattern === "string" ? (patternSize(pattern) ?? 1) : 1);
}

/** Returns the steps of a comparison with a value. */
export function comparisonSteps({ op, right }: Comparison, value: Json | null): number {
  const length = typeof value === "string" ? value.length : Array.isArray(value) ? value.length * 8 : 1;
  return 4 + length / 8 + (op === "matches" ? length * (patternSize(String(right)) ?? 1) : 0);
}

const opaqueOps: ReadonlySet<string> = new Set(["contains", "not_contains", "starts_with", "ends_with", "matches"]);
const lengthOps: ReadonlySet<string> = new Set(["length_gte", "length_lte"]);

/** Returns the same key for `contains` and `not_contains`, which are opposites. */
const fact = ({ op, right, ci }: Comparison) =>
  JSON.stringify([op === "not_contains" ? "contains" : op, right, ci === true]);

/** Adds outcomes of text comparisons: lengths like numbers, and every combination of `contains` and patterns. */
function withOpaque(values: Json[], asked: readonly Asked[], domain: Domain, budget: Budget): Outcome[] | null {
  const named = values.map((value): Outcome => ({ value, opaque: null }));
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
    Array.from({ length: combinations }, (_, bits): Outcome => {
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

/** Returns lengths that represent all lengths of an answer, which has at least one character. */
function lengthsOf(bounds: number[]): number[] {
  const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  return [...new Set([1, ...near])].filter((length) => length >= 1);
}

/** Merges outcomes with the same truths. Keeps the first one, so named values take precedence over opaque ones. */
function distinct(outcomes: readonly Outcome[], asked: readonly Asked[], outline: Outline, budget: Budget) {
  const tests = asked.map((one) => ({ one, matches: truthTest(one, outline, budget) }));
  const kept = new Map<string, { outcome: Outcome; truths: boolean[] }>();
  for (const outcome of outcomes) {
    const truths = tests.map(({ one, matches }) => outcome.opaque?.get(one.id) ?? matches(outcome.value));
    const signature = `${outcome === unanswered}${truths.map((truth) => (truth ? 1 : 0)).join("")}`;
    if (!kept.has(signature)) kept.set(signature, { outcome, truths });
  }
  const list = [...kept.values()];
  const truths = new Map(asked.map(({ id }, at) => [id, list.map((entry) => entry.truths[at] as boolean)]));
  return { outcomes: list.map(({ outcome }) => outcome), truths };
}

/** Returns a test of a comparison for single values. */
export function truthTest(
  { left, comparison }: Asked,
  outline: Outline,
  budget: Budget,
): (value: Json | null) => boolean {
  const nodeId = left.type === "answer" ? left.node_id : "";
  const matches = compileCondition({ ...comparison, left }, nodeId, outline.questions);
  return (value) => {
    budget.spend(comparisonSteps(comparison, value));
    return matches(viewOf(left, value));
  };
}

function viewOf(left: Operand, value: Json | null): WalkView {
  return {
    answer: (nodeId) => (left.type === "answer" && left.node_id === nodeId ? value : null),
    score: left.type === "score" ? Number(value) : 0,
    calculation: () => (left.type === "calculation" && typeof value === "number" ? value : null),
    hidden: left.type === "hidden" && value !== null ? { [left.key]: String(value) } : {},
  };
}
