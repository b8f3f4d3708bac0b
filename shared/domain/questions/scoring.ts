/**
 * Scoring (decisions §4.3): converts `data.config.scoring` to a function from answers to points. config/scoring.ts has the schemas.
 */

import type { Family } from "../conditions/operators.ts";
import { isObject, type Json } from "../json.ts";
import { awardLimit } from "../limits.ts";
import type {
  ExactScoring,
  MatrixScoring,
  OptionsScoring,
  RangesScoring,
  Scoring,
  ValueScoring,
} from "./config/scoring.ts";
import { roundedProduct } from "./decimal.ts";
import { scoringDefaults } from "./defaults.ts";
import type { Domain, Reply } from "./question.ts";

/** Points of answers. */
export interface Award {
  /** Returns the points of an answer that `check` returned. */
  of(answer: Json): number;
  /** minimum and maximum points, for proofs */
  least: number;
  most: number;
  /** The points of the best answer. Null if there is no best one, as for a number without a maximum. */
  best: number | null;
}

/** A scored question. */
export interface Scored {
  domain: Domain;
  check(value: Json): Reply;
}

/** Compiles the scoring of a valid config. */
export function awardOf(scoring: Scoring, scored: Scored): Award {
  switch (scoring.mode) {
    case "options":
      return scoreOptions(scoring, scored.domain);
    case "exact":
      return scoreExact(scoring, scored);
    case "ranges":
      return scoreRanges(scoring, scored.domain);
    case "value":
      return scoreValue(scoring, scored.domain);
    case "matrix":
      return scoreMatrix(scoring, scored.domain);
  }
}

/** Scores the clamped sum of the selected values. Other text has no points. */
function scoreOptions({ points, min = -awardLimit, max = awardLimit }: OptionsScoring, domain: Domain): Award {
  const choice = domain.family === "one" || domain.family === "many" ? domain : { values: [], open: true };
  const { values, open } = choice;
  const known = new Map(values.map((value) => [value, own(points, value) ?? 0]));
  const earned = (value: Json) => known.get(value as string) ?? 0;
  const clamped = (sum: number) => Math.min(Math.max(sum, min), max);
  // an answer has at least one value
  const each = [...(open || known.size === 0 ? [0] : []), ...known.values()];
  const [lowest, highest] = [Math.min(...each), Math.max(...each)];
  const sumOf = (list: number[]) => list.reduce((sum, it) => sum + it, 0);
  const isOne = domain.family === "one";
  return {
    of: (answer) => clamped(sumOf((Array.isArray(answer) ? answer : [answer]).map(earned))),
    least: clamped(isOne || lowest >= 0 ? lowest : sumOf(each.filter((it) => it < 0))),
    most: clamped(isOne || highest <= 0 ? highest : sumOf(each.filter((it) => it > 0))),
    best: clamped(domain.family === "many" ? bestSelection(domain, known) : highest),
  };
}

/** Returns the points of the best set of values: as many of the best ones as may be chosen together, or an exclusive one. */
function bestSelection(domain: Domain & { family: "many" }, points: ReadonlyMap<string, number>): number {
  const alone = new Set(domain.exclusive);
  const together = [...points].filter(([value]) => !alone.has(value)).map(([, award]) => award);
  if (domain.open) together.push(0);
  together.sort((a, b) => b - a);
  const count = Math.max(domain.min, together.filter((award) => award > 0).length);
  const best = together.slice(0, Math.min(count, domain.max)).reduce((sum, award) => sum + award, 0);
  const exclusive = domain.exclusive.map((value) => points.get(value) ?? 0);
  return Math.max(...(together.length > 0 ? [best] : []), ...exclusive);
}

function scoreExact({ correct, points, penalty = scoringDefaults.penalty }: ExactScoring, scored: Scored): Award {
  const reply = scored.check(correct);
  // normalized like stored answers: a picture_choice's string becomes an array
  const right = reply.kind === "answer" ? reply.answer : correct;
  const most = Math.max(points, 0 - penalty);
  return {
    of: (answer) => (isSameAnswer(answer, right, scored.domain.family) ? points : 0 - penalty),
    least: Math.min(points, 0 - penalty),
    most,
    best: most,
  };
}

/** Scores ranges, which include both ends. */
function scoreRanges({ ranges }: RangesScoring, domain: Domain): Award {
  const all = [0, ...ranges.map(({ points }) => points)];
  const { min, max } = domain.family === "num" ? domain : { min: null, max: null };
  const possible = ranges.filter(({ from, to }) => from <= (max ?? Infinity) && to >= (min ?? -Infinity));
  return {
    of: (answer) => ranges.find(({ from, to }) => (answer as number) >= from && (answer as number) <= to)?.points ?? 0,
    least: Math.min(...all),
    most: Math.max(...all),
    best: Math.max(0, ...possible.map(({ points }) => points)),
  };
}

function scoreValue({ multiplier = scoringDefaults.multiplier }: ValueScoring, domain: Domain): Award {
  const [low, high] = domain.family === "num" ? [domain.min, domain.max] : [null, null];
  const of = (answer: Json) => {
    const product = roundedProduct(answer as number, multiplier);
    return Math.min(Math.max(product, -awardLimit), awardLimit);
  };
  const ends = low === null || high === null ? [-awardLimit, awardLimit] : [of(low), of(high)];
  const best = multiplier < 0 ? low : high;
  return { of, least: Math.min(...ends), most: Math.max(...ends), best: best === null ? null : of(best) };
}

function scoreMatrix({ points }: MatrixScoring, domain: Domain): Award {
  const { rows, columns } = domain.family === "row" ? domain : { rows: [], columns: [] };
  const earned = (row: string, column: string) => own(own(points, row) ?? {}, column) ?? 0;
  const sumOf = (pick: (...points: number[]) => number) =>
    rows.reduce((sum, row) => sum + pick(0, ...columns.map((column) => earned(row, column))), 0);
  const most = sumOf(Math.max);
  return {
    of: (answer) =>
      Object.entries(answer as Record<string, string>).reduce((sum, [row, column]) => sum + earned(row, column), 0),
    least: sumOf(Math.min),
    most,
    best: most,
  };
}

/** Reads an own property, because keys can have names of Object.prototype's members. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Compares two answers of a question: arrays as sets except rankings, objects regardless of key order. */
function isSameAnswer(a: Json, b: Json, family: Family): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    const isIn = family === "rank" ? (it: Json, index: number) => it === b[index] : (it: Json) => b.includes(it);
    return a.length === b.length && a.every(isIn);
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
  }
  return a === b;
}
