import { cellQuestionsOf, questionsOf } from "../../../services/web/dashboard/form/links/prefillCells.ts";
import { checkedAnswers } from "../../../services/web/dashboard/form/share/fittingAnswers.ts";
import { dayText } from "../../../services/web/ui/dates.ts";
import { end, node } from "../../support/sampleGraphs.ts";

/** Answers of a link that the page would leave out (features §16). */
const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() })) as never;
const rows = ["x", "y"].map((key) => ({ key, label: key })) as never;
const nodes = [
  node("score", "number_scale", { min: 0, max: 10, step: 1 }),
  node("stars", "star_rating", { max: 5 }),
  node("age", "number", { decimals: 1 }),
  node("mail", "email"),
  node("tel", "phone", { default_country: "GB" }),
  node("day", "date", { min: "2026-06-01" }),
  node("code", "short_text", { min_length: 3, max_length: 5 }, true),
  node("some", "checkbox", { options, min_selections: 2 }),
  node("order", "ranking", { options }),
  node("table", "matrix", { rows, columns: options, require_all_rows: true }),
  node("photo", "file_upload"),
  end(),
];
const questions = questionsOf(nodes);
const check = (id: string, ...values: string[]) => checkedAnswers(questions, { [id]: values });

test.each([
  ["score", "11", "Enter 10 or less."],
  ["score", "7.5", "Enter a number in steps of 1."],
  ["score", "abc", "Enter a number, such as 7 or 7.5."],
  ["stars", "99", "Enter 5 or less."],
  ["stars", "0", "Enter 1 or more."],
  ["age", "7,5", "Enter a number, such as 7 or 7.5."],
  ["age", "7.25", "Enter up to 1 decimal place."],
  ["mail", "not an email", "Enter an email address, such as name@example.com."],
  ["tel", "12", "Enter a full phone number, such as +44 20 7946 0958."],
  ["day", "2026-05-31", `Enter ${dayText("2026-06-01")} or a later date.`],
  ["code", "ab", "Enter at least 3 characters."],
  ["code", "abcdef", "Enter up to 5 characters."],
  ["code", " ", "Enter an answer."],
  ["some", "a", "Choose at least 2."],
  ["order", "b", "Choose at least 2."],
  ["table.x", "a", "Choose an answer in every row."],
])("leaves out %s=%s", (key, value, problem) => {
  const { fitting, problems } = check(key, value);
  expect(fitting).toEqual({});
  expect([...problems]).toEqual([[key.split(".")[0], problem]]);
});

test("keeps what the questions accept, and has no problem with empty fields", () => {
  const answers = {
    score: ["10"],
    age: ["-7.5"],
    mail: ["ada@example.com"],
    day: ["2026-06-01"],
    some: ["a", "b"],
    order: ["b", "a"],
    "table.x": ["a"],
    "table.y": ["b"],
  };
  expect(checkedAnswers(questions, answers)).toEqual({ fitting: answers, problems: new Map() });
  expect(checkedAnswers(questions, { score: [""], some: [] })).toEqual({ fitting: {}, problems: new Map() });
});

test("takes no questions for files, and no matrices for the cells of a list", () => {
  expect(questions.map(({ id }) => id)).not.toContain("photo");
  expect(cellQuestionsOf(nodes).map(({ id }) => id)).toEqual(
    questions.map(({ id }) => id).filter((id) => id !== "table"),
  );
});
