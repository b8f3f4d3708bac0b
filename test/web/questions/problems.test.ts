import { problemText } from "../../../services/web/strings/en/problems.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";

const minimal: Partial<Record<QuestionType, object>> = {
  multiple_choice: { options: [{ value: "a", label: "A" }] },
  dropdown: { options: [{ value: "a", label: "A" }] },
  checkbox: { options: ["a", "b", "c"].map((value) => ({ value, label: value })) },
  picture_choice: { options: [{ value: "a", label: "A" }] },
  ranking: { options: ["a", "b", "c"].map((value) => ({ value, label: value })) },
  matrix: {
    rows: [
      { key: "r", label: "R" },
      { key: "s", label: "S" },
    ],
    columns: [{ value: "c", label: "C" }],
  },
};

/** What a respondent reads who gives that value. */
function said(type: QuestionType, value: Json, config: object = {}, language = "en"): string | null {
  const data = { is_required: true, config: { ...minimal[type], ...config } };
  const question = compileQuestion({ id: "q", question_type: type, data });
  const reply = question.check(value, { today: "2026-06-15", isIssuedFile: () => true });
  if (reply.kind !== "problem") return null;
  return problemText({ type, config: question.config, refusal: reply, language });
}

const asking = questionTypes.filter((type) => !type.endsWith("_screen"));

test.each(asking)("a missing answer of %s asks for what belongs there", (type) => {
  expect(said(type, null)).toMatch(/^Please .{10,}\.$/);
  expect(said(type, null)).not.toBe("Please answer this question.");
});

const three = ["a", "b", "c"];
test.each<[QuestionType, Json, object, string]>([
  ["short_text", "ab", { min_length: 3 }, "Please write at least 3 characters."],
  ["short_text", "ab", { max_length: 1 }, "Please write at most 1 character."],
  [
    "short_text",
    "ab",
    { pattern: "[0-9]+" },
    "This does not have the form that is asked for. Please check it against the question.",
  ],
  ["email", "ada@", {}, "Please enter one e-mail address, such as name@example.com."],
  [
    "email",
    "a@b.org",
    { allowed_domains: ["example.com", "example.org"] },
    "Please enter an address that ends in @example.com or @example.org.",
  ],
  [
    "email",
    "a@b.org",
    { blocked_domains: ["b.org"] },
    "Addresses of this provider are not taken. Please enter another one.",
  ],
  ["phone", "12", {}, "Please enter a full phone number, such as +44 20 7946 0958."],
  [
    "phone",
    "+442079460958",
    { allowed_countries: ["FR"] },
    "Please enter a phone number of one of the countries in the list.",
  ],
  ["number", "1,000", {}, "Please enter a number without signs between thousands, such as 1250."],
  ["number", 4, { min: 4.5 }, "Please enter 4.5 or more."],
  ["number", 4, { max: 3 }, "Please enter 3 or less."],
  ["number", 4, { step: 3 }, "Please enter a number in steps of 3."],
  ["number", 4.5, { decimals: 0 }, "Please enter a whole number."],
  ["number", 4.55, { decimals: 1 }, "Please enter at most 1 decimal place."],
  ["date", "2026-01-01", { min: { days_from_today: 1 } }, "Please enter June 16, 2026 or a later day."],
  ["date", "2026-12-01", { max: "2026-06-15" }, "Please enter June 15, 2026 or an earlier day."],
  ["dropdown", "x", {}, "Please choose one of the options in the list."],
  [
    "multiple_choice",
    "xyz",
    { allow_other: true, other_max_length: 2 },
    "Please write your own answer in at most 2 characters, or choose another one.",
  ],
  [
    "checkbox",
    ["a", ""],
    { allow_other: true },
    "Please write your own answer in at most 255 characters, or choose another one.",
  ],
  ["checkbox", ["a"], { min_selections: 2 }, "Please choose at least 2."],
  ["checkbox", three, { max_selections: 2 }, "Please choose at most 2."],
  ["ranking", ["a"], {}, "Please give each of them a place."],
  ["ranking", ["a"], { min_ranked: 2 }, "Please give a place to at least 2 of them."],
  ["matrix", { r: "c" }, {}, "Please choose an answer in every row."],
  ["file_upload", ["x", "y"], {}, "Please keep at most 1 file."],
])("%s with %j and %j: %s", (type, value, config, text) => expect(said(type, value, config)).toBe(text));

test("numbers and days are written in the form's language", () => {
  expect(said("number", 1, { min: 1000.5 }, "de")).toContain("1.000,5");
  expect(said("date", "2026-12-01", { max: "2026-06-15" }, "de")).toContain("15. Juni 2026");
});
