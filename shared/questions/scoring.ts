/**
 * Scoring (decisions §4.3): `data.config.scoring` is read into a function from an answer to its points. One row a mode; a
 * family says which modes fit its answers.
 */
import type { Json } from "../graph/types.ts";
import {
  byDefault,
  integer,
  isObject,
  list,
  literal,
  number,
  object,
  optional,
  parse,
  type Read,
  record,
  rule,
} from "./config.ts";
import { roundedProduct } from "./decimal.ts";
import type { Domain, Family, Parsed, Reply, ScoringMode } from "./question.ts";

/** What answers earn. */
export interface Award {
  /** The points of an answer that `check` gave. */
  of(answer: Json): number;
  /** No answer earns less, and none more: what the publish proof knows of the score. */
  least: number;
  most: number;
}

/** The question that is scored: a right answer has to be one that it accepts. */
export interface Scored {
  modes: readonly ScoringMode[];
  domain: Domain;
  check(value: Json): Reply;
}

export const scoringModes: Record<Exclude<Family, "count">, readonly ScoringMode[]> = {
  text: ["exact"],
  num: ["ranges", "value", "exact"],
  date: ["exact"],
  one: ["options", "exact"],
  many: ["options", "exact"],
  rank: ["exact"],
  row: ["matrix", "exact"],
};

const MAX_POINTS = 1_000;
/** The sum over the 1,000 nodes of a graph stays a 32-bit integer, whatever number a respondent types. */
const MAX_AWARD = 2_000_000;

const points = integer({ min: -MAX_POINTS, max: MAX_POINTS });
const bound = integer({ min: -MAX_AWARD, max: MAX_AWARD });
/** Any JSON: whether it is an answer is the question's to say. */
const anyValue = rule("must be an answer", (raw): raw is Json => raw !== undefined);

const optionsMode = object(
  { mode: literal("options"), points: record(points), min: optional(bound), max: optional(bound) },
  ({ min, max }, report) => {
    if (min !== undefined && max !== undefined && min > max) report("min", `must not be more than max (${max})`);
  },
);

const exactMode = object({
  mode: literal("exact"),
  correct: anyValue,
  points,
  penalty: byDefault(0, integer({ min: 0, max: MAX_POINTS })),
});

const range = object({ from: number(), to: number(), points }, ({ from, to }, report) => {
  if (from > to) report("from", `must not be more than to (${to})`);
});
const rangesMode = object({ mode: literal("ranges"), ranges: list(range, { min: 1, max: 100 }) }, reportOverlap);

const valueMode = object({
  mode: literal("value"),
  multiplier: byDefault(1, number({ min: -MAX_POINTS, max: MAX_POINTS })),
});

const matrixMode = object({ mode: literal("matrix"), points: record(record(points)) });

const modes: Record<ScoringMode, (raw: unknown, scored: Scored) => Parsed<Award>> = {
  options(raw, { domain }) {
    const values = domain.family === "one" || domain.family === "many" ? domain.values : [];
    const isOpen = "open" in domain && domain.open;
    return awarding(parse(optionsMode, raw, "scoring"), scoreOptions(values, domain), ({ points }) =>
      isOpen ? [] : unknownKeys(points, values, "scoring.points", "option"),
    );
  },
  exact(raw, scored) {
    return awarding(parse(exactMode, raw, "scoring"), scoreExact(scored), ({ correct }) => {
      const reply = scored.check(correct);
      if (reply.kind === "answer") return [];
      return [`scoring.correct: ${reply.kind === "problem" ? reply.message : "must be an answer"}`];
    });
  },
  ranges: (raw) => awarding(parse(rangesMode, raw, "scoring"), scoreRanges),
  value: (raw, { domain }) => awarding(parse(valueMode, raw, "scoring"), scoreValue(domain)),
  matrix(raw, { domain }) {
    const { rows, columns } = domain.family === "row" ? domain : { rows: [], columns: [] };
    return awarding(parse(matrixMode, raw, "scoring"), scoreMatrix(rows, columns), ({ points }) => [
      ...unknownKeys(points, rows, "scoring.points", "row"),
      ...[...points].flatMap(([row, cells]) => unknownKeys(cells, columns, `scoring.points.${row}`, "column")),
    ]);
  },
};

/** `raw` is `data.config.scoring`; `scored` is null for a screen. Problems are "scoring.<key>: <message>". */
export function parseScoring(raw: unknown, scored: Scored | null): Parsed<Award> {
  if (!scored || scored.modes.length === 0)
    return { ok: false, problems: ["scoring: this question type has no scoring"] };
  if (!isObject(raw)) return { ok: false, problems: ["scoring: must be an object"] };
  const mode = scored.modes.find((it) => it === raw.mode);
  if (mode) return modes[mode](raw, scored);
  return { ok: false, problems: [`scoring.mode: must be ${scored.modes.map((it) => `"${it}"`).join(" or ")}`] };
}

function awarding<T>(parsed: Parsed<T>, bind: (scoring: T) => Award, disagree: (scoring: T) => string[] = () => []) {
  if (!parsed.ok) return parsed;
  const problems = disagree(parsed.value);
  return problems.length > 0 ? { ok: false as const, problems } : { ok: true as const, value: bind(parsed.value) };
}

/** The sum over the chosen values, then clamped. Other text earns nothing, whatever it says. */
function scoreOptions(values: string[], { family }: Domain) {
  const known = new Set<Json>(values);
  return ({ points, min = -MAX_AWARD, max = MAX_AWARD }: Read<typeof optionsMode>): Award => {
    const earned = (value: Json) => (known.has(value) ? (points.get(value as string) ?? 0) : 0);
    const clamped = (sum: number) => Math.min(Math.max(sum, min), max);
    const each = [0, ...values.map(earned)];
    const sumOf = (list: number[]) => list.reduce((sum, it) => sum + it, 0);
    return {
      of: (answer) => clamped(sumOf((Array.isArray(answer) ? answer : [answer]).map(earned))),
      least: clamped(family === "one" ? Math.min(...each) : sumOf(each.filter((it) => it < 0))),
      most: clamped(family === "one" ? Math.max(...each) : sumOf(each.filter((it) => it > 0))),
    };
  };
}

function scoreExact({ check, domain }: Scored) {
  return ({ correct, points, penalty }: Read<typeof exactMode>): Award => {
    const reply = check(correct);
    // as it would be stored: the bare string of a picture_choice is an array there
    const right = reply.kind === "answer" ? reply.answer : correct;
    return {
      of: (answer) => (isSameAnswer(answer, right, domain.family) ? points : 0 - penalty),
      least: Math.min(points, 0 - penalty),
      most: Math.max(points, 0 - penalty),
    };
  };
}

/** Both ends belong to a range. */
function scoreRanges({ ranges }: Read<typeof rangesMode>): Award {
  const all = [0, ...ranges.map(({ points }) => points)];
  return {
    of: (answer) => ranges.find(({ from, to }) => (answer as number) >= from && (answer as number) <= to)?.points ?? 0,
    least: Math.min(...all),
    most: Math.max(...all),
  };
}

function scoreValue(domain: Domain) {
  const [low, high] = domain.family === "num" ? [domain.min, domain.max] : [null, null];
  return ({ multiplier }: Read<typeof valueMode>): Award => {
    const of = (answer: Json) => {
      const product = roundedProduct(answer as number, multiplier);
      return Math.min(Math.max(product, -MAX_AWARD), MAX_AWARD);
    };
    const ends = low === null || high === null ? [-MAX_AWARD, MAX_AWARD] : [of(low), of(high)];
    return { of, least: Math.min(...ends), most: Math.max(...ends) };
  };
}

function scoreMatrix(rows: string[], columns: string[]) {
  return ({ points }: Read<typeof matrixMode>): Award => {
    const earned = (row: string, column: string) => points.get(row)?.get(column) ?? 0;
    const sumOf = (pick: (...points: number[]) => number) =>
      rows.reduce((sum, row) => sum + pick(0, ...columns.map((column) => earned(row, column))), 0);
    return {
      of: (answer) =>
        Object.entries(answer as Record<string, string>).reduce((sum, [row, column]) => sum + earned(row, column), 0),
      least: sumOf(Math.min),
      most: sumOf(Math.max),
    };
  };
}

/** Two answers of one question: arrays as sets, but a ranking in order; objects whatever the order of their keys. */
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

function unknownKeys(points: ReadonlyMap<string, unknown>, known: string[], path: string, what: string): string[] {
  return [...points.keys()].filter((key) => !known.includes(key)).map((key) => `${path}.${key}: is no ${what}`);
}

function reportOverlap({ ranges }: { ranges: Read<typeof range>[] }, report: (key: string, message: string) => void) {
  const sorted = ranges.map((it, index) => ({ ...it, index })).sort((a, b) => a.from - b.from);
  // of those before a range, the one that reaches furthest is the one to meet
  let furthest = sorted[0];
  for (const it of sorted.slice(1)) {
    if (furthest && it.from <= furthest.to) report(`ranges.${it.index}`, `overlaps ranges.${furthest.index}`);
    if (furthest && it.to > furthest.to) furthest = it;
  }
}
