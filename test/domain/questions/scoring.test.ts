import type { Json } from "../../../shared/domain/graph/types.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { type Config, columns, compile, labelled, minimal, pictures, problemsOf, reply, rows } from "./support.ts";

type Scoring = Record<string, unknown>;
const scored = (type: QuestionType, scoring: Scoring, config: Config = minimal[type]) =>
  compile(type, { ...config, scoring });
const problems = (type: QuestionType, scoring: unknown, config: Config = minimal[type]) =>
  problemsOf(type, { ...config, scoring });

describe("best_award", () => {
  const sets = (values: string[]): string[][] =>
    values.reduce<string[][]>((all, value) => [...all, ...all.map((set) => [...set, value])], [[]]);
  const options = (exclusive: boolean) =>
    labelled("a", "b", "c").map((it) => ({ ...it, exclusive: exclusive && it.value === "a" }));
  const points = (a: number, b: number, c: number) => ({ mode: "options", points: { a, b, c } });

  test.each<[string, Config, Scoring]>([
    ["the positive options", {}, points(5, -2, 3)],
    ["as many as may be chosen", { max_selections: 1 }, points(5, 2, 3)],
    ["as many as must be chosen", { min_selections: 2 }, points(5, -2, -3)],
    ["an exclusive option if it is better", { options: options(true) }, points(9, 2, 3)],
    ["the others if they are better", { options: options(true) }, points(4, 2, 3)],
    ["the least bad option", {}, points(-5, -2, -3)],
    ["other text if the options are worse", { allow_other: true }, points(-5, -2, -3)],
    ["no more than the limit", {}, { ...points(5, 6, 7), max: 10 }],
  ])("of a checkbox takes %s", (_name, config, scoring) => {
    const question = scored("checkbox", scoring, { ...minimal.checkbox, ...config });
    const values = ["a", "b", "c", ...(config.allow_other ? ["else"] : [])];
    const accepted = sets(values).filter((set) => set.length > 0 && reply(question, set).kind === "answer");
    expect(question.best_award).toBe(Math.max(...accepted.map((set) => question.score(set) ?? 0)));
  });

  test.each<[string, QuestionType, Scoring, number | null, Config?]>([
    ["no scoring", "yes_no", null as never, null],
    ["a choice", "dropdown", { mode: "options", points: { a: 5 } }, 5],
    ["a scale", "star_rating", { mode: "value", multiplier: 2 }, 10],
    ["a reversed scale", "opinion_scale", { mode: "value", multiplier: -1 }, 0],
    ["a number without a maximum", "number", { mode: "value" }, null, { min: 0 }],
    ["a reversed number without a maximum", "number", { mode: "value", multiplier: -1 }, -3, { min: 3 }],
    [
      "ranges within reach",
      "number",
      {
        mode: "ranges",
        ranges: [
          { from: 0, to: 9, points: 4 },
          { from: 10, to: 19, points: 8 },
        ],
      },
      4,
      { max: 9 },
    ],
    ["a matrix", "matrix", { mode: "matrix", points: { food: { good: 2, bad: 1 }, staff: { good: 3 } } }, 5],
    ["a correct answer", "short_text", { mode: "exact", correct: "Paris", points: 3, penalty: 1 }, 3],
  ])("of %s", (_name, type, scoring, best, config = {}) => {
    const own = { ...minimal[type], ...config };
    expect((scoring ? scored(type, scoring, own) : compile(type, own)).best_award).toBe(best);
  });
});

test("an answer without scoring has no points instead of 0", () => {
  const question = compile("yes_no");
  expect(question.is_scored).toBe(false);
  expect(question.score("yes")).toBeNull();
});

test("the public config has no scoring", () => {
  const question = scored("yes_no", { mode: "options", points: { yes: 1 } });
  expect(question.is_scored).toBe(true);
  expect(question.config).toEqual({ yes_label: "Yes", no_label: "No" });
});

const other = { options: labelled("a", "b"), allow_other: true };
const awards: [string, QuestionType, Scoring, [Json, number][], Config?][] = [
  [
    "options of one",
    "multiple_choice",
    { mode: "options", points: { a: 5 } },
    [
      ["a", 5],
      ["b", 0],
    ],
  ],
  [
    "options of yes/no",
    "yes_no",
    { mode: "options", points: { yes: -1000, no: 1000 } },
    [
      ["yes", -1000],
      ["no", 1000],
    ],
  ],
  [
    "options of emoji",
    "emoji_rating",
    { mode: "options", points: { great: 2 } },
    [
      ["great", 2],
      ["bad", 0],
    ],
  ],
  [
    "options of a set: the sum",
    "checkbox",
    { mode: "options", points: { a: 5, b: -2 } },
    [
      [["a", "b"], 3],
      [["c"], 0],
    ],
  ],
  [
    "options, clamped after the sum",
    "checkbox",
    { mode: "options", points: { a: 5, b: 6, c: -9 }, min: -1, max: 7 },
    [
      [["a", "b"], 7],
      [["c"], -1],
      [["a", "b", "c"], 2],
    ],
  ],
  ["options of pictures", "picture_choice", { mode: "options", points: { a: 1 } }, [[["a"], 1]]],
  // other text has 0 points, even if points exist for it (decisions §4.3)
  [
    "options and other text",
    "dropdown",
    { mode: "options", points: { a: 1, x: 9 } },
    [
      ["x", 0],
      ["a", 1],
      ["y", 0],
    ],
    other,
  ],
  [
    "options and hostile text",
    "dropdown",
    { mode: "options", points: { a: 1 } },
    [
      ["constructor", 0],
      ["toString", 0],
    ],
    other,
  ],
  [
    "exact text",
    "short_text",
    { mode: "exact", correct: "Paris", points: 3 },
    [
      ["Paris", 3],
      ["paris", 0],
      ["Paris ", 0],
    ],
  ],
  [
    "exact with a penalty",
    "number",
    { mode: "exact", correct: 0.3, points: 3, penalty: 2 },
    [
      [0.3, 3],
      [0.30001, -2],
    ],
  ],
  [
    "exact date",
    "date",
    { mode: "exact", correct: "2024-02-29", points: 1 },
    [
      ["2024-02-29", 1],
      ["2024-02-28", 0],
    ],
  ],
  [
    "exact one",
    "yes_no",
    { mode: "exact", correct: "no", points: -4 },
    [
      ["no", -4],
      ["yes", 0],
    ],
  ],
  [
    "exact set, in any order",
    "checkbox",
    { mode: "exact", correct: ["a", "b"], points: 1, penalty: 1 },
    [
      [["b", "a"], 1],
      [["a"], -1],
      [["a", "b", "c"], -1],
      [["a", "c"], -1],
    ],
  ],
  [
    "exact picture, as a bare string",
    "picture_choice",
    { mode: "exact", correct: "a", points: 1 },
    [
      [["a"], 1],
      [["b"], 0],
    ],
  ],
  [
    "exact ranking, in order",
    "ranking",
    { mode: "exact", correct: ["a", "b", "c"], points: 1 },
    [
      [["a", "b", "c"], 1],
      [["b", "a", "c"], 0],
    ],
  ],
  [
    "exact matrix, whatever the order of keys",
    "matrix",
    { mode: "exact", correct: { food: "bad", staff: "good" }, points: 1 },
    [
      [{ staff: "good", food: "bad" }, 1],
      [{ food: "bad" }, 0],
      [{ food: "bad", staff: "bad" }, 0],
    ],
  ],
  [
    "ranges, both ends inclusive",
    "number",
    {
      mode: "ranges",
      ranges: [
        { from: 0, to: 6, points: -1 },
        { from: 6.5, to: 8, points: 2 },
        { from: 9, to: 9, points: 3 },
      ],
    },
    [
      [0, -1],
      [6, -1],
      [6.25, 0],
      [6.5, 2],
      [8, 2],
      [9, 3],
      [9.1, 0],
      [-1, 0],
    ],
  ],
  ["value", "star_rating", { mode: "value" }, [[4, 4]]],
  [
    "value, half away from zero",
    "number",
    { mode: "value", multiplier: 0.5 },
    [
      [5, 3],
      [-5, -3],
      [4.9, 2],
      [-4.9, -2],
    ],
  ],
  // 1.005 × 100 is 100.49999999999999 in floating point
  [
    "value, in decimal arithmetic",
    "number",
    { mode: "value", multiplier: 100 },
    [
      [1.005, 101],
      [-1.005, -101],
    ],
  ],
  [
    "value, negative multiplier",
    "opinion_scale",
    { mode: "value", multiplier: -1 },
    [
      [7, -7],
      [0, 0],
    ],
  ],
  [
    "value stays an integer for the largest number",
    "number",
    { mode: "value" },
    [
      [1e308, 2_000_000],
      [-1e308, -2_000_000],
    ],
  ],
  [
    "matrix: the sum over the rows",
    "matrix",
    { mode: "matrix", points: { food: { good: 2, bad: -1 }, staff: { good: 3 } } },
    [
      [{ food: "good", staff: "good" }, 5],
      [{ food: "bad", staff: "bad" }, -1],
      [{ staff: "good" }, 3],
    ],
  ],
];

const awardCases = awards.map(([what, type, scoring, answers, config]) => ({ what, type, scoring, answers, config }));

test.each(awardCases)("awards $what", ({ type, scoring, answers, config }) => {
  const question = scored(type, scoring, config);
  for (const [answer, points] of answers) expect([answer, question.score(answer)]).toEqual([answer, points]);
});

test("awards 0 instead of -0", () => {
  expect(Object.is(scored("number", { mode: "value" }).score(-0), 0)).toBe(true);
  expect(Object.is(scored("yes_no", { mode: "exact", correct: "yes", points: 1 }).score("no"), 0)).toBe(true);
});

describe("scoring modes", () => {
  const fitting: Record<string, QuestionType[]> = {
    options: ["multiple_choice", "dropdown", "yes_no", "emoji_rating", "checkbox", "picture_choice"],
    ranges: ["number", "star_rating", "number_scale", "opinion_scale"],
    value: ["number", "star_rating", "number_scale", "opinion_scale"],
    matrix: ["matrix"],
    exact: questionTypes.filter((type) => !type.endsWith("_screen") && type !== "file_upload" && type !== "records"),
  };
  const body: Record<string, Scoring> = {
    options: { points: {} },
    ranges: { ranges: [{ from: 0, to: 1, points: 1 }] },
    value: {},
    matrix: { points: {} },
  };

  test.each(Object.keys(body))("%s fits only its families", (mode) => {
    const takes = questionTypes.filter((type) => problems(type, { mode, ...body[mode] }).length === 0);
    expect(takes.sort()).toEqual([...(fitting[mode] ?? [])].sort());
  });

  test("exact fits every question with a correct answer", () => {
    const refusesMode = (type: QuestionType) =>
      problems(type, { mode: "exact", points: 1, correct: null }).some((it) => /^scoring(\.mode)?:/.test(it));
    expect(questionTypes.filter((type) => !refusesMode(type)).sort()).toEqual([...(fitting.exact ?? [])].sort());
  });
});

const long = (count: number) => Array.from({ length: count }, (_, index) => ({ from: index, to: index, points: 1 }));
const bad: [QuestionType, unknown, string[], Config?][] = [
  ["yes_no", null, ["scoring"]],
  ["yes_no", "options", ["scoring"]],
  ["yes_no", {}, ["scoring.mode"]],
  ["yes_no", { mode: "toString" }, ["scoring.mode"]],
  ["yes_no", { mode: "value" }, ["scoring.mode"]],
  ["yes_no", { mode: "options" }, ["scoring.points"]],
  ["yes_no", { mode: "options", points: [] }, ["scoring.points"]],
  ["yes_no", { mode: "options", points: { yes: 1001, no: -1001 } }, ["scoring.points.yes", "scoring.points.no"]],
  ["yes_no", { mode: "options", points: { yes: 1.5, no: "1" } }, ["scoring.points.yes", "scoring.points.no"]],
  ["yes_no", { mode: "options", points: { maybe: 1 } }, ["scoring.points.maybe"]],
  ["yes_no", { mode: "options", points: JSON.parse('{"__proto__": 1}') }, ["scoring.points.__proto__"]],
  ["yes_no", { mode: "options", points: {}, min: 2, max: 1 }, ["scoring.min"]],
  ["yes_no", { mode: "options", points: {}, min: 0.5 }, ["scoring.min"]],
  ["yes_no", { mode: "options", points: {}, penalty: 1 }, ["scoring.penalty"]],
  ["checkbox", { mode: "options", points: { a: 1, d: 1 } }, ["scoring.points.d"]],
  ["yes_no", { mode: "exact" }, ["scoring.correct", "scoring.points"]],
  ["yes_no", { mode: "exact", correct: "yes", points: 1001, penalty: -1 }, ["scoring.points", "scoring.penalty"]],
  ["yes_no", { mode: "exact", correct: "maybe", points: 1 }, ["scoring.correct"]],
  ["number", { mode: "exact", correct: "5", points: 1 }, ["scoring.correct"]],
  ["number", { mode: "exact", correct: 5, points: 1 }, ["scoring.correct"], { max: 4 }],
  ["short_text", { mode: "exact", correct: " ", points: 1 }, ["scoring.correct"]],
  ["short_text", { mode: "exact", correct: "ab", points: 1 }, ["scoring.correct"], { max_length: 1 }],
  ["checkbox", { mode: "exact", correct: [], points: 1 }, ["scoring.correct"]],
  ["ranking", { mode: "exact", correct: ["a"], points: 1 }, ["scoring.correct"]],
  ["matrix", { mode: "exact", correct: { food: "ugly" }, points: 1 }, ["scoring.correct"]],
  ["date", { mode: "exact", correct: "2023-02-29", points: 1 }, ["scoring.correct"]],
  ["number", { mode: "ranges" }, ["scoring.ranges"]],
  ["number", { mode: "ranges", ranges: [] }, ["scoring.ranges"]],
  ["number", { mode: "ranges", ranges: long(101) }, ["scoring.ranges"]],
  ["number", { mode: "ranges", ranges: [{ from: 0, points: 1 }] }, ["scoring.ranges.0.to"]],
  ["number", { mode: "ranges", ranges: [{ from: 1, to: 0, points: 1 }] }, ["scoring.ranges.0.from"]],
  [
    "number",
    {
      mode: "ranges",
      ranges: [
        { from: 5, to: 9, points: 1 },
        { from: 0, to: 5, points: 1 },
      ],
    },
    ["scoring.ranges.0"],
  ],
  [
    "number",
    {
      mode: "ranges",
      ranges: [
        { from: 0, to: 9, points: 1 },
        { from: 2, to: 3, points: 1 },
        { from: 5, to: 6, points: 1 },
      ],
    },
    ["scoring.ranges.1", "scoring.ranges.2"],
  ],
  ["number", { mode: "value", multiplier: "2" }, ["scoring.multiplier"]],
  ["number", { mode: "value", multiplier: 1001 }, ["scoring.multiplier"]],
  ["number", { mode: "value", points: 1 }, ["scoring.points"]],
  ["matrix", { mode: "matrix", points: { food: 1 } }, ["scoring.points.food"]],
  [
    "matrix",
    { mode: "matrix", points: { drinks: {}, food: { ugly: 1 } } },
    ["scoring.points.drinks", "scoring.points.food.ugly"],
  ],
  ["matrix", { mode: "matrix", points: { food: { bad: 0.5 } } }, ["scoring.points.food.bad"]],
];

const badCases = bad.map(([type, scoring, keys, config]) => ({ type, scoring, keys, config }));

test.each(badCases)("rejects $type $scoring with errors for $keys", ({ type, scoring, keys, config }) => {
  expect(problems(type, scoring, config).map((problem) => problem.split(": ")[0])).toEqual(keys);
});

const good: [QuestionType, Scoring, Config?][] = [
  ["number", { mode: "ranges", ranges: long(100) }],
  ["checkbox", { mode: "options", points: { a: 1000 }, min: 1, max: 1 }],
  // a relative limit excludes no date permanently
  ["date", { mode: "exact", correct: "2001-01-01", points: 1 }, { min: { days_from_today: 0 } }],
  ["matrix", { mode: "matrix", points: {} }, { rows, columns }],
  ["picture_choice", { mode: "exact", correct: ["b"], points: 0 }, { options: pictures("a", "b") }],
];

test.each(good.map(([type, scoring, config]) => ({ type, scoring, config })))(
  "accepts $type $scoring",
  ({ type, scoring, config }) => {
    expect(problems(type, scoring, config)).toEqual([]);
  },
);
