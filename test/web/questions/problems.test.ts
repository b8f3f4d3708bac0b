import { describe, expect, test } from "@jest/globals";
import { problemText } from "../../../services/web/respondent/questions/problemText.ts";
import { speak } from "../../../services/web/respondent/words.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { loadWords } from "../../../shared/languages/pages.ts";

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
  records: { fields: [{ key: "age", title: "Age", question_type: "number", config: { max: 120 } }] },
};

/** The error text for a value, or null if the value is accepted. */
async function said(type: QuestionType, value: Json, config: object = {}, language = "en"): Promise<string | null> {
  const data = { is_required: true, config: { ...minimal[type], ...config } };
  const question = compileQuestion({ question_type: type, data });
  const reply = question.check(value, { today: "2026-06-15", isIssuedFile: () => true });
  if (reply.kind !== "problem") return null;
  speak(language, await loadWords(language));
  return problemText({ type, config: question.config, refusal: reply });
}

const asking = questionTypes.filter((type) => !type.endsWith("_screen"));

describe("problemText", () => {
  test.each(asking)("asks for a missing answer of %s in its own words", async (type) => {
    expect(await said(type, null)).toMatch(/^[A-Z].{8,}\.$/);
    expect(await said(type, null)).not.toBe("Answer this question.");
  });

  const three = ["a", "b", "c"];
  test.each<[QuestionType, Json, object, string]>([
    ["short_text", "ab", { min_length: 3 }, "Enter at least 3 characters."],
    ["short_text", "ab", { max_length: 1 }, "Enter at most 1 character."],
    ["short_text", "ab", { pattern: "[0-9]+" }, "Use the format that the question asks for."],
    ["email", "ada@", {}, "Enter one email address, such as name@example.com."],
    [
      "email",
      "a@b.org",
      { allowed_domains: ["example.com", "example.org"] },
      "Enter an email address that ends in @example.com or @example.org.",
    ],
    [
      "email",
      "a@b.org",
      { blocked_domains: ["b.org"] },
      "Email addresses from this provider aren’t accepted. Enter another one.",
    ],
    ["records", [{ age: 1 }], { min_rows: 2 }, "Minimum number of entries: 2."],
    ["records", [{ age: 1 }, { age: 121 }], {}, "Entry 2, Age: Enter 120 or less."],
    ["phone", "12", {}, "Enter a full phone number, such as +44 20 7946 0958."],
    [
      "phone",
      "+442079460958",
      { allowed_countries: ["FR"] },
      "Enter a phone number from one of the countries in the list.",
    ],
    ["number", "1,000", {}, "Enter a number without thousands separators, such as 1250."],
    ["number", 4, { min: 4.5 }, "Enter 4.5 or more."],
    ["number", 4, { max: 3 }, "Enter 3 or less."],
    ["number", 4, { step: 3 }, "Enter a number in steps of 3."],
    ["number", 4.5, { decimals: 0 }, "Enter a whole number."],
    ["number", 4.55, { decimals: 1 }, "Enter at most 1 decimal place."],
    ["date", "2026-01-01", { min: { days_from_today: 1 } }, "Enter June 16, 2026 or a later date."],
    ["date", "14:30", { precision: "minute" }, "Enter the full date and a time."],
    ["date", "24:00", { precision: "time" }, "Enter a time: hours and minutes."],
    ["date", "08:00", { precision: "time", min: "09:00" }, "Enter 9:00 AM or later."],
    [
      "date",
      "2026-06-16T08:00",
      { precision: "minute", max: "2026-06-15T09:00" },
      "Enter June 15, 2026 at 9:00 AM or earlier.",
    ],
    ["file_upload", "?", { input: "draw" }, "Draw, or type your name."],
    ["date", "2026-12-01", { max: "2026-06-15" }, "Enter June 15, 2026 or an earlier date."],
    ["dropdown", "x", {}, "Choose one of the options in the list."],
    [
      "multiple_choice",
      "xyz",
      { allow_other: true, other_max_length: 2 },
      "Enter your own answer in at most 2 characters, or choose an option.",
    ],
    [
      "checkbox",
      ["a", ""],
      { allow_other: true },
      "Enter your own answer in at most 255 characters, or choose an option.",
    ],
    ["checkbox", ["a"], { min_selections: 2 }, "Choose at least 2."],
    ["checkbox", three, { max_selections: 2 }, "Choose at most 2."],
    ["ranking", ["a"], {}, "Rank all options."],
    ["ranking", ["a"], { min_ranked: 2 }, "Rank at least 2 options."],
    ["matrix", { r: "c" }, {}, "Choose an answer in every row."],
    ["file_upload", ["x", "y"], {}, "Upload at most 1 file."],
  ])("explains a refused answer of %s: %j with %j: %s", async (type, value, config, text) =>
    expect(await said(type, value, config)).toBe(text),
  );

  test("writes numbers and dates in the form's language", async () => {
    expect(await said("number", 1, { min: 1000.5 }, "de")).toContain("1.000,5");
    expect(await said("date", "2026-12-01", { max: "2026-06-15" }, "de")).toContain("15. Juni 2026");
  });
});
