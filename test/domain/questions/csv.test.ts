import type { Json } from "../../../shared/domain/graph/types.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { type Config, compile, minimal, rows } from "./support.ts";

/** Answer, its cells as labels and as values, with the minimal or the given config. */
type Row = [Json, string[], string[], Config?];

/** Rows for each type except screens. */
const rowsOfCells = {
  short_text: [[" =x; y\n", [" =x; y\n"], [" =x; y\n"]]],
  email: [["a@b.co", ["a@b.co"], ["a@b.co"]]],
  number: [
    [0.1, ["0.1"], ["0.1"]],
    [-5, ["-5"], ["-5"]],
  ],
  star_rating: [[4, ["4"], ["4"]]],
  date: [["2024-02-29", ["2024-02-29"], ["2024-02-29"]]],
  multiple_choice: [["b", ["B"], ["b"]]],
  dropdown: [["Something else", ["Something else"], ["Something else"]]],
  yes_no: [["no", ["Nein"], ["no"], { no_label: "Nein" }]],
  checkbox: [[["c", "a", "other"], ["C; A; other"], ["c; a; other"]]],
  picture_choice: [[["a", "b"], ["A; B"], ["a; b"]]],
  ranking: [[["b", "a", "c"], ["B; A; C"], ["b; a; c"]]],
  emoji_rating: [["great", ["Great"], ["great"]]],
  matrix: [
    [{ staff: "good" }, ["", "Good"], ["", "good"]],
    [{ staff: "gone", food: "bad" }, ["Bad", "gone"], ["bad", "gone"]],
  ],
  file_upload: [[["https://f/1", "https://f/2"], ["https://f/1; https://f/2"], ["https://f/1; https://f/2"]]],
  records: [[[{ name: "Ada" }], ['[{"Name":"Ada"}]'], ['[{"name":"Ada"}]']]],
  long_text: [["line\nline", ["line\nline"], ["line\nline"]]],
  phone: [["+44 20 7946 0958", ["+44 20 7946 0958"], ["+44 20 7946 0958"]]],
  number_scale: [[7, ["7"], ["7"]]],
  opinion_scale: [[0, ["0"], ["0"]]],
} satisfies Record<Exclude<QuestionType, "welcome_screen" | "end_screen">, Row[]>;

const cases = (Object.entries(rowsOfCells) as [QuestionType, Row[]][]).flatMap(([type, rows]) =>
  rows.map(([answer, labels, values, config = minimal[type]]) => ({ type, answer, labels, values, config })),
);

test.each(cases)("$type $answer", ({ type, answer, labels, values, config }) => {
  const question = compile(type, config);
  expect(question.cells(answer, "labels")).toEqual(labels);
  expect(question.cells(answer, "values")).toEqual(values);
  expect(question.columns).toHaveLength(labels.length);
});

test("a matrix row can have the name of an Object.prototype member", () => {
  const question = compile("matrix", { ...minimal.matrix, rows: [{ key: "toString", label: "T" }, ...rows] });
  expect(question.cells({ food: "bad" }, "labels")).toEqual(["", "Bad", ""]);
});

test("returns one column per question, one per matrix row, none for screens", () => {
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
