import fc from "fast-check";
import { compileCalculations } from "../../../../shared/domain/graph/calculations/compile.ts";
import { daysBetween } from "../../../../shared/domain/graph/calculations/days.ts";
import { resultsOf, shownOf } from "../../../../shared/domain/graph/calculations/results.ts";
import { rounded } from "../../../../shared/domain/graph/calculations/rounding.ts";
import type { WalkView } from "../../../../shared/domain/graph/evaluate.ts";
import type { Calculation, Json } from "../../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../../shared/domain/questions/index.ts";
import { expressionOf } from "../../../support/calculations.ts";

/** Values of calculations (features §12). */
const number = (id: string) => ({ id, question_type: "number", data: { title: id, config: {} } });
const questions = new Map(["n", "m", "toString"].map((id) => [id, compileQuestion(number(id))]));

interface Given {
  answers?: Record<string, Json>;
  points?: Record<string, number>;
  hidden?: Record<string, string>;
  score?: number;
}

const own = <T>(values: Record<string, T>, key: string): T | null =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;

const viewOf = ({ answers = {}, points = {}, hidden = {}, score = 0 }: Given): WalkView => ({
  answer: (id) => own(answers, id),
  points: (id) => own(points, id),
  score,
  hidden,
  started_on: "2026-06-01",
});

const read = (calculations: Calculation[], given: Given = {}) =>
  compileCalculations(calculations, questions).reader(viewOf(given));
const valued = (value: unknown, given: Given = {}, decimals = 6): number | null =>
  read([{ key: "x", decimals, value }], given)("x");

describe("values", () => {
  test.each<[unknown, number | null, Given?]>([
    [7, 7],
    [{ answer: "n" }, 5, { answers: { n: 5 } }],
    [{ answer: "n" }, null],
    [{ points: "n" }, 3, { points: { n: 3 } }],
    [{ points: "toString" }, null],
    [{ selected: "n" }, 2, { answers: { n: ["a", "b"] } }],
    [{ selected: "n" }, null],
    [{ hidden: "h" }, -2.5, { hidden: { h: "-2.5" } }],
    [{ hidden: "h" }, null, { hidden: { h: "2e3" } }],
    [{ hidden: "h" }, null, { hidden: { h: "" } }],
    [{ hidden: "toString" }, null],
    [{ total: true }, 9, { score: 9 }],
    [{ add: [1, 2, 3] }, 6],
    [{ add: [1, { answer: "n" }] }, null],
    [{ multiply: [2, 3, 4] }, 24],
    [{ subtract: [1, 3] }, -2],
    [{ divide: [1, 4] }, 0.25],
    [{ divide: [1, 0] }, null],
    [{ mod: [-7, 3] }, -1],
    [{ mod: [7, -3] }, 1],
    [{ mod: [7, 0] }, null],
    [{ min: [3, { answer: "n" }, 2] }, 2],
    [{ max: [{ answer: "n" }] }, null],
    [{ coalesce: [{ answer: "n" }, 0] }, 0],
    [{ coalesce: [{ answer: "n" }] }, null],
    [{ sum: [{ answer: "n" }] }, 0],
    [{ sum: [{ answer: "n" }, 2], at_least: 1 }, 2],
    [{ sum: [{ answer: "n" }, 2], at_least: 2 }, null],
    [{ mean: [{ answer: "n" }, 2, 3] }, 2.5],
    [{ mean: [{ answer: "n" }] }, null],
    [{ count: [{ answer: "n" }, 2] }, 1],
    [{ count: [{ answer: "n" }] }, 0],
    [{ count: [{ answer: "n" }], at_least: 1 }, null],
    [{ round: [1.005, 2] }, 1.01],
    [{ round: [-2.5, 0] }, -3],
    [{ round: [1250, -2] }, 1300],
    [{ floor: -0.5 }, -1],
    [{ ceil: -0.5 }, 0],
    [{ abs: -3 }, 3],
    [{ multiply: [1e8, 1e8] }, null],
    [{ multiply: [1e15, 1] }, 1e15],
    [{ add: [1e15, 1e15, -1e15] }, 1e15],
    [{ days: ["2026-01-31", "today"] }, 121],
    [{ days: [{ answer: "n" }, "today"] }, 151, { answers: { n: "2026-01-01" } }],
    [{ days: [{ answer: "n" }, "today"] }, null],
    [{ days: [{ answer: "n" }, "today"] }, 151, { answers: { n: "2026-01-01T23:59" } }],
    [{ subtract: [{ answer: "n" }, { answer: "m" }] }, 95, { answers: { n: "10:05", m: "08:30" } }],
    [{ answer: "n" }, 0, { answers: { n: "00:00" } }],
    [{ answer: "n" }, 1439, { answers: { n: "23:59" } }],
    [{ months: ["2020-01-31", "2020-02-29"] }, 0],
    [{ years: ["2008-06-02", "today"] }, 17],
    [{ years: ["2008-06-01", "today"] }, 18],
    [{ if: [{ left: { type: "answer", node_id: "n" }, op: "gt", right: 3 }, 1, 2] }, 1, { answers: { n: 4 } }],
    [{ if: [{ left: { type: "answer", node_id: "n" }, op: "gt", right: 3 }, { answer: "m" }, 2] }, 2],
    [{ if: [{ left: { type: "score" }, op: "gte", right: 3 }, 1, { answer: "m" }] }, null],
  ])("%j is %j", (value, expected, given = {}) => expect(valued(value, given)).toBe(expected));

  it("rounds to decimals, and later calculations read the rounded value", () => {
    const list = [
      { key: "third", decimals: 1, value: { divide: [2, 3] } },
      { key: "tens", value: { multiply: [{ calculation: "third" }, 10] } },
    ];
    expect([read(list)("third"), read(list)("tens")]).toEqual([0.7, 7]);
  });

  it("gives the band whose ends include the rounded value", () => {
    const bands = [
      { key: "low", from: 0, to: 7, label: "normal" },
      { key: "high", from: 8, to: 21 },
    ];
    const list = [{ key: "a", title: "A", decimals: 0, value: { answer: "n" }, bands }];
    const compiled = compileCalculations(list, questions);
    const results = [7.4, 7.5, 22, null].map((n) => resultsOf(compiled, compiled.reader(viewOf({ answers: { n } }))));
    expect(results.map(({ a }) => a)).toEqual([
      { value: 7, band: "low" },
      { value: 8, band: "high" },
      { value: 22, band: null },
      { value: null, band: null },
    ]);
    const shown = shownOf(compiled, compiled.reader(viewOf({ answers: { n: 7 } })), ["a", "none", "a"]);
    expect(shown).toEqual([{ key: "a", title: "A", value: 7, band: "normal" }]);
  });

  it("throws for private calculations of a public graph", () => {
    const list: Calculation[] = [{ key: "a", is_private: true }];
    expect(() => read(list)("a")).toThrow("only the service knows");
  });
});

describe("rounded", () => {
  test.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [0.1 + 0.2, 2, 0.3],
    [2.5, 0, 3],
    [-0.4, 0, 0],
    [1e15, 6, 1e15],
    [1e-7, 6, 0],
    [5e-7, 6, 1e-6],
  ])("%d to %d digits is %d", (value, digits, expected) => expect(rounded(value, digits)).toBe(expected));
});

describe("daysBetween", () => {
  const day = fc
    .date({ min: new Date("1896-01-01"), max: new Date("2104-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  /** Whole months by trying each day of the month, without arithmetic on months. */
  function countedMonths(from: string, to: string): number {
    const [sign, first, last] = from <= to ? [1, from, to] : [-1, to, from];
    let months = 0;
    let [year = 0, month = 0] = first.split("-").map(Number);
    const anniversary = sign > 0 ? first.slice(8) : "";
    for (;;) {
      [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
      const key = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
      // going back, the later day's number must not be passed
      const isWhole =
        sign > 0
          ? `${key}-${anniversary}` <= last
          : key < last.slice(0, 7) || (key === last.slice(0, 7) && first.slice(8) <= last.slice(8));
      if (!isWhole) return sign * months + 0;
      months += 1;
    }
  }

  it("counts whole months and years in both directions", () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        const months = countedMonths(from, to);
        expect(daysBetween.months(from, to)).toBe(months);
        expect(daysBetween.years(from, to)).toBe(Math.trunc(months / 12) + 0);
        expect(daysBetween.days(from, to)).toBe(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));
      }),
    );
  });

  // Temporal.PlainDate.from(a).until(b, { largestUnit: "months" })
  test.each([
    ["2020-01-31", "2020-02-29", 0],
    ["2020-02-29", "2020-01-31", 0],
    ["2020-03-31", "2020-02-29", -1],
    ["2020-02-29", "2021-02-28", 11],
    ["2020-12-15", "2021-01-15", 1],
  ])("from %s to %s are %d months", (from, to, months) => expect(daysBetween.months(from, to)).toBe(months));
});

/** Evaluates an expression by the words of features §12, without sharing code with the service. */
function bruteForce(expression: unknown, given: Required<Given>, earlier: (number | null)[]): number | null {
  const inRange = (x: number | null) => (x === null || !Number.isFinite(x) || x > 1e15 || x < -1e15 ? null : x);
  if (typeof expression === "number") return inRange(expression);
  const object = expression as Record<string, unknown>;
  const at = (e: unknown) => bruteForce(e, given, earlier);
  const [op] = Object.keys(object) as [string];
  const operand = object[op];
  if (op === "answer") return inRange((given.answers[operand as string] as number | undefined) ?? null);
  if (op === "points") return inRange(given.points[operand as string] ?? null);
  if (op === "calculation") return earlier[Number((operand as string).slice(1))] ?? null;
  if (op === "if") {
    const [{ op: compare, right, left }, then, otherwise] = operand as [
      { op: string; right: number; left: { node_id: string } },
      unknown,
      unknown,
    ];
    const answer = given.answers[left.node_id];
    const isTrue = typeof answer === "number" && (compare === "gte" ? answer >= right : answer === right);
    return at(isTrue ? then : otherwise);
  }
  const values = (op === "round" ? [(operand as unknown[])[0]] : [operand].flat()).map(at);
  const known = values.filter((value) => value !== null);
  const sum = known.reduce((a, b) => a + b, 0);
  const isShort = known.length < Number(object.at_least ?? 0);
  if (op === "coalesce") return known[0] ?? null;
  if (op === "count") return isShort ? null : known.length;
  if (op === "sum") return isShort ? null : inRange(sum);
  if (op === "mean") return isShort || known.length === 0 ? null : inRange(sum / known.length);
  if (op === "min" || op === "max") return known.length === 0 ? null : Math[op](...known);
  if (known.length < values.length) return null;
  const [a, b] = known as [number, number];
  const results: Record<string, () => number> = {
    add: () => known.reduce((x, y) => x + y),
    multiply: () => known.reduce((x, y) => x * y),
    subtract: () => a - b,
    divide: () => (b === 0 ? Number.NaN : a / b),
    mod: () => (b === 0 ? Number.NaN : a - b * Math.trunc(a / b)),
    floor: () => Math.floor(a),
    ceil: () => Math.ceil(a),
    abs: () => (a < 0 ? -a : a),
    round: () => halfAway(a, (operand as [unknown, number])[1]),
  };
  return inRange((results[op] as () => number)());
}

/** Rounds the digits of a number's text by hand. */
function halfAway(value: number, digits: number): number {
  const text = Math.abs(value).toFixed(20).includes("e") ? "0" : shortest(Math.abs(value));
  const [whole = "0", fraction = ""] = text.split(".");
  const padded = fraction.padEnd(digits + 1, "0");
  const up = Number(padded[digits]) >= 5 ? 1n : 0n;
  const scaled = (BigInt(whole + padded.slice(0, digits)) + up).toString().padStart(digits + 1, "0");
  const result = Number(`${scaled.slice(0, scaled.length - digits)}.${scaled.slice(scaled.length - digits)}0`);
  return value < 0 ? 0 - result : result;
}

/** A number's shortest decimal form without an exponent. */
function shortest(value: number): string {
  const [mantissa = "0", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const digits = mantissa.replace(".", "");
  const point = 1 + Number(exponent);
  return point <= 0 ? `0.${"0".repeat(-point)}${digits}` : digits.padEnd(point, "0");
}

const integers = fc.integer({ min: -6, max: 6 });

test("values equal those of an independent evaluator", () => {
  const answer = fc.option(fc.oneof(integers, fc.constantFrom(0.1, 2.5, 1e9)));
  const given = fc.record({
    answers: fc.record({ n: answer, m: answer }),
    points: fc.record({ n: integers }),
    hidden: fc.constant({}),
    score: fc.constant(0),
  });
  const list = fc.tuple(
    ...[0, 1, 2].map((earlier) =>
      fc.tuple(expressionOf({ numbers: ["n", "m"], scored: ["n", "m"], earlier }), fc.integer({ min: 0, max: 6 })),
    ),
  );
  fc.assert(
    fc.property(list, given, (expressions, found) => {
      const calculations = expressions.map(([value, decimals], index) => ({ key: `k${index}`, decimals, value }));
      const reader = read(calculations, found);
      const expected: (number | null)[] = [];
      for (const [value, decimals] of expressions) {
        const exact = bruteForce(value, found, expected);
        expected.push(exact === null ? null : halfAway(exact, decimals));
      }
      expect(calculations.map(({ key }) => reader(key))).toEqual(expected.map((value) => value && value + 0));
    }),
    { numRuns: 5_000 },
  );
});
