import { RE2JS } from "re2js";
import { isQuestionType, questions } from "../../../shared/domain/questions/index.ts";
import { type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { type Config, columns, compile, labelled, minimal, node, pictures, problemsOf, rows } from "./support.ts";

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: "L" }));
const manyRows = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `r${index}`, label: "L" }));
const long = (length: number) => "😀".repeat(length);

describe("configs", () => {
  test("have every type of the specification", () => {
    expect(Object.keys(questions).sort()).toEqual([...questionTypes].sort());
  });

  test.each(["", "toString", "__proto__", "Number", null, 3])("%j is no type", (type) => {
    expect(isQuestionType(type)).toBe(false);
  });

  test.each(questionTypes)("%s compiles from its minimal config", (type) => {
    expect(isQuestionType(type)).toBe(true);
    expect(problemsOf(type, minimal[type])).toEqual([]);
  });

  test.each(questionTypes)("%s rejects unknown keys", (type) => {
    expect(problemsOf(type, { ...minimal[type], colour: 1 })).toEqual(["colour: unknown field"]);
    const hostile = JSON.parse('{"__proto__": 1, "constructor": 2}') as Config;
    const config = Object.defineProperties({ ...minimal[type] }, Object.getOwnPropertyDescriptors(hostile));
    expect(problemsOf(type, config)).toEqual(["__proto__: unknown field", "constructor: unknown field"]);
  });

  test.each([
    ["welcome_screen", true, false],
    ["end_screen", true, true],
    ["short_text", false, false],
    ["matrix", false, false],
  ] as const)("%s: screen %j, end %j", (type, isScreen, isEnd) => {
    expect(compile(type, minimal[type])).toMatchObject({ type, is_screen: isScreen, is_end: isEnd });
  });

  test("can be omitted, but must be objects", () => {
    expect(readQuestion(node("short_text")).ok).toBe(true);
    for (const config of [null, [], "x"]) {
      const parsed = readQuestion({ ...node("matrix"), data: { config: config as unknown as Config } });
      expect(parsed.ok).toBe(false);
    }
  });

  test("is_required is false by default", () => {
    expect(compile("short_text").is_required).toBe(false);
    expect(compile("short_text", {}, true).is_required).toBe(true);
  });
});

describe("defaults", () => {
  test.each<[QuestionType, Config]>([
    ["welcome_screen", { button_text: "Start" }],
    ["end_screen", { redirect_delay_s: 0, show_score: false, show_answers: false }],
    ["short_text", { min_length: 0, max_length: 255 }],
    ["long_text", { min_length: 0, max_length: 5000 }],
    ["email", { allowed_domains: [], blocked_domains: [] }],
    ["phone", { allowed_countries: [] }],
    ["number", {}],
    ["date", { precision: "day" }],
    ["multiple_choice", { ...minimal.multiple_choice, shuffle: "none", allow_other: false, other_max_length: 255 }],
    ["dropdown", { ...minimal.dropdown, shuffle: "none", allow_other: false, other_max_length: 255 }],
    ["yes_no", { yes_label: "Yes", no_label: "No" }],
    ["checkbox", { ...minimal.checkbox, min_selections: 0, allow_other: false }],
    ["picture_choice", { ...minimal.picture_choice, multiple: false }],
    ["ranking", { ...minimal.ranking, min_ranked: 3 }],
    ["star_rating", { max: 5 }],
    ["number_scale", { min: 1, max: 10, step: 1 }],
    ["opinion_scale", { min: 0, max: 10 }],
    ["matrix", { rows, columns, require_all_rows: false }],
    ["file_upload", { input: "file", max_files: 1, max_size_mb: 10, accept: ["image/*", "application/pdf"] }],
    ["records", { ...minimal.records, min_rows: 0, max_rows: 10 }],
  ])("of %s", (type, config) => {
    expect(compile(type, minimal[type]).config).toEqual(config);
  });

  test("of emoji_rating: five faces", () => {
    const { options } = compile("emoji_rating").config as { options: { value: string }[] };
    expect(options.map(({ value }) => value)).toEqual(["terrible", "bad", "okay", "good", "great"]);
    expect(options).toContainEqual({ value: "great", emoji: "😍", label: "Great" });
  });

  test("of require_all_rows: is_required", () => {
    expect(compile("matrix", { rows, columns }, true).config.require_all_rows).toBe(true);
    expect(compile("matrix", { rows, columns, require_all_rows: false }, true).config.require_all_rows).toBe(false);
  });
});

/** Accepted configs: one row per limit, at its last valid value. */
const good: Record<string, [QuestionType, Config][]> = {
  screens: [
    ["welcome_screen", { button_text: long(500) }],
    [
      "end_screen",
      { redirect_url: "https://x.example/a?b=c#d", redirect_delay_s: 5, show_score: true, outcome: "pro" },
    ],
    ["end_screen", { button_text: long(500) }],
  ],
  text: [
    ["short_text", { min_length: 255 }],
    ["short_text", { max_length: 20_000, min_length: 20_000 }],
    ["long_text", { max_length: 1, pattern: "[a-z]{2,3}\\d+", placeholder: "" }],
    ["short_text", { pattern: ".{1,1000}" }],
    ["short_text", { pattern: "x".repeat(1_000) }],
    ["email", { allowed_domains: ["Example.com"], blocked_domains: ["b.example.com"] }],
    ["phone", { default_country: "DE", allowed_countries: ["DE", "AT"] }],
  ],
  numbers: [
    ["number", { min: -1.5, max: -1.5, step: 0.1, decimals: 0, unit: "kg" }],
    ["date", { min: "2024-02-29", max: "2024-02-29" }],
    ["date", { min: { days_from_today: -3 }, max: { days_from_today: -3 } }],
    ["date", { min: "2999-01-01", max: { days_from_today: 0 } }],
    ["date", { precision: "minute", min: "2026-01-31T14:30", max: { days_from_today: 0 } }],
    ["date", { precision: "time", min: "00:00", max: "23:59" }],
    ["star_rating", { max: 3 }],
    ["star_rating", { max: 10 }],
    ["number_scale", { min: 0, max: 1, step: 0.25 }],
    ["opinion_scale", { min: 1, max: 5, labels: { left: "No", center: "", right: "Yes" } }],
    ["opinion_scale", { min: -5, max: 5, labels: {} }],
  ],
  choices: [
    ["multiple_choice", { options: many(100), shuffle: "all", allow_other: true, other_max_length: 20_000 }],
    ["dropdown", { options: many(500), shuffle: "except_last" }],
    ["multiple_choice", { options: [{ value: "A-b_9".repeat(12), label: long(500), exclusive: true }, ...many(1)] }],
    ["checkbox", { options: many(100), min_selections: 100, max_selections: 100 }],
    ["checkbox", { options: many(1), min_selections: 2, allow_other: true }],
    ["picture_choice", { options: pictures("a"), multiple: true }],
    ["ranking", { options: many(25), min_ranked: 25 }],
    ["ranking", { options: many(2), min_ranked: 1 }],
    ["emoji_rating", { options: [...many(2)].map((it) => ({ ...it, emoji: "👩‍🚀" })) }],
    ["yes_no", { yes_label: "Ja", no_label: "Nein" }],
  ],
  others: [
    ["matrix", { rows: manyRows(50), columns: many(20), require_all_rows: true }],
    ["file_upload", { max_files: 10, max_size_mb: 100, accept: ["video/mp4", "application/vnd.ms-excel"] }],
    ["file_upload", { max_size_mb: 0.5 }],
    ["file_upload", { input: "draw", accept: ["application/pdf"] }],
    ["file_upload", { input: "photo", accept: ["image/*", "application/pdf"] }],
  ],
};

/** Rejected configs, with the keys of their problems. */
const bad: Record<string, [QuestionType, Config, ...string[]][]> = {
  screens: [
    ["welcome_screen", { button_text: " " }, "button_text"],
    ["welcome_screen", { button_text: long(501) }, "button_text"],
    ["welcome_screen", { scoring: { mode: "value" } }, "scoring"],
    ["end_screen", { redirect_url: "http://x.example/" }, "redirect_url"],
    ["end_screen", { redirect_url: "javascript:alert(1)" }, "redirect_url"],
    ["end_screen", { redirect_url: "https://x.example/\n" }, "redirect_url"],
    ["end_screen", { redirect_url: "https://" }, "redirect_url"],
    ["end_screen", { redirect_delay_s: -1, show_score: "yes" }, "redirect_delay_s", "show_score"],
    ["end_screen", { outcome: 1 }, "outcome"],
    ["end_screen", { button_text: " " }, "button_text"],
    ["end_screen", { button_text: long(501) }, "button_text"],
  ],
  text: [
    ["short_text", { max_length: 20_001 }, "max_length"],
    ["short_text", { max_length: 0 }, "max_length"],
    ["short_text", { max_length: "5" }, "max_length"],
    ["short_text", { max_length: null }, "max_length"],
    ["short_text", { min_length: 1.5 }, "min_length"],
    ["short_text", { min_length: -1 }, "min_length"],
    ["short_text", { min_length: 256 }, "min_length"],
    ["long_text", { min_length: 10, max_length: 9 }, "min_length"],
    ["short_text", { pattern: "(?=x)" }, "pattern"],
    ["short_text", { pattern: "(" }, "pattern"],
    ["short_text", { pattern: 5 }, "pattern"],
    ["short_text", { pattern: "" }, "pattern"],
    ["short_text", { pattern: "x".repeat(1_001) }, "pattern"],
    ["short_text", { pattern: "\\1" }, "pattern"],
    ["short_text", { placeholder: long(501) }, "placeholder"],
    ["short_text", { placeholder: "\ud800" }, "placeholder"],
    ["email", { allowed_domains: "example.com" }, "allowed_domains"],
    ["email", { allowed_domains: ["@example.com"], blocked_domains: [3] }, "allowed_domains.0", "blocked_domains.0"],
    ["email", { allowed_domains: ["a.com", "A.com"] }, "allowed_domains.1"],
    ["phone", { default_country: "de" }, "default_country"],
    ["phone", { allowed_countries: ["DE", "XX", "toString"] }, "allowed_countries.1", "allowed_countries.2"],
    ["phone", { allowed_countries: ["DE", "DE"] }, "allowed_countries.1"],
    ["phone", { default_country: "FR", allowed_countries: ["DE"] }, "default_country"],
  ],
  numbers: [
    ["number", { min: 2, max: 1 }, "min"],
    ["number", { min: "1", max: null }, "min", "max"],
    ["number", { step: 0 }, "step"],
    ["number", { step: -1 }, "step"],
    ["number", { decimals: -1 }, "decimals"],
    ["number", { decimals: 1.5 }, "decimals"],
    ["number", { unit: 1 }, "unit"],
    ["date", { min: "2023-02-29" }, "min"],
    ["date", { precision: "second" }, "precision"],
    ["date", { precision: "minute", min: "2026-01-31", max: "14:30" }, "min", "max"],
    ["date", { precision: "minute", min: "2026-01-31T24:00" }, "min"],
    ["date", { precision: "time", min: { days_from_today: 0 }, max: "2026-01-31T14:30" }, "min", "max"],
    ["date", { precision: "time", min: "14:30", max: "14:29" }, "min"],
    ["date", { min: "14:30" }, "min"],
    ["file_upload", { input: "scan" }, "input"],
    ["file_upload", { input: "photo", accept: ["application/pdf"] }, "accept"],
    ["date", { min: "2024-02-30T00:00:00Z", max: 5 }, "min", "max"],
    ["date", { min: "2024-03-01", max: "2024-02-29" }, "min"],
    ["date", { min: { days_from_today: 1 }, max: { days_from_today: 0 } }, "min"],
    ["date", { min: { days_from_today: 1.5 } }, "min.days_from_today"],
    ["date", { max: { days_from_today: "1" } }, "max.days_from_today"],
    ["date", { max: {} }, "max.days_from_today"],
    ["date", { max: null }, "max"],
    ["date", { max: { days_from_today: 1, hours: 2 } }, "max.hours"],
    ["star_rating", { max: 2 }, "max"],
    ["star_rating", { max: 11 }, "max"],
    ["star_rating", { max: 4.5 }, "max"],
    ["number_scale", { min: 11 }, "min"],
    ["number_scale", { step: 0 }, "step"],
    ["opinion_scale", { min: 7 }, "max"],
    ["opinion_scale", { min: 0, max: 11 }, "max"],
    ["opinion_scale", { min: 0.5 }, "min"],
    ["opinion_scale", { labels: { middle: "x" } }, "labels.middle"],
    ["opinion_scale", { labels: ["x"] }, "labels"],
  ],
  choices: [
    ["multiple_choice", {}, "options"],
    ["multiple_choice", { options: {} }, "options"],
    ["multiple_choice", { options: many(1) }, "options"],
    ["multiple_choice", { options: many(101) }, "options"],
    ["dropdown", { options: [] }, "options"],
    ["dropdown", { options: many(501) }, "options"],
    ["dropdown", { options: labelled("a", "b", "a") }, "options.2.value"],
    ["dropdown", { options: [{ value: "a b", label: "A" }] }, "options.0.value"],
    ["dropdown", { options: [{ value: "", label: "A" }] }, "options.0.value"],
    ["dropdown", { options: [{ value: "a".repeat(65), label: "A" }] }, "options.0.value"],
    ["dropdown", { options: [{ value: 1, label: "A" }] }, "options.0.value"],
    ["dropdown", { options: [{ value: "a" }] }, "options.0.label"],
    ["dropdown", { options: [{ value: "a", label: long(501) }] }, "options.0.label"],
    ["dropdown", { options: [{ value: "a", label: "A", color: 1 }] }, "options.0.color"],
    ["dropdown", { options: [{ value: "a", label: "A", image_url: "http://x.example/" }] }, "options.0.image_url"],
    [
      "dropdown",
      { options: [{ value: "a", label: "A", exclusive: 1, alt: 2 }] },
      "options.0.alt",
      "options.0.exclusive",
    ],
    ["dropdown", { options: ["a"] }, "options.0"],
    ["dropdown", { options: labelled("a"), shuffle: "sometimes" }, "shuffle"],
    ["dropdown", { options: labelled("a"), shuffle: true }, "shuffle"],
    ["dropdown", { options: labelled("a"), allow_other: 1, other_max_length: 0 }, "allow_other", "other_max_length"],
    ["yes_no", { yes_label: "", no_label: 0 }, "yes_label", "no_label"],
    ["checkbox", { options: [] }, "options"],
    ["checkbox", { options: many(101) }, "options"],
    ["checkbox", { options: many(3), min_selections: 4 }, "min_selections"],
    ["checkbox", { options: many(3), min_selections: -1 }, "min_selections"],
    ["checkbox", { options: many(3), min_selections: 2, max_selections: 1 }, "min_selections"],
    ["checkbox", { options: many(3), max_selections: 0 }, "max_selections"],
    ["checkbox", { options: many(2).map((it) => ({ ...it, exclusive: true })), min_selections: 2 }, "min_selections"],
    ["checkbox", { options: many(3), other_max_length: 5 }, "other_max_length"],
    ["picture_choice", { options: labelled("a") }, "options.0.image_url", "options.0.alt"],
    ["picture_choice", { options: [] }, "options"],
    ["picture_choice", { options: pictures("a"), multiple: "true" }, "multiple"],
    ["ranking", { options: many(1) }, "options"],
    ["ranking", { options: many(26) }, "options"],
    ["ranking", { options: many(3), min_ranked: 4 }, "min_ranked"],
    ["ranking", { options: many(3), min_ranked: 0 }, "min_ranked"],
    ["emoji_rating", { options: labelled("a", "b") }, "options.0.emoji", "options.1.emoji"],
    ["emoji_rating", { options: [{ value: "a", emoji: "🙂", label: "A" }] }, "options"],
  ],
  others: [
    ["matrix", {}, "rows", "columns"],
    ["matrix", { rows: manyRows(51), columns: many(21) }, "rows", "columns"],
    ["matrix", { rows: [], columns: many(1) }, "rows", "columns"],
    ["matrix", { rows: [...rows, ...rows], columns }, "rows.2.key", "rows.3.key"],
    ["matrix", { rows, columns: [...columns, ...columns] }, "columns.2.value", "columns.3.value"],
    ["matrix", { rows: [{ key: "__proto__", label: "L" }], columns }, "rows.0.key"],
    ["matrix", { rows, columns, require_all_rows: 1 }, "require_all_rows"],
    ["file_upload", { max_files: 0, max_size_mb: 0 }, "max_files", "max_size_mb"],
    ["file_upload", { max_files: 11, max_size_mb: 101 }, "max_files", "max_size_mb"],
    ["file_upload", { accept: [] }, "accept"],
    ["file_upload", { accept: [".pdf", "image", 1] }, "accept.0", "accept.1", "accept.2"],
    ["file_upload", { scoring: { mode: "exact", correct: [], points: 1 } }, "scoring"],
  ],
};

describe.each(Object.entries(good))("%s: valid config", (_, rows) => {
  test.each(rows)("%s %j", (type, config) => {
    expect(problemsOf(type, config)).toEqual([]);
  });
});

describe.each(Object.entries(bad))("%s: invalid config", (_, rows) => {
  test.each(rows.map(([type, config, ...keys]) => [type, config, keys] as const))(
    "%s %j → %j",
    (type, config, keys) => {
      const problems = problemsOf(type, config);
      expect(problems.map((problem) => problem.split(": ")[0])).toEqual(keys);
      for (const problem of problems) expect(problem).toMatch(/^[\w.]+: .{5,}$/);
    },
  );
});

test("rejects option values such as __proto__", () => {
  const options = ["__proto__", "constructor", "prototype"].map((value) => ({ value, label: "L" }));
  expect(problemsOf("dropdown", { options })).toHaveLength(3);
  expect(problemsOf("dropdown", { options: labelled("toString", "hasOwnProperty") })).toEqual([]);
});

test("rejects an expensive pattern without compiling it", () => {
  const compile = jest.spyOn(RE2JS, "compile");
  for (const pattern of [".{1,1000}".repeat(100), `(${"a".repeat(900)}){1000}`, "(((a{10}){10}){10})".repeat(50)]) {
    expect(problemsOf("short_text", { pattern })).toHaveLength(1);
  }
  expect(compile).not.toHaveBeenCalled();
  compile.mockRestore();
});
