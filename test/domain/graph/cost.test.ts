import { expect, jest, test } from "@jest/globals";
import { RE2Set } from "re2js";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Condition, Graph } from "../../../shared/domain/graph/types.ts";
import { isPattern, searchMatcher, wholeMatcher } from "../../../shared/domain/questions/pattern.ts";

/** Cost of a graph's patterns and a respondent's step. */
const end = { id: "end", question_type: "end_screen", data: {} };
const text = (id: string, config: object = {}, questionType = "short_text") => ({
  id,
  question_type: questionType,
  data: { title: id, config: { ...config } },
});
const graphOf = (nodes: Graph["nodes"], conditions: Condition[] = []): Graph => {
  const rows = [...nodes, end].map(({ id }) => id);
  const first = nodes[0]?.id ?? "";
  return {
    schema_version: "2.0",
    entry_node_id: first,
    nodes: [...nodes, end],
    edges: [
      ...conditions.map((condition) => ({ from: first, to: rows[1] ?? "end", condition })),
      ...nodes.map(({ id }, at) => ({ from: id, to: rows[at + 1] ?? "end", condition: null })),
    ],
  };
};
const errors = (graph: Graph) =>
  analyze(graph).flatMap(({ code, severity, node_id, edge_index, message }) =>
    severity === "error" ? [`${code} ${edge_index ?? node_id}: ${message}`] : [],
  );
const matches = (right: string): Condition => ({ op: "matches", right });

/** Typical patterns of owners for words, addresses, numbers and names, up to 60 characters. */
const simple = [
  "^a",
  "\\d+",
  "^[A-Z][a-z]+$",
  "@example\\.(com|org|net)$",
  "[\\w.+-]+@[\\w-]+\\.[\\w.]+",
  "^\\+?[0-9 ()-]{6,20}$",
  "\\b(urgent|asap|emergency|immediately|right now|help)\\b",
  "(lunch|dinner|breakfast).*(late|cold|missing|wrong)",
  "price|cost|expensive|cheap|money|budget|dollar|euro",
  "https?://[^\\s/]+\\.(com|org|net|io)(/\\S*)?",
  "^(?:[A-Z]{2}\\d{2}[A-Z0-9]{11,30}|n/a)$",
  "^(0[1-9]|[12]\\d|3[01])\\.(0[1-9]|1[0-2])\\.(19|20)\\d\\d$",
  "the quick brown fox jumps over the lazy dog and runs away ok",
  "^\\s*(yes|no|maybe|perhaps|never|always)\\s*[.!?]?\\s*$",
  "(refund|return|exchange|money back)",
  "order (number|no\\.?|#) ?[0-9]{4,10}",
  "[A-Z]{2,3}-\\d{3,6}",
  "not (very )?(good|happy|satisfied|pleased)",
  "\\?$",
  "^.{0,20}$",
];

test("accepts simple patterns on long texts", () => {
  const conditions = simple.map(matches);
  expect(simple).toHaveLength(20);
  expect(errors(graphOf([text("q", { max_length: 5_000 }, "long_text")], conditions))).toEqual([]);
  for (let at = 0; at < 20; at += 5) {
    const five = conditions.slice(at, at + 5).map((condition) => ({ ...condition, ci: true }));
    expect(errors(graphOf([text("q", { max_length: 20_000 }, "long_text")], five))).toEqual([]);
  }
});

test("limits the total cost of a step's conditions", () => {
  const slow = (at: number) => `.*[ab].{${900 + at}}[xyz]`;
  const long = [text("q", { max_length: 20_000 }, "long_text")];
  expect(errors(graphOf(long, [matches(slow(0))]))).toEqual([
    expect.stringMatching(/^bad_condition 0: the text conditions up to here are too expensive; .* lower max_length/),
  ]);
  const short = [text("q", { max_length: 100 })];
  const several = Array.from({ length: 5 }, (_, at) => matches(slow(at)));
  expect(errors(graphOf(short, several.slice(0, 2)))).toEqual([]);
  expect(errors(graphOf(short, several))).toEqual([expect.stringMatching("^bad_condition 2: ")]);
  // few instructions, but an infinite table
  const wide = (at: number) => `[ab].{20}x{${at + 1}}`;
  const medium = [text("q", { max_length: 5_000 }, "long_text")];
  expect(
    errors(
      graphOf(
        medium,
        Array.from({ length: 4 }, (_, at) => matches(wide(at))),
      ),
    ),
  ).toEqual([expect.stringMatching("^bad_condition [23]: ")]);
  const plain: Condition = { all: Array(50).fill({ op: "contains", right: "x" }) };
  expect(errors(graphOf(long, Array(3).fill(plain)))).toEqual([]);
  expect(errors(graphOf(long, Array(100).fill(plain)))).toEqual([expect.stringMatching(/^bad_condition 3: /)]);
});

test("counts and matches a repeated pattern once per text", () => {
  const slow = ".*[ab].{90}[xyz]";
  const nodes = [text("q", { max_length: 4_000 }, "long_text")];
  expect(errors(graphOf(nodes, Array(40).fill(matches(slow))))).toEqual([]);
  const twice = [matches(slow), { ...matches(slow), ci: true }] as Condition[];
  expect(errors(graphOf(nodes, twice))).toEqual([expect.stringMatching("^bad_condition 1: ")]);
  const match = jest.spyOn(RE2Set.prototype, "match");
  const answer = "ab".repeat(100);
  for (let at = 0; at < 3; at += 1) searchMatcher("once{1,2}", false)(answer);
  expect(match.mock.calls).toEqual([[answer]]);
  match.mockRestore();
});

test("limits the cost of a pattern on long texts", () => {
  expect(errors(graphOf([text("q", { pattern: "[a-z]{800}x", max_length: 5000 })]))).toEqual([]);
  expect(errors(graphOf([text("q", { pattern: ".*[ab].{20}[xyz]", max_length: 5000 })]))).toEqual([]);
  expect(errors(graphOf([text("q", { pattern: ".*[ab].{200}[xyz]", max_length: 5000 })]))).toEqual([
    expect.stringMatching(/^bad_config q: config\.pattern: .* 5000 characters; lower max_length/),
  ]);
});

test("limits the total size of a graph's distinct patterns", () => {
  const big = (at: number) => `[a-z]{900}${at}`;
  const nodes = (count: number, source: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => text(`q${at}`, { pattern: source(at), max_length: 255 }));
  expect(errors(graphOf(nodes(40, () => big(1))))).toEqual([]);
  const over = errors(graphOf(nodes(40, big)));
  expect(over[0]).toMatch(/^bad_config q11: config\.pattern: .* 10,000 instructions/);
  expect(over).toHaveLength(29);
  const conditions = errors(graphOf(nodes(11, big), [matches(big(11))]));
  expect(conditions).toEqual([expect.stringMatching(/^bad_condition 0: .* 10,000 instructions/)]);
});

test("counts non-ASCII character classes more, because they compile slowly", () => {
  expect(isPattern(`(?i)${"[b-\\x{fffe}]".repeat(10)}`)).toBe(true);
  expect(isPattern(`(?i)${"[b-\\x{fffe}]".repeat(60)}`)).toBe(false);
  expect(isPattern(`^[\\p{L}\\p{M} '-]+$`)).toBe(true);
  expect(isPattern("こんにちは世界".repeat(30))).toBe(true);
});

test("patterns match the same when their tables are full", () => {
  const text = Array.from({ length: 3_000 }, (_, at) => "abx"[(at * at) % 3]).join("");
  const pattern = ".*[ab].{100}[xyz]";
  expect(searchMatcher(pattern, false)(text)).toBe(new RegExp(pattern).test(text));
  expect(searchMatcher("STRASSE|K", true)("k")).toBe(true);
  expect(searchMatcher("^b$", false)("ab")).toBe(false);
  expect(wholeMatcher("a|ab")("ab")).toBe(true);
  expect(wholeMatcher("a")("ab")).toBe(false);
  expect(wholeMatcher("(?:)")("")).toBe(true);
  // more patterns than the cache has room for
  const sources = Array.from({ length: 70 }, (_, at) => `x{${at + 1}}[a-z]{300}`);
  const matchers = sources.map((source) => searchMatcher(source, false));
  const order = [...matchers.keys(), 0, 1];
  for (const at of order) expect(matchers[at]?.("x".repeat(at + 301))).toBe(true);
});

test("counts the conditions of the calculations that a rule reads, each once", () => {
  const contains = (count: number, name: string): Condition => ({
    any: Array.from({ length: count }, (_, at) => ({
      left: { type: "answer", node_id: "q" },
      op: "contains",
      right: `${name} ${at}`,
    })),
  });
  const calculations = ["a", "b", "c", "d", "e"].map((key, at) => ({
    key,
    value: { if: [contains(45, key), 1, at === 0 ? 0 : { calculation: ["a", "b", "c", "d"][at - 1] }] },
  }));
  const reads = (key: string): Condition => ({ left: { type: "calculation", key }, op: "gt", right: 0 });
  const long = text("q", { max_length: 20_000 }, "long_text");
  expect(errors({ ...graphOf([long], [reads("d"), reads("c")]), calculations })).toEqual([]);
  expect(errors({ ...graphOf([long], [reads("d"), reads("e")]), calculations })).toEqual([
    "bad_condition 1: the text conditions up to here are too expensive; simplify patterns, lower max_length or use fewer",
  ]);
});
