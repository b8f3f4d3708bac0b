import { dayMs, type Precision, precisionEnds } from "../../dates.ts";
import { decimalPlaces, isOnStep } from "../../questions/decimal.ts";
import type { Domain } from "../../questions/question.ts";
import type { Comparison, Json } from "../types.ts";
import type { Budget } from "./budget.ts";
import { type Candidates, candidateLimit, otherText, product } from "./lists.ts";
import { choiceSets } from "./sets.ts";

/**
 * Returns answers that represent all answers of a question: every other answer gives the same result in all comparisons as one of
 * these (decisions §4.4: finite domains exactly, numbers and dates by intervals, text by equality). Null if there are too many.
 * `comparisons` are all that read this answer, with `path` for rankings and matrices.
 */
export function candidatesOf(domain: Domain, comparisons: readonly PathComparison[], budget: Budget): Candidates {
  const values = comparisons.flatMap(({ right }) => (Array.isArray(right) ? right : [right ?? null]));
  budget.spend(values.length * 8);
  switch (domain.family) {
    case "text":
      return texts(values);
    case "num":
      return numbers(domain, values.filter(isNumber), budget);
    case "date":
      return dates(domain, values.filter(isText));
    case "one":
      return choices(domain, values.filter(isText), budget);
    case "many":
      return choiceSets(domain, comparisons, budget);
    case "rank":
      return rankings(domain, pathsOf(comparisons), budget);
    case "row":
      return cells(domain, comparisons, budget);
    case "count":
      // files; `anyAnswer` has rows of records
      return Array.from({ length: domain.max - domain.min + 1 }, (_, more) =>
        Array.from({ length: domain.min + more }, (_, at) => `https://example.org/${at}`),
      );
  }
}

export interface PathComparison extends Comparison {
  path?: string;
}

const isNumber = (value: Json): value is number => typeof value === "number";
const isText = (value: Json): value is string => typeof value === "string";
const pathsOf = (comparisons: readonly PathComparison[]) => [
  ...new Set(comparisons.flatMap(({ path }) => (path === undefined ? [] : [path]))),
];

function texts(values: Json[]): Json[] {
  const named = values.filter(isText).filter((text) => text !== "");
  // texts that differ only in case
  const cased = named.flatMap((text) => [text.toUpperCase(), text.toLowerCase()]);
  return [...new Set([...named, ...cased, otherText])];
}

/** Returns each compared value and its neighbors. Between two neighbors, all comparisons have the same result. */
function numbers({ min, max, step }: Extract<Domain, { family: "num" }>, given: number[], budget: Budget): Candidates {
  const values = [...new Set(given)];
  if (values.length > candidateLimit) return null;
  // decimal arithmetic with enough digits for the largest number and the smallest step
  budget.spend(values.length * (step === null ? 20 : 1_000));
  const ends = [min, max].filter((end) => end !== null);
  const around =
    step === null ? between([...values, ...ends]) : values.flatMap((value) => steps(value, min ?? 0, step));
  const isIn = (value: number) =>
    Number.isFinite(value) && (min === null || value >= min) && (max === null || value <= max);
  const isPossible = (value: number) => isIn(value) && (step === null || isOnStep(value, min ?? 0, step));
  const lowest = [...ends, ...around, min ?? 0];
  return bounded([...new Set([...values, ...lowest])].filter(isPossible));
}

/** Returns the values on the step grid around a value. */
function steps(value: number, base: number, step: number): number[] {
  const digits = Math.max(decimalPlaces(base), decimalPlaces(step));
  const nearest = Math.round((value - base) / step);
  return [-2, -1, 0, 1, 2].map((offset) => Number((base + (nearest + offset) * step).toFixed(Math.min(digits, 100))));
}

/** Returns a number in each gap and one beyond each end. */
function between(values: number[]): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, at) => ((sorted[at] as number) + value) / 2);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  return [first - 1 - Math.abs(first), ...gaps, last + 1 + Math.abs(last)];
}

/** ms between neighbors, and how values are times in UTC, by precision. */
const scales: Record<Precision, { unit: number; read(value: string): number; write(time: string): string }> = {
  day: { unit: dayMs, read: Date.parse, write: (time) => time.slice(0, 10) },
  minute: { unit: 60_000, read: (value) => Date.parse(`${value}Z`), write: (time) => time.slice(0, 16) },
  time: { unit: 60_000, read: (value) => Date.parse(`1970-01-01T${value}Z`), write: (time) => time.slice(11, 16) },
};

function dates({ precision, min, max }: Extract<Domain, { family: "date" }>, values: string[]): Candidates {
  const { unit, read, write } = scales[precision];
  const [first, last] = precisionEnds[precision];
  const [low, high] = [min ?? first, max ?? last];
  const near = values.flatMap((value) => [-unit, 0, unit].map((offset) => read(value) + offset));
  const inRange = near.filter((time) => time >= read(first) && time <= read(last));
  const all = new Set([low, high, ...inRange.map((time) => write(new Date(time).toISOString()))]);
  return bounded([...all].filter((date) => date >= low && date <= high));
}

/** Returns the compared values and one other value. */
function choices({ values, open }: Extract<Domain, { family: "one" }>, named: string[], budget: Budget): Candidates {
  budget.spend(values.length + named.length);
  const isOption = new Set(values);
  const isNamed = new Set(named);
  const rest = values.find((value) => !isNamed.has(value));
  const others = open ? [...named.filter((text) => !isOption.has(text) && text.trim() !== ""), otherText] : [];
  return bounded([...new Set([...values.filter((value) => isNamed.has(value)), ...(rest ? [rest] : []), ...others])]);
}

/** Returns every ranking of the compared options, filled up with others. */
function rankings({ values, min }: Extract<Domain, { family: "rank" }>, asked: string[], budget: Budget): Candidates {
  const ranks = Array.from({ length: values.length + 1 }, (_, rank) => rank);
  if ((values.length + 1) ** asked.length > candidateLimit * 4) return null;
  budget.spend((values.length + 1) ** asked.length * (values.length + 4) * 2);
  const fillers = values.filter((value) => !asked.includes(value));
  const answers = product(asked.map(() => ranks)).flatMap((chosen) => {
    const answer = rankedAt(asked, chosen as number[], fillers, min);
    return answer ? [answer] : [];
  });
  return bounded(answers);
}

/** Returns a ranking with these ranks (1-based, 0 for unranked), or null if there is none. */
function rankedAt(asked: string[], ranks: number[], fillers: string[], min: number): string[] | null {
  const ranked = ranks.filter((rank) => rank > 0);
  const length = Math.max(min, 1, ...ranked);
  if (new Set(ranked).size < ranked.length || length - ranked.length > fillers.length) return null;
  const answer = new Array<string>(length);
  asked.forEach((option, at) => {
    const rank = ranks[at] as number;
    if (rank > 0) answer[rank - 1] = option;
  });
  const spare = [...fillers];
  for (let at = 0; at < length; at += 1) answer[at] ??= spare.shift() as string;
  return answer;
}

/** Returns every combination of the compared cells. */
function cells(
  domain: Extract<Domain, { family: "row" }>,
  comparisons: readonly PathComparison[],
  budget: Budget,
): Candidates {
  const asked = pathsOf(comparisons);
  budget.spend(asked.length * comparisons.length);
  const options = asked.map((row) => {
    const named = comparisons.filter(({ path }) => path === row).flatMap(({ right }) => right ?? []);
    const listed =
      choices({ family: "one", values: domain.columns, open: false }, (named as Json[]).filter(isText), budget) ?? [];
    return domain.all_rows ? listed : [...listed, null];
  });
  const count = options.reduce((product, list) => product * list.length, 1);
  if (count > candidateLimit) return null;
  budget.spend(count * domain.rows.length * 4);
  const rest = domain.rows.filter((row) => !asked.includes(row));
  const filling = rest.map((row) => [row, domain.columns[0] as string]);
  const answers = product(options).map((chosen) => {
    const given = asked.flatMap((row, at) => (chosen[at] === null ? [] : [[row, chosen[at]]]));
    return Object.fromEntries([...given, ...filling]) as Json;
  });
  return bounded(answers.filter((answer) => Object.keys(answer as object).length > 0));
}

const bounded = (candidates: Json[]): Candidates => (candidates.length > candidateLimit ? null : candidates);
