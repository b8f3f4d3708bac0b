import type { Json } from "../../shared/domain/graph/types.ts";
import { type QuestionType, questionTypes } from "../../shared/domain/questions/question.ts";
import { expecting, next, type Owner, owner, publishForm, start } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Answers of each question type over HTTP (spec §Answer shape per question type, decisions §4.1). */
const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
const pictures = options.map((option) => ({ ...option, image_url: "https://example.com/a.png", alt: option.label }));
const rows = ["r1", "r2"].map((key) => ({ key, label: key }));

interface Case {
  type: QuestionType;
  config?: { [key: string]: Json };
  takes: Json[];
  refuses: Json[];
  /** Set if stored values differ from sent ones. */
  kept?: Json[];
}
const cases: Case[] = [
  { type: "short_text", takes: ["Ada", " as sent ", "😀".repeat(255)], refuses: [1, ["a"], "x".repeat(256)] },
  { type: "long_text", takes: ["line\nline"], refuses: [{ text: "x" }] },
  { type: "short_text", config: { pattern: "[A-Z]{2}\\d+" }, takes: ["AB1"], refuses: ["xAB1", "AB1x"] },
  { type: "email", takes: ["ada@example.com"], refuses: ["ada", "ada@", "a@b.example, c@d.example"] },
  { type: "phone", takes: ["+44 20 7946 0958"], refuses: ["+44 1", "call me"] },
  { type: "number", config: { min: 0, step: 0.1 }, takes: [0, 0.3, 1e3], refuses: ["5", 0.25, -1, true] },
  { type: "date", takes: ["2024-02-29"], refuses: ["2023-02-29", "29.02.2024", "2024-02-29T00:00:00Z"] },
  {
    type: "date",
    config: { precision: "minute" },
    takes: ["2026-11-21T14:30", "2024-02-29T00:00"],
    refuses: [
      "2026-11-21",
      "2026-11-21T14:30:00",
      "2026-11-21T14:30Z",
      "2026-11-21T24:00",
      "2023-02-29T10:00",
      "14:30",
    ],
  },
  {
    type: "date",
    config: { precision: "time" },
    takes: ["00:00", "23:59"],
    refuses: ["24:00", "9:30", "14:30:00", "2:30 PM"],
  },
  { type: "multiple_choice", config: { options }, takes: ["b"], refuses: ["B", "d", ["b"]] },
  { type: "multiple_choice", config: { options, allow_other: true }, takes: ["my own"], refuses: ["x".repeat(256)] },
  { type: "dropdown", config: { options }, takes: ["c"], refuses: ["C", 3] },
  { type: "yes_no", takes: ["yes", "no"], refuses: [true, "Yes", "maybe"] },
  {
    type: "checkbox",
    config: { options, max_selections: 2 },
    takes: [["c", "a"]],
    refuses: [["a", "a"], ["a", "b", "c"], "a"],
  },
  {
    type: "picture_choice",
    config: { options: pictures },
    takes: [["a"], "b"],
    kept: [["a"], ["b"]],
    refuses: [["a", "b"], "d"],
  },
  { type: "picture_choice", config: { options: pictures, multiple: true }, takes: [["b", "a"]], refuses: [["d"]] },
  {
    type: "ranking",
    config: { options },
    takes: [["c", "a", "b"]],
    refuses: [
      ["c", "a"],
      ["a", "b", "b"],
    ],
  },
  { type: "star_rating", takes: [1, 5], refuses: [0, 6, 2.5, "3"] },
  { type: "number_scale", config: { min: 0, max: 10, step: 5 }, takes: [0, 5, 10], refuses: [3, 15] },
  { type: "opinion_scale", takes: [0, 10], refuses: [11, 5.5] },
  { type: "emoji_rating", takes: ["good"], refuses: ["🙂", "superb"] },
  {
    type: "records",
    config: { fields: [{ key: "age", title: "Age", question_type: "number" }] },
    takes: [[{ age: 1 }, {}]],
    refuses: [{ age: 1 }, [1], [{ age: "1" }], [{ name: "Ada" }]],
  },
  {
    type: "matrix",
    config: { rows, columns: options.slice(0, 2) },
    takes: [{ r1: "a", r2: "b" }, { r1: "a" }],
    refuses: [{ r3: "a" }, { r1: "c" }, ["a"]],
  },
];

test("has a case for every type except screens, and files in uploads.test.ts", () => {
  const types = new Set(cases.map(({ type }) => type));
  const others = questionTypes.filter((type) => !types.has(type));
  expect(others).toEqual(["welcome_screen", "end_screen", "file_upload"]);
});

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test.each(cases)(
  "accepts and stores valid answers to $type $config, and rejects others",
  async ({ type, config = {}, takes, refuses, kept = takes }) => {
    const slug = await publishForm(me, chain(node("q", type, config)));
    for (const [index, value] of takes.entries()) {
      const session = await start(slug);
      await expecting(200, next(session, "q", value));
      const { body } = await me.get(`/api/v2/form/${slug}/responses/${session}/`);
      expect(body.answers).toMatchObject([{ node_id: "q", question_type: type, answer: kept[index] }]);
    }
    const session = await start(slug);
    for (const value of refuses) {
      const { body } = await expecting(400, next(session, "q", value));
      expect(body.errors).toEqual([expect.stringMatching(/^value(\.\d+)*(\.\w+)?: /)]);
    }
  },
);
