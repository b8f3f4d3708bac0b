import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { figure } from "../../services/analytics/figures/tally.ts";
import { questionsOf } from "../../services/analytics/insights/view.ts";
import { askedOf } from "../../services/analytics/results/askedOf.ts";
import { type Count, discloseCounts, discloseNumbers } from "../../services/analytics/results/disclose.ts";
import type { ShownPart } from "../../services/analytics/results/parts.ts";
import {
  countFigures,
  currentParts,
  nextReading,
  type Part,
  type Reading,
  shownParts,
} from "../../services/analytics/results/reading.ts";
import { shownTogether } from "../../services/analytics/results/together.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { chain, edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Figures that public results show or leave out (features §24.1). */
const choices = (...values: string[]) => values.map((value) => ({ value, label: value }));
const named = (counts: readonly number[]) => counts.map((count, at) => ({ value: `o${at}`, count }));
const shown = (...counts: number[]) => discloseCounts(named(counts)).map(({ value, count }) => [value, count]);

test("leaves out counts below 3, and others from which they would follow", () => {
  expect(shown(5, 4)).toEqual([
    ["o0", 5],
    ["o1", 4],
  ]);
  expect(shown(9, 1)).toEqual([]);
  expect(shown(9, 0)).toEqual([]);
  expect(shown(9, 4, 1)).toEqual([["o0", 9]]);
  expect(shown(9, 2, 1)).toEqual([["o0", 9]]);
  expect(shown(9, 7, 2, 2)).toEqual([["o0", 9]]);
  expect(shown(9, 7, 0, 0).length).toBe(2);
  expect(shown(6, 6, 6, 0).length).toBe(3);
  expect(shown(2, 2, 1)).toEqual([]);
});

/** All ways to give `left` answers to `options` options. */
function* divisions(left: number, options: number): Generator<number[]> {
  if (options === 1) return yield [left];
  for (let first = 0; first <= left; first += 1)
    for (const rest of divisions(left - first, options - 1)) yield [first, ...rest];
}

// `removed`: answers with an option that the version lacks are the last count
test.each([
  [2, false, 12],
  [3, false, 14],
  [4, false, 13],
  [2, true, 14],
  [3, true, 13],
])(
  "no person's answer of %i options that is left out follows, even for who knows the rule and all answers (removed: %s)",
  (options, isRemoved, most) => {
    for (let answered = 5; answered <= most; answered += 1) {
      const byOutput = Map.groupBy(divisions(answered, options + Number(isRemoved)), (counts) => {
        const { figures } = countFigures(named(counts.slice(0, options)), answered);
        return JSON.stringify(figures.counts?.map(({ value, count }) => [value, count]));
      });
      for (const [output, possible] of byOutput) {
        const visible = new Set((JSON.parse(output) as [string, number][]).map(([value]) => value));
        for (const at of possible[0]?.keys() ?? []) {
          if (visible.has(`o${at}`)) continue;
          const values = new Set(possible.map((counts) => counts[at]));
          // an option without answers
          if (visible.size > 1 && values.has(0)) continue;
          const [value = 0] = values;
          // enough people chose what was removed
          if (at === options && value >= 3) continue;
          expect([output, at, values.size]).not.toEqual([output, at, 1]);
        }
      }
    }
  },
);

test("counts answers with an option that was removed as one more count that isn't shown", () => {
  const questions = questionsOf(
    chain(
      node("pick", "multiple_choice", { options: choices("a", "b") }),
      node("order", "ranking", { options: choices("a", "b") }),
      node("rows", "matrix", { rows: [{ key: "r", label: "R" }], columns: choices("a", "b") }),
    ) as Graph,
  );
  const counts = (prefix = "") => new Map([5, 4, 1].map((count, at) => [`${prefix}${"abc"[at]}`, count]));
  const tally = new Map([
    ...(["pick:multiple_choice", "order:ranking", "rows:matrix"] as const).flatMap((name) => {
      const [id = "", type = ""] = name.split(":");
      return [
        [figure("types", id), new Map([[type, 10]])],
        [figure("answers", id, type), counts(id === "rows" ? "r." : "")],
      ] as const;
    }),
  ]);
  const parts = currentParts(questions, tally);
  for (const part of parts) expect([part.node_id, part.answered]).toEqual([part.node_id, 10]);
  for (const part of parts.filter(({ node_id, row }) => node_id !== "rows" || row)) {
    const { figures } = part.disclose();
    expect([part.node_id, figures.counts?.map(({ count }) => count)]).toEqual([part.node_id, [5]]);
  }
});

const scale = (min: number, max: number) => ({ family: "num", min, max, step: 1 }) as const;
const frequencies = (counts: readonly number[], from = 1) =>
  new Map(counts.flatMap((count, at) => (count === 0 ? [] : [[from + at, count] as const])));
const stars = (counts: readonly number[]) =>
  discloseNumbers("star_rating", scale(1, counts.length), frequencies(counts));

test("the greatest number has a bucket of its own", () => {
  const domain = { family: "num", min: null, max: null, step: null } as const;
  const { histogram } = discloseNumbers("number", domain, frequencies([3, 3, 3, 3], 0));
  expect(histogram).toEqual([0, 1, 2, 3].map((from) => ({ from, to: from + 1, count: 3 })));
});

test("merges buckets below 3, and shows mean and median unless a bucket's division follows", () => {
  expect(stars([0, 0, 4, 0, 5])).toEqual({
    histogram: [
      { from: 1, to: 3, count: 4 },
      { from: 4, to: 5, count: 5 },
    ],
    statistics: { mean: expect.closeTo(37 / 9), median: 5 },
  });
  expect(stars([3, 3, 3])).toEqual({
    histogram: [1, 2, 3].map((at) => ({ from: at, to: at, count: 3 })),
    statistics: { mean: 2, median: 2 },
  });
  // only 1 of the lower two is a 1
  expect(stars([1, 2, 3])).not.toHaveProperty("statistics");
  // of 1 and 2 stars, 1 would be a 1
  expect(stars([1, 3, 8, 18, 30])).toEqual({
    histogram: [
      { from: 1, to: 3, count: 12 },
      { from: 4, to: 4, count: 18 },
      { from: 5, to: 5, count: 30 },
    ],
    statistics: { mean: expect.closeTo(253 / 60), median: 4.5 },
  });
});

/** Answers of all groups of a promoter score whose groups have so many. */
function* promoterDivisions(detractors: number, passives: number, promoters: number): Generator<number[]> {
  for (const low of divisions(detractors, 7))
    for (const middle of divisions(passives, 2))
      for (const high of divisions(promoters, 2)) yield [...low, ...middle, ...high];
}
function* answeredBy(steps: number, most: number): Generator<number[]> {
  for (let answered = 5; answered <= most; answered += 1) yield* divisions(answered, steps);
}

test.each([
  ["five stars", "star_rating", scale(1, 5), answeredBy(5, 12)],
  ["every second number from 1 to 9", "number_scale", { ...scale(1, 9), step: 2 }, answeredBy(5, 10)],
  ["0.3 to 0.7", "number_scale", { ...scale(0.3, 0.7), step: 0.1 }, answeredBy(5, 10)],
  ["ten stars", "star_rating", scale(1, 10), answeredBy(10, 6)],
  ["a scale from 0 to 10", "opinion_scale", scale(0, 10), answeredBy(11, 6)],
  ["a promoter score", "opinion_scale", scale(0, 10), promoterDivisions(3, 4, 3)],
  ["numbers from 0 to 4", "number", scale(0, 4), answeredBy(5, 10)],
] as const)("few ranges with mean and median tell a count of 1 or 2: %s", (_, type, domain, worlds) => {
  const numberAt = (at: number) => Number((domain.min + at * domain.step).toFixed(1));
  const byOutput = Map.groupBy(worlds, (counts) =>
    JSON.stringify(
      discloseNumbers(type, domain, new Map(counts.map((count, at) => [numberAt(at), count] as const).filter(isGiven))),
    ),
  );
  const told = [...byOutput].filter(
    ([output, [first = [], ...others]]) =>
      output.includes("statistics") &&
      first.some((count, at) => count > 0 && count < 3 && others.every((other) => other[at] === count)),
  );
  expect(told.length).toBeLessThanOrEqual(0.04 * byOutput.size);
});
const isGiven = ([, count]: readonly [number, number]) => count > 0;

test("shows mean and median of numbers that lie apart, whatever they are, in a short turn", () => {
  const ages = frequencies([1, 2, 0, 1, 1, 3, 1, 0, 0, 1, 2, 1, 1, 1, 0, 1, 1, 2, 0, 1, 1, 1, 1, 2, 1], 19);
  const domain = { family: "num", min: null, max: null, step: null } as const;
  expect(discloseNumbers("number", domain, ages).statistics).toEqual({ mean: expect.closeTo(31, 3), median: 30.5 });
  const salaries = new Map(Array.from({ length: 10_000 }, (_, at) => [at * 7, 1] as const));
  const before = process.cpuUsage();
  expect(discloseNumbers("number", domain, salaries).statistics?.mean).toBe(34_996.5);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});

test("shows a promoter score whose groups all have 3 answers, with buckets inside the groups", () => {
  const given = frequencies([1, 0, 0, 2, 0, 0, 1, 1, 2, 1, 2], 0);
  expect(discloseNumbers("opinion_scale", scale(0, 10), given)).toMatchObject({
    histogram: [
      { from: 0, to: 6, count: 4 },
      { from: 7, to: 8, count: 3 },
      { from: 9, to: 10, count: 3 },
    ],
    nps: { promoters: 3, passives: 3, detractors: 4, score: -10 },
  });
  expect(
    discloseNumbers("opinion_scale", scale(0, 10), frequencies([9, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0], 0)),
  ).not.toHaveProperty("nps");
});

test("no edge of a number's histogram shows the least or greatest answer", () => {
  const domain = { family: "num", min: null, max: null, step: null } as const;
  const given = [20, 21, 22, 23, 24, 25, 26, 27, 28].map((age) => [age, 1] as const);
  const { histogram } = discloseNumbers("number", domain, new Map([...given, [3, 1], [997, 1]]));
  expect(histogram?.reduce((sum, { count }) => sum + count, 0)).toBe(11);
  for (const { from, to, count } of histogram ?? []) {
    expect(count).toBeGreaterThanOrEqual(3);
    expect([from >= 20, to <= 28]).toEqual([true, true]);
  }
});

const at = "2026-11-22T10:00:00.000Z";
interface Answer {
  id: number;
  option: number | null;
}

/** One question with three options, which a respondent may skip. */
function current(responses: readonly Answer[]) {
  const counts = named([0, 1, 2].map((option) => responses.filter((one) => one.option === option).length));
  const answered = responses.filter(({ option }) => option !== null).length;
  const part: Part = {
    ...{ node_id: "pick", row: null, question_type: "multiple_choice", answered },
    disclose: () => ({ figures: { counts: discloseCounts(counts) } }),
  };
  return { completed: responses.length, at, parts: [part] };
}
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ add: fc.constantFrom(0, 1, 2, null) }) },
    { weight: 1, arbitrary: fc.record({ erase: fc.nat() }) },
  ),
  { maxLength: 60, size: "max" },
);

test("readings that follow each other never differ by fewer than 3 answers, and show none of fewer than 5", () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let responses: Answer[] = [];
      let reading: Reading | null = null;
      const seen: { text: string; answers: Answer[] }[] = [];
      for (const [id, step] of taken.entries()) {
        if ("add" in step) responses = [...responses, { id, option: step.add }];
        else responses = responses.toSpliced(step.erase % Math.max(1, responses.length), 1);
        const now = current(responses);
        reading = finished(nextReading(reading, now));
        const [part] = shownParts(reading, now.parts);
        if (!part) continue;
        const answers = responses.filter(({ option }) => option !== null);
        expect(answers.length).toBeGreaterThanOrEqual(5);
        const text = JSON.stringify([part.answered, part.figures]);
        const last = seen.at(-1);
        if (last?.text === text) continue;
        if (last) expect(differing(last.answers, answers)).toBeGreaterThanOrEqual(3);
        seen.push({ text, answers });
      }
    }),
    { numRuns: 200 },
  );
});

/** The number of answers that only one of both has. */
function differing(a: readonly Answer[], b: readonly Answer[]): number {
  const [before, after] = [new Set(a.map(({ id }) => id)), new Set(b.map(({ id }) => id))];
  return [...before, ...after].filter((id) => !(before.has(id) && after.has(id))).length;
}

/** A question with one choice, or with `several`. */
const partOf = (id: string, answered: number, counts: readonly Count[], several = false): ShownPart => ({
  ...{ node_id: id, row: null, question_type: several ? "checkbox" : "multiple_choice", answered },
  ...countFigures(counts, answered, several ? { min: 0, max: counts.length, exclusive: [] } : undefined),
});
const together = (completed: number, ...parts: ShownPart[]) =>
  shownTogether(completed, parts).map(({ node_id, answered, figures: { counts = [] } }) => [
    node_id,
    answered,
    counts.map(({ value, count }) => `${value}: ${count}`),
  ]);

test("leaves out a number of answers that is 1 or 2 below another figure, and counts from which it follows", () => {
  expect(together(10, partOf("a", 10, named([6, 4])), partOf("b", 8, named([5, 3])))).toEqual([
    ["a", 10, ["o0: 6", "o1: 4"]],
    ["b", null, ["o0: 5"]],
  ]);
  // asked of the ten who chose the first option
  expect(together(20, partOf("a", 20, named([10, 10])), partOf("b", 9, named([5, 4])))).toEqual([
    ["a", 20, ["o0: 10", "o1: 10"]],
    ["b", null, ["o0: 5"]],
  ]);
  expect(together(10, partOf("a", 7, named([4, 3])))).toEqual([["a", 7, ["o0: 4", "o1: 3"]]]);
  expect(together(10, partOf("a", 8, named([8, 0])))).toEqual([["a", null, []]]);
  expect(together(10, { ...partOf("a", 9, named([5, 4])), reduced: undefined as never })).toEqual([["a", null, []]]);
});

test("a question asked of those who chose an option tells no hidden count of the others", () => {
  expect(together(15, partOf("a", 15, named([9, 5, 1])), partOf("b", 5, named([5])))).toEqual([
    ["a", 15, ["o0: 9"]],
    ["b", null, []],
  ]);
  expect(together(30, partOf("a", 30, named([20, 9, 1])), partOf("b", 9, named([5, 4])))).toEqual([
    ["a", 30, ["o0: 20"]],
    ["b", null, ["o0: 5"]],
  ]);
  // 3 chose the others
  expect(together(30, partOf("a", 30, named([20, 7, 2, 1])), partOf("b", 7, named([4, 3])))).toEqual([
    ["a", 30, ["o0: 20", "o1: 7"]],
    ["b", 7, ["o0: 4", "o1: 3"]],
  ]);
});

/** A form that asks more of those who chose something. `asks`: conditions by question. */
const formOf = (question: ReturnType<typeof node>, asks: Record<string, object>): Graph => {
  const followUps = Object.entries(asks).map(([id, showIf]) => {
    const asked = node(id, "multiple_choice", { options: choices("o0", "o1") });
    return { ...asked, data: { ...asked.data, show_if: showIf } };
  });
  return chain(question, ...followUps) as Graph;
};
const chose = (...values: string[]) => ({ left: { type: "answer", node_id: "a" }, op: "in", right: values });
const pick = node("a", "multiple_choice", { options: choices("o0", "o1", "o2", "o3") });
const withForm = (form: Graph, completed: number, ...parts: ShownPart[]) =>
  shownTogether(completed, parts, finished(askedOf(form, questionsOf(form)))).map(({ node_id, answered }) => [
    node_id,
    answered,
  ]);
function finished<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test("questions asked of different hidden options tell no count of the rest", () => {
  const form = formOf(pick, { b: chose("o1"), c: chose("o2") });
  const all = partOf("a", 59, named([40, 9, 9, 1]));
  expect(withForm(form, 59, all, partOf("b", 9, named([5, 4])), partOf("c", 9, named([5, 4])))).toEqual([
    ["a", 59],
    ["b", null],
    ["c", null],
  ]);
  // both options are shown
  const many = partOf("a", 61, named([40, 9, 9, 2, 1]));
  expect(withForm(form, 61, many, partOf("b", 9, named([5, 4])), partOf("c", 9, named([5, 4]))).at(-1)).toEqual([
    "c",
    9,
  ]);
});

test("a question asked of a shown option and a hidden one tells no count of the hidden one", () => {
  const all = partOf("a", 30, named([20, 9, 1]));
  for (const [of, answered, shown] of [
    [["o0", "o2"], 21, null],
    [["o0", "o1"], 29, null],
    [["o0"], 20, 20],
  ] as const)
    expect(
      withForm(formOf(pick, { b: chose(...of) }), 30, all, partOf("b", answered, named([12, answered - 12]))),
    ).toEqual([
      ["a", 30],
      ["b", shown],
    ]);
});

test("a question at the end of an edge, or beside other conditions, is asked of those who may get there", () => {
  const branching = graphOf(
    [pick, node("b", "multiple_choice", { options: choices("o0", "o1") }), end()],
    [edge("a", "b", { op: "in", right: ["o0", "o2"] }), edge("a", "end"), edge("b", "end")],
  ) as Graph;
  const all = partOf("a", 30, named([20, 9, 1]));
  expect(withForm(branching, 30, all, partOf("b", 21, named([12, 9])))).toEqual([
    ["a", 30],
    ["b", null],
  ]);
  const other = { left: { type: "hidden", key: "k" }, op: "eq", right: "v" };
  for (const [condition, shown] of [
    [{ all: [chose("o0", "o2"), other] }, null],
    [{ any: [chose("o0", "o2"), other] }, 21],
  ] as const) {
    const form = { ...formOf(pick, { b: condition }), hidden_fields: ["k"] };
    expect(withForm(form, 30, all, partOf("b", 21, named([12, 9]))).at(-1)).toEqual(["b", shown]);
  }
});

test("a question asked of some rows or steps tells no count of the others", () => {
  const rating = node("a", "star_rating");
  const atMost = (right: number) => ({ left: { type: "answer", node_id: "a" }, op: "lte", right });
  const stars: ShownPart = {
    ...{ node_id: "a", row: null, question_type: "star_rating", answered: 30 },
    figures: discloseNumbers("star_rating", scale(1, 5), frequencies([6, 5, 1, 9, 9])),
  };
  // steps 3 and 4 are merged
  expect(withForm(formOf(rating, { b: atMost(3) }), 30, stars, partOf("b", 12, named([7, 5])))).toEqual([
    ["a", 30],
    ["b", null],
  ]);
  const rows = node("a", "matrix", { rows: [{ key: "r", label: "R" }], columns: choices("o0", "o1", "o2") });
  const row = { ...partOf("a", 30, named([20, 9, 1])), row: "r", question_type: "matrix" };
  const inRow = { left: { type: "answer", node_id: "a", path: "r" }, op: "in", right: ["o0", "o2"] };
  expect(withForm(formOf(rows, { b: inRow }), 30, row, partOf("b", 21, named([12, 9])))).toEqual([
    ["a", 30],
    ["b", null],
  ]);
});

test("leaves out a choice that 1 or 2 of those who answered lack", () => {
  expect(together(10, partOf("a", 10, named([10, 9, 7, 3, 2]), true))).toEqual([
    ["a", 10, ["o0: 10", "o2: 7", "o3: 3"]],
  ]);
  expect(together(10, partOf("a", 9, named([9, 5, 4]), true))).toEqual([["a", null, ["o1: 5", "o2: 4"]]]);
});

test.each([false, true])(
  "who didn't answer, or lacks a choice, doesn't follow from one reading (several: %s)",
  (several) => {
    // each person skips, or takes the first option, the second, or for several both
    const worlds = several ? 4 : 3;
    for (let completed = 5; completed <= 11; completed += 1) {
      const byOutput = Map.groupBy(
        divisions(completed, worlds).map(([skips = 0, a = 0, b = 0, both = 0]) => {
          const answered = completed - skips;
          const part = partOf("q", answered, named([a + both, b + both]), several);
          const shown = answered < 5 ? [] : together(completed, part);
          // view.ts shows no question without figures
          const output = JSON.stringify(shown.filter(([, of, counts]) => of !== null || (counts as unknown[]).length));
          const lack = several ? [b, a] : [];
          return { output, groups: [skips, ...lack] };
        }),
        ({ output }) => output,
      );
      for (const [output, possible] of byOutput) {
        for (const at of possible[0]?.groups.keys() ?? []) {
          const sizes = new Set(possible.map(({ groups }) => groups[at] ?? 0));
          const [size = 0] = sizes;
          expect([output, at, sizes.size > 1 || size === 0 || size >= 3]).toEqual([output, at, true]);
        }
      }
    }
  },
);

/** All sets of options that a respondent may choose. */
const several = (options: number, min: number, max: number, exclusive: readonly number[] = []) => ({
  options,
  offered: options,
  limits: { min, max, exclusive: exclusive.map((at) => `o${at}`) },
  sets: Array.from({ length: 2 ** options }, (_, bits) =>
    Array.from({ length: options }, (_, at) => at).filter((at) => bits & (2 ** at)),
  ).filter((set) =>
    set.some((at) => exclusive.includes(at)) ? set.length === 1 : set.length >= Math.max(1, min) && set.length <= max,
  ),
});

test.each([
  ["2 of 3", several(3, 2, 2), 12],
  ["2 of 4", several(4, 2, 2), 9],
  ["3 of 4", several(4, 3, 3), 12],
  ["2 of 3 or none", several(4, 2, 2, [3]), 12],
  ["2 of 4, one of them removed", { ...several(4, 2, 2), offered: 3 }, 9],
  ["any of 2 or none", several(3, 0, 2, [2]), 12],
  ["any of 2 or one of two others", several(4, 0, 2, [2, 3]), 10],
])("no few who chose or lack one of several dependent options follow: %s", (_, given, most) => {
  const { options, offered, sets, limits } = given;
  for (let answered = 5; answered <= most; answered += 1) {
    const byOutput = Map.groupBy(
      divisions(answered, sets.length).map((people) => {
        const sum = (has: (set: readonly number[]) => boolean) =>
          sets.reduce((all, set, at) => all + (has(set) ? (people[at] ?? 0) : 0), 0);
        const counts = Array.from({ length: options }, (_, option) => sum((set) => set.includes(option)));
        const together = sum((set) => !set.some((at) => limits.exclusive.includes(`o${at}`)));
        const lacking = counts.map((count, at) => (limits.exclusive.includes(`o${at}`) ? 0 : together - count));
        const { figures } = countFigures(named(counts.slice(0, offered)), answered, limits);
        return { output: JSON.stringify(figures), groups: [...counts, ...lacking, together] };
      }),
      ({ output }) => output,
    );
    for (const [output, possible] of byOutput) {
      const told = possible[0]?.groups.filter(
        (size, at) => size > 0 && size < 3 && possible.every(({ groups }) => groups[at] === size),
      );
      if (told?.length) expect([output, told]).toEqual([output, []]);
    }
  }
});

test("a number of answers that was left out stays so while its figures do", () => {
  const read = (before: Reading | null, completed: number, pick: readonly number[]) => {
    const answered = pick.reduce((sum, count) => sum + count, 0);
    const { node_id, row, question_type } = partOf("pick", answered, named(pick));
    const disclose = () => countFigures(named(pick), answered);
    const parts = [{ node_id, row, question_type, answered, disclose }];
    const reading = finished(nextReading(before, { completed, at, parts }));
    return { reading, shown: shownTogether(reading.completed, shownParts(reading, parts)) };
  };
  const first = read(null, 10, [5, 3]);
  // as in a table of the previous release
  const plain = { ...first.reading, parts: first.reading.parts.map(({ gap, ...part }) => part) };
  for (const before of [first.reading, plain]) expect(read(before, 13, [6, 4]).shown).toEqual(first.shown);
  expect(read(first.reading, 14, [7, 4]).shown).toMatchObject([
    { answered: 11, figures: { counts: [{ count: 7 }, { count: 4 }] } },
  ]);
});

test("in a series of readings, no figure is 1 or 2 above a number of answers, and none comes to light later", () => {
  const answers = fc.record({ pick: fc.constantFrom(0, 1, null), ticks: fc.subarray([0, 1, 2]) });
  const erasures = fc.record({ erase: fc.nat() });
  const events = fc.array(fc.oneof({ weight: 5, arbitrary: answers }, { weight: 1, arbitrary: erasures }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(events, (taken) => {
      let responses: { pick: number | null; ticks: number[] }[] = [];
      let reading: Reading | null = null;
      const hidden = new Set<unknown>();
      for (const event of taken) {
        responses =
          "erase" in event
            ? responses.toSpliced(event.erase % Math.max(1, responses.length), 1)
            : [...responses, event];
        const count = (has: (response: (typeof responses)[number]) => boolean) => responses.filter(has).length;
        const parts = [
          partOf(
            "pick",
            count(({ pick }) => pick !== null),
            named([0, 1].map((at) => count(({ pick }) => pick === at))),
          ),
          partOf(
            "ticks",
            count(({ ticks }) => ticks.length > 0),
            named([0, 1, 2].map((at) => count(({ ticks }) => ticks.includes(at)))),
            true,
          ),
        ].map(
          ({ figures, reduced, ...part }): Part => ({
            ...part,
            disclose: () => ({ figures, ...(reduced && { reduced }) }),
          }),
        );
        reading = finished(nextReading(reading, { completed: responses.length, at, parts }));
        const shown = shownTogether(reading.completed, shownParts(reading, parts));
        for (const { node_id, answered } of shown) {
          const stored = reading.parts.find((part) => part.node_id === node_id)?.figures;
          if (answered === null) hidden.add(stored);
          // hidden figures aren't shown later
          else expect(hidden).not.toContain(stored);
        }
        const figures = [
          reading.completed,
          ...shown.flatMap(({ answered, figures: { counts = [] } }) => [
            ...(answered === null ? [] : [answered]),
            ...counts.map(({ count }) => count),
          ]),
        ];
        for (const { answered } of shown) {
          if (answered === null) continue;
          expect(figures.filter((figure) => figure > answered && figure - answered < 3)).toEqual([]);
        }
      }
    }),
    { numRuns: 200 },
  );
});
