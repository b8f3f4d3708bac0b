import type { Json } from "../../../shared/domain/json.ts";
import { defaultAnswer } from "../../../shared/domain/questions/defaultAnswer.ts";
import { takesDefault } from "../../../shared/domain/questions/index.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { type Config, compile, context, minimal, problemsOf, sampleAnswers } from "./support.ts";

const shown = (type: QuestionType, config: Config) => defaultAnswer(compile(type, config), context);

describe("config.default", () => {
  test.each(questionTypes.filter(takesDefault))("of %s is a value that the question accepts", (type) => {
    const config = { ...minimal[type], default: sampleAnswers[type] as Json };
    expect(problemsOf(type, config)).toEqual([]);
    const { check } = compile(type, minimal[type]);
    expect(check(sampleAnswers[type], context)).toEqual({ kind: "answer", answer: shown(type, config) });
  });

  test.each(questionTypes.filter((type) => !takesDefault(type)))("%s takes none", (type) => {
    expect(problemsOf(type, { ...minimal[type], default: "a" })).toEqual(["default: unknown field"]);
  });

  test.each<[QuestionType, Config, string]>([
    ["short_text", { max_length: 3, default: "four" }, "default: must be at most 3 characters long"],
    ["short_text", { default: "" }, "default: must be an answer, not an empty value"],
    ["checkbox", { ...minimal.checkbox, default: [] }, "default: must be an answer, not an empty value"],
    ["number", { max: 5, default: 6 }, "default: must be at most 5"],
    ["dropdown", { ...minimal.dropdown, default: "z" }, 'default: must be one of "a"'],
    ["date", { min: "2024-01-01", default: "2023-12-31" }, "default: must not be before 2024-01-01"],
    ["date", { default: "tomorrow" }, 'default: must be a date such as 2026-01-31, "today" or {"days_from_today": n}'],
  ])("of %s with %j is refused", (type, config, problem) => {
    expect(problemsOf(type, config)).toEqual([problem]);
  });

  test.each<[Config, Json]>([
    [{}, null],
    [{ default: "today" }, "2024-02-28"],
    [{ default: { days_from_today: 2 } }, "2024-03-01"],
    [{ default: "today", min: { days_from_today: 1 } }, "2024-02-29"],
    [{ default: { days_from_today: 9 }, max: "2024-03-02" }, "2024-03-02"],
    [{ default: "2024-02-27", min: { days_from_today: 0 } }, null],
  ])("of a date with %j shows %j", (config, answer) => {
    expect(problemsOf("date", config)).toEqual([]);
    expect(shown("date", config)).toBe(answer);
  });

  test("isn't shown while its option is hidden", () => {
    const question = compile("checkbox", { ...minimal.checkbox, default: ["a", "b"] });
    expect(defaultAnswer({ ...question, ...question.without(new Set(["b"])) }, context)).toBeNull();
  });
});
