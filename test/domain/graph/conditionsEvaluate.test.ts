import { compileCondition } from "../../../shared/domain/graph/evaluate.ts";
import { parseCondition } from "../../../shared/domain/graph/parseCondition.ts";
import type { Comparison, Condition, Json } from "../../../shared/domain/graph/types.ts";
import type { CompiledQuestion, QuestionType } from "../../../shared/domain/questions/question.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { faultTexts } from "../../support/problems.ts";

/** Evaluation of conditions (decisions §4.2). */

const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
const rows = ["r1", "r2", "toString"].map((key) => ({ key, label: key }));
const question = (questionType: QuestionType, config: object = {}): CompiledQuestion => {
  const parsed = readQuestion({ question_type: questionType, data: { config: { ...config } } });
  if (!parsed.ok) throw new Error(faultTexts(parsed.faults).join());
  return parsed.value;
};

/** One question per family, named after the family. */
const questions = new Map([
  ["text", question("short_text")],
  ["num", question("number")],
  ["date", question("date")],
  ["one", question("dropdown", { options })],
  ["many", question("checkbox", { options })],
  ["rank", question("ranking", { options, min_ranked: 1 })],
  ["row", question("matrix", { rows, columns: options })],
  ["count", question("file_upload", { max_files: 3 })],
]);

interface Given {
  answers?: Record<string, Json>;
  score?: number;
  hidden?: Record<string, string>;
}

function isTrue(condition: Condition, from: string, { answers = {}, score = 0, hidden = {} }: Given): boolean {
  expect(parseCondition(condition)).toMatchObject({ ok: true });
  const answer = (id: string) => (Object.hasOwn(answers, id) ? (answers[id] ?? null) : null);
  return compileCondition(condition, from, questions)({ answer, score, hidden });
}

const row = (path: string) => ({ type: "answer", node_id: "row", path }) as const;
const rank = (path: string) => ({ type: "answer", node_id: "rank", path }) as const;

/** family, comparison, answers that match, answers that don't match */
const table: [string, Comparison, Json[], Json[]][] = [
  ["text", { op: "eq", right: "Yes" }, ["Yes"], ["yes", "Yes "]],
  ["text", { op: "eq", right: "Straße", ci: true }, ["STRASSE", "straße"], ["Strase"]],
  ["text", { op: "neq", right: "Yes" }, ["yes"], ["Yes"]],
  ["text", { op: "neq", right: "Yes", ci: true }, ["no"], ["yes"]],
  ["text", { op: "contains", right: "b" }, ["abc"], ["ABC", "ac"]],
  ["text", { op: "contains", right: "ΟΔΟΣ", ci: true }, ["η οδός ή οδοσ", "οδος", "ΟΔΟΣ Α"], ["οδο"]],
  ["text", { op: "not_contains", right: "b" }, ["ac", "B"], ["abc"]],
  ["text", { op: "starts_with", right: "ab" }, ["abc"], ["cab", "ABC"]],
  ["text", { op: "starts_with", right: "AB", ci: true }, ["abc"], ["cab"]],
  ["text", { op: "ends_with", right: "bc" }, ["abc"], ["bca"]],
  ["text", { op: "ends_with", right: "BC", ci: true }, ["abc"], ["bca"]],
  ["text", { op: "matches", right: "[0-9]{2}" }, ["a12b"], ["a1b"]],
  ["text", { op: "matches", right: "^b", ci: true }, ["Bc"], ["abc"]],
  ["text", { op: "length_gte", right: 2 }, ["ab", "😀😀"], ["a", "😀"]],
  ["text", { op: "length_lte", right: 1 }, ["a", "😀"], ["ab"]],
  ["num", { op: "eq", right: 3 }, [3, 3.0], [4]],
  ["num", { op: "neq", right: 3 }, [4], [3]],
  ["num", { op: "gt", right: 3 }, [3.1], [3, -4]],
  ["num", { op: "gte", right: 3 }, [3, 10], [2.9]],
  ["num", { op: "lt", right: 3 }, [2], [3]],
  ["num", { op: "lte", right: 3 }, [3], [3.1]],
  ["num", { op: "between", right: [2, 4] }, [2, 3, 4], [1.9, 4.1]],
  ["num", { op: "in", right: [1, 3] }, [1, 3], [2]],
  ["date", { op: "eq", right: "2026-01-31" }, ["2026-01-31"], ["2026-01-30"]],
  ["date", { op: "before", right: "2026-01-31" }, ["2025-12-31"], ["2026-01-31"]],
  ["date", { op: "after", right: "2026-01-31" }, ["2026-02-01"], ["2026-01-31"]],
  ["date", { op: "on_or_before", right: "2026-01-31" }, ["2026-01-31"], ["2026-02-01"]],
  ["date", { op: "on_or_after", right: "2026-01-31" }, ["2026-01-31"], ["2026-01-30"]],
  ["date", { op: "between", right: ["2026-01-01", "2026-01-31"] }, ["2026-01-01", "2026-01-31"], ["2026-02-01"]],
  ["one", { op: "eq", right: "a" }, ["a"], ["b"]],
  ["one", { op: "neq", right: "a" }, ["b"], ["a"]],
  ["one", { op: "in", right: ["a", "b"] }, ["a", "b"], ["c"]],
  ["one", { op: "not_in", right: ["a", "b"] }, ["c"], ["a"]],
  ["many", { op: "includes_any", right: ["a", "b"] }, [["b", "c"]], [["c"]]],
  ["many", { op: "includes_all", right: ["a", "b"] }, [["c", "b", "a"]], [["a", "c"]]],
  ["many", { op: "includes_none", right: ["a", "b"] }, [["c"]], [["a", "c"]]],
  ["many", { op: "equals_set", right: ["a", "b", "a"] }, [["b", "a"]], [["a"], ["a", "b", "c"], ["a", "c"]]],
  ["many", { op: "count_gte", right: 2 }, [["a", "b"]], [["a"]]],
  ["many", { op: "count_lte", right: 1 }, [["a"]], [["a", "b"]]],
  ["rank", { left: rank("b"), op: "eq", right: 1 }, [["b", "a"]], [["a", "b"]]],
  ["rank", { left: rank("b"), op: "lte", right: 2 }, [["a", "b"]], [["a", "c", "b"], ["a"]]],
  ["rank", { left: rank("b"), op: "neq", right: 1 }, [["a", "b"]], [["b"], ["a", "c"]]],
  ["rank", { left: rank("b"), op: "between", right: [2, 3] }, [["a", "b"]], [["b", "a"]]],
  ["rank", { left: rank("b"), op: "answered" }, [["b"]], [["a"]]],
  ["row", { left: row("r1"), op: "eq", right: "a" }, [{ r1: "a" }], [{ r1: "b" }, { r2: "a" }]],
  ["row", { left: row("r1"), op: "neq", right: "a" }, [{ r1: "b" }], [{ r1: "a" }, { r2: "b" }]],
  ["row", { left: row("r1"), op: "in", right: ["a"] }, [{ r1: "a", r2: "b" }], [{ r1: "c" }]],
  ["row", { left: row("r1"), op: "not_in", right: ["a"] }, [{ r1: "b" }], [{ r1: "a" }, { r2: "b" }]],
  ["row", { left: row("toString"), op: "answered" }, [{ toString: "a" }], [{ r1: "a" }]],
  ["row", { left: row("r1"), op: "not_answered" }, [{ r2: "a" }], [{ r1: "a" }]],
  ["count", { op: "count_gte", right: 2 }, [["x", "y"]], [["x"]]],
  ["count", { op: "count_lte", right: 1 }, [["x"]], [["x", "y"]]],
];

describe.each(table)("%s %j", (family, comparison, truths, falsehoods) => {
  test.each(truths.map((answer) => [answer]))("matches %j", (answer) => {
    expect(isTrue(comparison, family, { answers: { [family]: answer } })).toBe(true);
    expect(isTrue({ not: comparison }, family, { answers: { [family]: answer } })).toBe(false);
  });

  test.each(falsehoods.map((answer) => [answer]))("doesn't match %j", (answer) => {
    expect(isTrue(comparison, family, { answers: { [family]: answer } })).toBe(false);
  });

  test("doesn't match an unanswered operand, but its negation does", () => {
    const isAboutNothing = comparison.op === "not_answered";
    expect(isTrue(comparison, family, {})).toBe(isAboutNothing);
    expect(isTrue({ not: comparison }, family, {})).toBe(!isAboutNothing);
  });
});

test.each([...questions.keys()])("%s can be answered or not", (family) => {
  const answers = {
    text: "x",
    num: 0,
    date: "2026-01-01",
    one: "a",
    many: ["a"],
    rank: ["a"],
    row: { r1: "a" },
    count: ["x"],
  };
  const [answered, notAnswered] = [{ op: "answered" }, { op: "not_answered" }];
  expect([isTrue(answered, family, { answers }), isTrue(notAnswered, family, { answers })]).toEqual([true, false]);
  expect([isTrue(answered, family, {}), isTrue(notAnswered, family, {})]).toEqual([false, true]);
});

test("reads another node's answer by id, and treats it as unanswered if it wasn't visited", () => {
  const condition: Condition = { left: { type: "answer", node_id: "one" }, op: "eq", right: "a" };
  expect(isTrue(condition, "text", { answers: { one: "a", text: "b" } })).toBe(true);
  expect(isTrue(condition, "text", { answers: { text: "a" } })).toBe(false);
});

test("treats the score as answered, even 0", () => {
  const left = { type: "score" } as const;
  expect(isTrue({ left, op: "eq", right: 0 }, "text", {})).toBe(true);
  expect(isTrue({ left, op: "answered" }, "text", {})).toBe(true);
  expect(isTrue({ left, op: "gte", right: -3 }, "text", { score: -4 })).toBe(false);
});

describe("reads a hidden field", () => {
  const left = { type: "hidden", key: "toString" } as const;
  test.each([
    ["absent", {}, false],
    ["empty", { toString: "" }, false],
    ["another", { toString: "b" }, true],
    ["the same", { toString: "a" }, false],
  ])("evaluates neq for %s", (_name, hidden, expected) => {
    expect(isTrue({ left, op: "neq", right: "a" }, "text", { hidden })).toBe(expected);
  });

  test("reads a hidden field as text", () => {
    expect(isTrue({ left, op: "contains", right: "PR", ci: true }, "text", { hidden: { toString: "a pro" } })).toBe(
      true,
    );
    expect(isTrue({ left, op: "not_answered" }, "text", {})).toBe(true);
  });
});

describe("combines conditions with all, any and not", () => {
  const yes: Condition = { op: "answered" };
  const no: Condition = { op: "not_answered" };
  test.each<[Condition, boolean]>([
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
    [{ not: { any: [no, { all: [yes, no] }] } }, true],
    [{ all: [{ not: no }, { any: [no, { not: no }] }] }, true],
  ])("evaluates %j to %s", (condition, expected) =>
    expect(isTrue(condition, "text", { answers: { text: "x" } })).toBe(expected),
  );
});
