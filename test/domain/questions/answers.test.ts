import type { Json } from "../../../shared/domain/graph/types.ts";
import { isEmpty } from "../../../shared/domain/questions/index.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { type Config, columns, compile, context, labelled, minimal, pictures, reply, rows } from "./support.ts";

interface Row {
  type: QuestionType;
  config?: Config;
  required?: boolean;
  takes: Json[];
  refuses: Json[];
}

const chars = (count: number, character = "x") => character.repeat(count);
const file = (id: number) => `https://forms.example/api/v2/file/${id}/`;
const exclusive = [...labelled("a", "b", "c"), { value: "none", label: "None", exclusive: true }];
const notText: Json[] = [5, true, ["x"], { a: "x" }];

const text: Row[] = [
  { type: "short_text", takes: ["x", " x ", chars(255), chars(255, "😀"), "=1+1"], refuses: [...notText, chars(256)] },
  { type: "long_text", takes: [chars(5_000, "😀")], refuses: [...notText, chars(5_001, "😀")] },
  { type: "short_text", config: { min_length: 2 }, takes: ["ab", "😀😀"], refuses: ["a", "😀"] },
  // the whole text matches, and nested repeats take no exponential time
  { type: "short_text", config: { pattern: "[a-z]+" }, takes: ["abc"], refuses: ["abc1", "1abc", "abc\n"] },
  { type: "short_text", config: { pattern: "a|ab" }, takes: ["a", "ab"], refuses: ["abb", "b"] },
  { type: "long_text", config: { pattern: "(a+)+b" }, takes: ["aab"], refuses: [chars(5_000, "a")] },
  { type: "short_text", config: {}, takes: ["\ud83d\ude00"], refuses: ["\ud83d", "x\ude00"] },
];

const email: Row[] = [
  {
    type: "email",
    takes: ["a@b.co", "A.b+c@Example.COM", `${chars(64)}@${chars(63)}.${chars(63)}.${chars(57)}.com`],
    refuses: [
      ...notText,
      "a",
      "a@b",
      "a@b.com ",
      " a@b.com",
      "a@b.com,c@d.com",
      "a@b.com c@d.com",
      "A <a@b.com>",
      "mailto:a@b.com",
      "a..b@x.com",
      "a@-x.com",
      "a@[127.0.0.1]",
      '"a\\\nb"@x.com',
      `${chars(64)}@${chars(63)}.${chars(63)}.${chars(58)}.com`,
    ],
  },
  {
    type: "email",
    config: { allowed_domains: ["Example.com"] },
    takes: ["a@example.com", "a@EXAMPLE.com"],
    refuses: ["a@sub.example.com", "a@example.org"],
  },
  {
    type: "email",
    config: { blocked_domains: ["example.COM"] },
    takes: ["a@sub.example.com", "a@notexample.com"],
    refuses: ["a@example.com", "a@Example.Com", "a@exam\u00adple.com"],
  },
  {
    type: "email",
    config: { allowed_domains: ["Bücher.example", "xn--mnchen-3ya.example"] },
    takes: ["a@bücher.example", "a@XN--bcher-kva.example", "a@MÜNCHEN.example", "a@xn--mnchen-3ya.example"],
    refuses: ["a@bucher.example"],
  },
  {
    type: "email",
    config: { blocked_domains: ["bücher.example", "xn--mnchen-3ya.example"] },
    takes: ["a@bucher.example"],
    refuses: ["a@bücher.example", "a@xn--bcher-kva.example", "a@München.example"],
  },
];

const phone: Row[] = [
  {
    type: "phone",
    takes: ["+49 30 901820", "+1 (213) 373-4253", "+447911123456"],
    refuses: [...notText, "030 901820", "+1 555", "+", "123", "call +49 30 901820", "+49 30 901820 ", "+999 123456789"],
  },
  { type: "phone", config: { default_country: "DE" }, takes: ["030 901820", "+12133734253"], refuses: ["12"] },
  {
    type: "phone",
    config: { allowed_countries: ["US"] },
    takes: ["+1 213 373 4253"],
    // Canada has the same calling code; +800 has no country
    refuses: ["+1 604 401 1234", "+49 30 901820", "+80012345678"],
  },
];

const numbers: Row[] = [
  {
    type: "number",
    takes: [0, -0, 2 ** 53 - 1, 5e-324, -1.5],
    refuses: [2 ** 53, 1e308, "5", true, [5], { a: 5 }, Infinity, NaN],
  },
  { type: "number", config: { min: 1, max: 2 }, takes: [1, 1.5, 2], refuses: [0.999, 2.001] },
  { type: "number", config: { step: 0.1 }, takes: [0.3, 0.7, 1e15, -0.1], refuses: [0.35, 1e-9] },
  { type: "number", config: { min: 0.05, step: 0.1 }, takes: [0.05, 0.35, 1.15], refuses: [0.1, 0.3] },
  { type: "number", config: { min: -3, step: 2 }, takes: [-3, -1, 1], refuses: [-2, 0, -5] },
  { type: "number", config: { step: 1e-7 }, takes: [3e-7, 1], refuses: [1.5e-7] },
  { type: "number", config: { decimals: 2 }, takes: [1.25, 3, 1e15], refuses: [1.255, 1e-3] },
  { type: "number", config: { decimals: 0 }, takes: [1, -0], refuses: [1.5] },
  { type: "star_rating", takes: [1, 5], refuses: [0, 6, 2.5, "3", [3]] },
  { type: "star_rating", config: { max: 10 }, takes: [10], refuses: [11] },
  { type: "number_scale", takes: [1, 10], refuses: [0, 11, 1.5, "1"] },
  { type: "number_scale", config: { min: 0, max: 1, step: 0.1 }, takes: [0, 0.3, 0.7, 1], refuses: [0.25, 1.1] },
  { type: "number_scale", config: { min: 1, max: 10, step: 4 }, takes: [1, 5, 9], refuses: [4, 10] },
  { type: "opinion_scale", takes: [0, 10], refuses: [-1, 11, 0.5, "0"] },
  { type: "opinion_scale", config: { min: -2, max: 2 }, takes: [-2, 0, 2], refuses: [-3, 3] },
];

const dates: Row[] = [
  {
    type: "date",
    takes: ["2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29"],
    refuses: [
      ...notText,
      ["2024-02-29"],
      "2023-02-29",
      "1900-02-29",
      "2024-02-30",
      "2024-13-01",
      "2024-00-10",
      "2024-01-00",
      "0000-01-01",
      "2024-1-1",
      "2024-01-01T00:00:00Z",
      " 2024-01-01",
      "+002024-01-01",
      "01.02.2024",
      "२०२४-०१-०१",
    ],
  },
  {
    type: "date",
    config: { min: "2024-01-01", max: "2024-12-31" },
    takes: ["2024-01-01", "2024-12-31"],
    refuses: ["2023-12-31", "2025-01-01"],
  },
  // today is 2024-02-28, before a leap day
  {
    type: "date",
    config: { min: { days_from_today: -28 }, max: { days_from_today: 2 } },
    takes: ["2024-01-31", "2024-02-29", "2024-03-01"],
    refuses: ["2024-01-30", "2024-03-02"],
  },
  {
    type: "date",
    config: { min: "2024-02-01", max: { days_from_today: 0 } },
    takes: ["2024-02-28"],
    refuses: ["2024-02-29", "2024-01-31"],
  },
  // the whole UTC day
  {
    type: "date",
    config: { precision: "minute", min: { days_from_today: 0 }, max: { days_from_today: 1 } },
    takes: ["2024-02-28T00:00", "2024-02-29T23:59"],
    refuses: [
      ...notText,
      "2024-02-27T23:59",
      "2024-03-01T00:00",
      "2024-02-28",
      "2024-02-28 10:00",
      "2024-02-28T10:00:00",
    ],
  },
  {
    type: "date",
    config: { precision: "minute", min: "2024-02-28T10:30", max: "2024-02-28T10:31" },
    takes: ["2024-02-28T10:30", "2024-02-28T10:31"],
    refuses: ["2024-02-28T10:29", "2024-02-28T10:32", "2024-02-30T10:30", "2024-02-28T10:60", "2024-02-28T24:00"],
  },
  {
    type: "date",
    config: { precision: "time", min: "08:00", max: "17:30" },
    takes: ["08:00", "17:30"],
    refuses: [...notText, "07:59", "17:31", "8:00", "24:00", "12:60", "12:00:00", "12:00Z", "१२:००"],
  },
];

const choices: Row[] = [
  {
    type: "multiple_choice",
    config: minimal.multiple_choice,
    takes: ["a", "b"],
    refuses: ["A", " a", "c", 1, ["a"], true],
  },
  {
    type: "dropdown",
    config: { options: labelled("a"), allow_other: true, other_max_length: 3 },
    takes: ["a", "b", " b ", "😀😀😀"],
    refuses: ["abcd", "😀😀😀😀", 1, ["a"], "\ud800"],
  },
  {
    type: "dropdown",
    config: { options: labelled("abcd"), allow_other: true, other_max_length: 1 },
    takes: ["abcd"],
    refuses: [],
  },
  {
    type: "yes_no",
    config: { yes_label: "Ja" },
    takes: ["yes", "no"],
    refuses: ["Ja", "Yes", true, false, 1, ["yes"]],
  },
  { type: "emoji_rating", takes: ["terrible", "great"], refuses: ["😍", "Great", 5] },
  {
    type: "emoji_rating",
    config: { options: labelled("x", "y").map((it) => ({ ...it, emoji: "🙂" })) },
    takes: ["x"],
    refuses: ["great"],
  },
];

const selections: Row[] = [
  {
    type: "checkbox",
    config: minimal.checkbox,
    takes: [["a"], ["c", "a"], ["a", "b", "c"]],
    refuses: ["a", ["a", "a"], ["d"], ["a", "d"], [1], [["a"]], { 0: "a" }, [""], [null]],
  },
  {
    type: "checkbox",
    config: { ...minimal.checkbox, min_selections: 2, max_selections: 2 },
    takes: [["a", "b"]],
    refuses: [["a"], ["a", "b", "c"]],
  },
  {
    type: "checkbox",
    config: { options: exclusive },
    takes: [["none"], ["a", "b"]],
    refuses: [
      ["none", "a"],
      ["a", "none"],
    ],
  },
  // "none of these" is a complete answer, regardless of the minimum
  {
    type: "checkbox",
    config: { options: exclusive, min_selections: 2 },
    takes: [["none"]],
    refuses: [["none", "a"], ["a"]],
  },
  {
    type: "checkbox",
    config: { options: exclusive, allow_other: true },
    takes: [["x"], ["a", "x"], [chars(255, "😀")], ["a", "b", "c", "x"]],
    refuses: [["x", "y"], ["none", "x"], ["a", " "], ["a", 5], [chars(256)], ["\ud800"]],
  },
  {
    type: "picture_choice",
    config: { options: pictures("a", "b") },
    takes: [["a"]],
    refuses: [["a", "b"], ["c"], "c", 1, [], { a: "a" }].filter((value) => !isEmpty(value)) as Json[],
  },
  {
    type: "picture_choice",
    config: { options: pictures("a", "b"), multiple: true },
    takes: [["a", "b"], ["b"]],
    refuses: [
      ["a", "a"],
      ["a", "b", "c"],
    ],
  },
  {
    type: "ranking",
    config: minimal.ranking,
    takes: [["c", "a", "b"]],
    refuses: [["a", "b"], ["a", "a", "b"], ["a", "b", "c", "a"], ["a", "b", "d"], "a", [1, 2, 3]],
  },
  {
    type: "ranking",
    config: { ...minimal.ranking, min_ranked: 2 },
    takes: [
      ["c", "a"],
      ["a", "b", "c"],
    ],
    refuses: [["a"]],
  },
];

const hostile = (json: string) => JSON.parse(json) as Json;
const objects: Row[] = [
  {
    type: "matrix",
    config: minimal.matrix,
    takes: [{ food: "bad" }, { staff: "good", food: "good" }],
    refuses: [
      "bad",
      ["bad"],
      { food: "Bad" },
      { food: ["bad"] },
      { food: null },
      { drinks: "bad" },
      { food: "bad", drinks: "bad" },
      { toString: "bad" },
      { food: "toString" },
      hostile('{"__proto__": "bad"}'),
      hostile('{"food": "bad", "__proto__": {"staff": "bad"}}'),
    ],
  },
  {
    type: "matrix",
    config: { rows, columns, require_all_rows: true },
    takes: [{ food: "bad", staff: "bad" }],
    refuses: [{ food: "bad" }],
  },
  {
    type: "matrix",
    config: { rows, columns },
    required: true,
    takes: [{ food: "bad", staff: "bad" }],
    refuses: [{ food: "bad" }],
  },
  {
    type: "matrix",
    config: { rows, columns, require_all_rows: false },
    required: true,
    takes: [{ food: "bad" }],
    refuses: [{ drinks: "bad" }],
  },
  {
    type: "file_upload",
    config: { max_files: 2 },
    takes: [[file(1)], [file(1), file(2)]],
    refuses: [
      file(1),
      [file(1), file(1)],
      [file(1), file(2), file(3)],
      ["https://elsewhere.example/1"],
      [file(1), "https://elsewhere.example/1"],
      [1],
      { a: file(1) },
    ],
  },
  { type: "file_upload", takes: [[file(1)]], refuses: [[file(1), file(2)]] },
  {
    type: "records",
    config: minimal.records,
    takes: [[{ name: "Ada" }]],
    refuses: [["Ada"], [{ name: 1 }], { name: "Ada" }],
  },
];

const screens: Row[] = [
  { type: "welcome_screen", takes: [], refuses: ["", "x", 0, false, [], {}] },
  { type: "end_screen", takes: [], refuses: ["x"] },
];

const all = { text, email, phone, numbers, dates, choices, selections, objects, screens };

describe.each(Object.entries(all))("%s", (_, table) => {
  test.each(table)("$type $config required: $required", ({ type, config, required, takes, refuses }) => {
    const question = compile(type, config, required);
    for (const value of takes) expect(reply(question, value)).toEqual({ kind: "answer", answer: value });
    for (const value of refuses) {
      expect({ value, ...reply(question, value) }).toMatchObject({
        value,
        kind: "problem",
        message: expect.stringMatching(/^.{5,}$/),
        reason: expect.any(String),
      });
    }
  });
});

test("every type has a row", () => {
  const types = new Set(Object.values(all).flatMap((table) => table.map(({ type }) => type)));
  expect(questionTypes.filter((type) => !types.has(type))).toEqual([]);
});

test("a picture_choice accepts a string as a one-element array", () => {
  for (const multiple of [true, false]) {
    const question = compile("picture_choice", { options: pictures("a", "b"), multiple });
    expect(reply(question, "a")).toEqual({ kind: "answer", answer: ["a"] });
  }
});

describe("empty values", () => {
  const empty: (Json | undefined)[] = [null, undefined, "", " ", "\n\t\u00a0\u3000", [], {}];

  test("are recognized", () => {
    for (const value of empty) expect(isEmpty(value)).toBe(true);
    for (const value of [0, false, "x", [""], [null], { a: null }]) expect(isEmpty(value)).toBe(false);
  });

  const asking = questionTypes.filter((type) => !type.endsWith("_screen"));
  test.each(asking)("skip an optional %s and are rejected if it is required", (type) => {
    for (const value of empty) {
      expect(reply(compile(type, minimal[type]), value)).toEqual({ kind: "skip" });
      expect(reply(compile(type, minimal[type], true), value)).toMatchObject({
        kind: "problem",
        message: "is required",
      });
    }
  });

  test("screens accept only null and no value, required or not", () => {
    for (const required of [true, false]) {
      const screen = compile("welcome_screen", {}, required);
      for (const value of [null, undefined]) expect(screen.check(value, context)).toEqual({ kind: "skip" });
    }
  });

  test("a minimum doesn't make an optional question required", () => {
    expect(reply(compile("short_text", { min_length: 5 }), "   ")).toEqual({ kind: "skip" });
    expect(reply(compile("checkbox", { ...minimal.checkbox, min_selections: 2 }), [])).toEqual({ kind: "skip" });
  });
});
