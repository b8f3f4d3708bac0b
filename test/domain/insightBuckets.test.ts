import fc from "fast-check";
import { previousOf } from "../../services/analytics/filters.ts";
import { numberBuckets, stepBuckets } from "../../services/analytics/insights/buckets.ts";
import { tabulate } from "../../services/analytics/insights/tabulate.ts";
import { compileQuestion } from "../../shared/domain/questions/index.ts";
import { node } from "../support/sampleGraphs.ts";

/** Histograms, NPS and the period before (features §19). */
const countsOf = (numbers: readonly number[]) =>
  new Map([...Map.groupBy(numbers, (number) => number)].map(([number, same]) => [number, same.length]));
const edgesOf = (numbers: readonly number[]) => {
  const buckets = numberBuckets(countsOf(numbers));
  return buckets.map(({ from }) => from).concat(buckets.at(-1)?.to ?? []);
};

describe("numberBuckets", () => {
  it.each([
    ["integers one by one", [0, 3, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [
      "a maximum that is an edge",
      [0, 100],
      [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100],
    ],
    ["negative numbers", [-7, 4], [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4]],
    [
      "decimals without rounding errors",
      [0.1, 0.7],
      [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7],
    ],
    ["a single integer", [5, 5], [5, 6]],
    ["a single decimal", [2.37], [2, 3]],
    ["nothing", [], []],
  ])("puts edges around %s", (_, numbers, edges) => {
    expect(edgesOf(numbers)).toEqual(edges);
  });

  it("counts an edge in the bucket above, and the last edge in the last bucket", () => {
    expect(numberBuckets(countsOf([0, 1, 1, 2, 3, 3, 3]))).toEqual([
      { from: 0, to: 1, count: 1 },
      { from: 1, to: 2, count: 2 },
      { from: 2, to: 3, count: 4 },
    ]);
  });

  it("keeps to 20 buckets of one round width that count every number once", () => {
    const numbers = fc.array(
      fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(numbers, (given) => {
        const buckets = numberBuckets(countsOf(given));
        expect(buckets.length).toBeLessThanOrEqual(20);
        for (const [index, { from, to, count }] of buckets.entries()) {
          const isLast = index === buckets.length - 1;
          expect(Number.isFinite(from) && from < to).toBe(true);
          expect(isLast || buckets[index + 1]?.from === to).toBe(true);
          expect(count).toBe(given.filter((n) => n >= from && (n < to || (isLast && n === to))).length);
        }
        expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
      }),
    );
  });

  it("makes edges multiples of 1, 2 or 5 × 10ⁿ", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 4 }),
        (given, digits) => {
          const buckets = numberBuckets(countsOf(given.map((number) => number / 10 ** digits)));
          const widths = buckets.map(({ from, to }) => Number((to - from).toPrecision(6)).toExponential());
          expect(new Set(widths).size).toBe(1);
          expect(widths[0]).toMatch(/^[125]e/);
          for (const { from } of buckets) {
            const multiple = from / Number(widths[0]);
            expect(multiple - Math.round(multiple)).toBeCloseTo(0, 4);
          }
        },
      ),
    );
  });
});

describe("stepBuckets", () => {
  it("counts each step alone, with answers of an older, wider scale", () => {
    const buckets = stepBuckets(countsOf([0.3, 0.3, 0.9]), { min: 0, max: 0.5, step: 0.1 });
    expect(buckets?.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.9]);
    expect(buckets?.[3]).toEqual({ from: 0.3, to: 0.3, count: 2 });
  });

  it("returns null for more than 20 steps", () => {
    expect(stepBuckets(countsOf([]), { min: 1, max: 20, step: 1 })).toHaveLength(20);
    expect(stepBuckets(countsOf([]), { min: 0, max: 20, step: 1 })).toBeNull();
    expect(stepBuckets(countsOf([]), { min: 0, max: 1e308, step: 1e-300 })).toBeNull();
  });
});

describe("tabulate", () => {
  const figuresOf = (type: string, config: Record<string, number>, numbers: readonly number[]) =>
    tabulate(
      compileQuestion(node("q", type, config) as Parameters<typeof compileQuestion>[0]),
      new Map(numbers.map((number) => [String(number), 1])),
    );

  it("adds the Net Promoter Score to opinion scales of 0–10 only", () => {
    expect(figuresOf("opinion_scale", {}, [10, 9, 8, 7, 6, 0]).nps).toEqual({
      promoters: 2,
      passives: 2,
      detractors: 2,
      score: 0,
    });
    expect(figuresOf("opinion_scale", {}, [10, 9, 7]).nps?.score).toBeCloseTo(66.6667, 3);
    expect(figuresOf("opinion_scale", {}, []).nps).toEqual({ promoters: 0, passives: 0, detractors: 0, score: null });
    expect(figuresOf("opinion_scale", { min: 1, max: 10 }, [10])).not.toHaveProperty("nps");
    expect(figuresOf("number_scale", { min: 0, max: 10 }, [10])).not.toHaveProperty("nps");
  });

  it("has a bucket per step for scales and ratings, and round edges for numbers", () => {
    expect(figuresOf("star_rating", {}, [5]).histogram?.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
    expect(figuresOf("number_scale", { min: 0, max: 100, step: 1 }, [7, 93]).histogram?.[0]).toEqual({
      from: 5,
      to: 10,
      count: 1,
    });
    expect(figuresOf("number", { min: 0, max: 3, step: 1 }, [1]).histogram).toEqual([{ from: 1, to: 2, count: 1 }]);
    expect(figuresOf("yes_no", {}, [])).not.toHaveProperty("histogram");
  });
});

describe("previousOf", () => {
  const [now, filters] = [
    new Date("2026-03-10T12:00Z"),
    {
      status: null,
      version: 3,
      language: null,
      links: null,
      source: null,
      tags: [],
      isFlagged: null,
      words: [],
      answers: [],
    },
  ];
  const previous = (from: string | null, before: string | null) =>
    previousOf(
      { ...filters, started: { from: from ? new Date(from) : null, before: before ? new Date(before) : null } },
      now,
    );

  it("moves the period back by its own length", () => {
    const { started, version } = previous("2026-03-05", "2026-03-08");
    expect([started.from?.toISOString(), started.before?.toISOString(), version]).toEqual([
      "2026-03-02T00:00:00.000Z",
      "2026-03-05T00:00:00.000Z",
      3,
    ]);
  });

  it("ends a period without an end now", () => {
    expect(previous("2026-03-10", null).started.from?.toISOString()).toBe("2026-03-09T12:00:00.000Z");
  });

  it("compares a period in the future with nothing, and asks for none before 1970", () => {
    expect(previous("2027-01-01", null).started.from?.toISOString()).toBe("2027-01-01T00:00:00.000Z");
    expect(previous("0001-01-01", "9999-01-01").started.from?.getTime()).toBe(0);
  });

  it("rejects a period without a start", () => {
    expect(() => previous(null, "2026-03-08")).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ errors: ["compare: requires started_at_from"] }) }),
    );
  });
});
