import type { Json } from "../../shared/graph/types.ts";
import { type QuestionType, questionTypes } from "../../shared/questions/question.ts";
import { type Config, compile, minimal, rows } from "./questionsSupport.ts";

const rowsOfCells: [QuestionType, Json, string[], string[], Config?][] = [
  ["short_text", " =x; y\n", [" =x; y\n"], [" =x; y\n"]],
  ["email", "a@b.co", ["a@b.co"], ["a@b.co"]],
  ["number", 0.1, ["0.1"], ["0.1"]],
  ["number", -5, ["-5"], ["-5"]],
  ["star_rating", 4, ["4"], ["4"]],
  ["date", "2024-02-29", ["2024-02-29"], ["2024-02-29"]],
  ["multiple_choice", "b", ["B"], ["b"]],
  ["dropdown", "Something else", ["Something else"], ["Something else"]],
  ["yes_no", "no", ["Nein"], ["no"], { no_label: "Nein" }],
  ["checkbox", ["c", "a", "other"], ["C; A; other"], ["c; a; other"]],
  ["picture_choice", ["a", "b"], ["A; B"], ["a; b"]],
  ["ranking", ["b", "a", "c"], ["B; A; C"], ["b; a; c"]],
  ["emoji_rating", "great", ["Great"], ["great"]],
  ["matrix", { staff: "good" }, ["", "Good"], ["", "good"]],
  ["matrix", { staff: "gone", food: "bad" }, ["Bad", "gone"], ["bad", "gone"]],
  ["file_upload", ["https://f/1", "https://f/2"], ["https://f/1; https://f/2"], ["https://f/1; https://f/2"]],
];

const cases = rowsOfCells.map(([type, answer, labels, values, config = minimal[type]]) => ({
  type,
  answer,
  labels,
  values,
  config,
}));

test.each(cases)("$type $answer", ({ type, answer, labels, values, config }) => {
  const question = compile(type, config);
  expect(question.cells(answer, "labels")).toEqual(labels);
  expect(question.cells(answer, "values")).toEqual(values);
  expect(question.columns).toHaveLength(labels.length);
});

test("a row of a matrix is named after members of Object.prototype at will", () => {
  const question = compile("matrix", { ...minimal.matrix, rows: [{ key: "toString", label: "T" }, ...rows] });
  expect(question.cells({ food: "bad" }, "labels")).toEqual(["", "Bad", ""]);
});

test("one column a question, one a row of a matrix, none a screen", () => {
  for (const type of questionTypes) {
    const { columns } = compile(type, minimal[type]);
    if (type.endsWith("_screen")) expect(columns).toEqual([]);
    else if (type !== "matrix") expect(columns).toEqual([{}]);
  }
  expect(compile("matrix", minimal.matrix).columns).toEqual([
    { suffix: "food", label: "Food" },
    { suffix: "staff", label: "Staff" },
  ]);
});
