import { describe, expect, jest, test } from "@jest/globals";
import { RE2Set } from "re2js";
import { compileCondition, type WalkView } from "../../../shared/domain/graph/evaluate.ts";
import type { Condition, Graph } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { isPattern, searchMatcher, wholeMatcher } from "../../../shared/domain/questions/pattern.ts";
import { wordedProblems } from "../../support/problems.ts";

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
  wordedProblems(graph).flatMap(({ code, severity, node_id, edge_index, message }) =>
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

test("prices a search without case by what folding letters outside Latin-1 costs", () => {
  const long = [text("q", { max_length: 20_000 }, "long_text")];
  const contains = (count: number): Condition => ({
    all: Array.from({ length: count }, (_, at) => ({ op: "contains", right: `x${at}`, ci: true })),
  });
  expect(errors(graphOf(long, [contains(50), contains(45)]))).toEqual([]);
  expect(errors(graphOf(long, [contains(50), contains(50)]))).toEqual([
    expect.stringMatching("^bad_condition 1: the text conditions"),
  ]);
  // 33 texts cost more to fold than to search
  const many = Array.from({ length: 60 }, (_, at) => text(`q${at}`, { max_length: 20_000 }, "long_text"));
  const each = (count: number): Condition => ({
    all: many.slice(0, count).map(({ id }) => ({
      left: { type: "answer", node_id: id },
      op: "eq",
      right: "x",
      ci: true,
    })),
  });
  const last = (count: number): Graph => {
    const graph = graphOf(many);
    return { ...graph, edges: [...graph.edges.slice(0, -1), { from: "q59", to: "end", condition: each(count) }] };
  };
  const rejected = (count: number) => errors(last(count)).filter((error) => error.startsWith("bad_condition"));
  expect(rejected(33)).toEqual([]);
  expect(rejected(34)).toHaveLength(1);
});

test("prices a long searched text by how often it can be compared", () => {
  const long = [text("q", { max_length: 20_000 }, "long_text")];
  const contains = (length: number): Condition => ({ op: "contains", right: "ж".repeat(length) });
  expect(errors(graphOf(long, Array(30).fill(contains(250))))).toEqual([]);
  expect(errors(graphOf(long, Array(30).fill(contains(1_000))))).toEqual([expect.stringMatching("^bad_condition ")]);
  expect(errors(graphOf(long, [contains(10_000)]))).toEqual([expect.stringMatching("^bad_condition 0: ")]);
});

test("folds a text once per step", async () => {
  const question = compileQuestion(text("q") as never);
  const tests = ["yes", "no", "maybe"].map((right) =>
    compileCondition({ op: "contains", right, ci: true }, "q", new Map([["q", question]])),
  );
  const view: WalkView = { answer: () => "Ναι ή όχι", score: 0, hidden: {} };
  const fold = jest.spyOn(String.prototype, "toUpperCase");
  const judge = () => tests.map((matches) => matches(view));
  judge();
  expect(fold.mock.calls).toHaveLength(1);
  // answers don't stay in memory after it
  await Promise.resolve();
  judge();
  expect(fold.mock.calls).toHaveLength(2);
  fold.mockRestore();
});

test("counts a text's characters once per step", async () => {
  const question = compileQuestion(text("q") as never);
  const tests = [1, 2, 3].map((right) =>
    compileCondition({ op: "length_gte", right }, "q", new Map([["q", question]])),
  );
  const view: WalkView = { answer: () => "ab", score: 0, hidden: {} };
  const count = jest.spyOn(String.prototype, Symbol.iterator);
  const judge = () => tests.map((matches) => matches(view));
  expect([judge(), count.mock.calls.length]).toEqual([[true, true, false], 1]);
  await Promise.resolve();
  judge();
  expect(count.mock.calls).toHaveLength(2);
  count.mockRestore();
});

describe("all calculations together", () => {
  const long = (id: string) => text(id, { max_length: 20_000 }, "long_text");
  const slow = (at: number, length: number): Condition => ({
    left: { type: "answer", node_id: "q" },
    op: "matches",
    right: `[ab].{${length + at}}x`,
  });
  const calculation = (at: number, ...conditions: Condition[]) => ({
    key: `c${at}`,
    value: { if: [{ any: conditions }, 1, 0] },
  });
  const several = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => calculation(at, slow(at, length)));

  test("cost as much as ten steps, though no condition reads them", () => {
    const form = (count: number): Graph => ({
      ...graphOf([text("q", { max_length: 2_000 })]),
      calculations: several(count, 200),
    });
    expect(errors(form(11))).toEqual([]);
    expect(errors(form(20))).toEqual([
      expect.stringMatching(/^bad_calculation .*: graph\.calculations\.11\.value: all calculations up to here are too/),
    ]);
  });

  test("cost less if one reads the others, because each is computed once", () => {
    const calculations = several(11, 200);
    const sum = { key: "sum", value: { add: calculations.map(({ key }) => ({ calculation: key })) } };
    expect(errors({ ...graphOf([text("q", { max_length: 2_000 })]), calculations: [...calculations, sum] })).toEqual(
      [],
    );
  });

  test("cost at most a step each", () => {
    expect(errors({ ...graphOf([long("q")]), calculations: several(1, 500) })).toEqual([
      expect.stringMatching(/graph\.calculations\.0\.value: its text conditions are too expensive; simplify patterns/),
    ]);
  });
});

describe("a path", () => {
  /** Costs 0.1 of a step: 20 searches in a text of 20,000 characters. */
  const searches = (count = 20): Condition => ({
    all: Array.from({ length: count }, (_, at) => ({
      left: { type: "answer", node_id: "q" },
      op: "contains",
      right: `x${at}`,
    })),
  });
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  const long = text("q", { max_length: 20_000 }, "long_text");
  const choice = (id: string, showIf: Condition | null = null) => ({
    id,
    question_type: "multiple_choice",
    data: {
      title: id,
      config: {
        options: [
          { value: "a", label: "A" },
          { value: "b", label: "B", ...(showIf && { show_if: showIf }) },
        ],
      },
    },
  });
  const row = (nodes: Graph["nodes"], ...conditions: Condition[]): Graph => {
    const all = [long, ...nodes, end];
    return {
      schema_version: "2.0",
      entry_node_id: "q",
      nodes: all,
      edges: all.slice(0, -1).flatMap(({ id }, at) => {
        const to = all[at + 1]?.id ?? "end";
        const edges = id === "q" ? [null] : [...conditions, null];
        return edges.map((condition) => ({ from: id, to, condition }));
      }),
    };
  };

  test("can have conditions of options that cost as much as 20 steps", () => {
    const form = (count: number) => row(ids(count).map((id) => choice(id, searches(40))));
    expect(errors(form(99))).toEqual([]);
    expect(errors(form(110))).toEqual([
      expect.stringMatching(/^bad_condition n99: the conditions of options on a path up to here are too expensive/),
    ]);
  });

  test("counts the conditions of options on one branch only", () => {
    const nodes = ids(180).map((id) => choice(id, searches(40)));
    const { edges, ...form } = row(nodes);
    const split = [
      { from: "q", to: "n90", condition: { op: "contains", right: "x" } },
      ...edges.map((edge) => (edge.to === "n90" ? { ...edge, to: "end" } : edge)),
    ];
    expect(errors({ ...form, edges: split })).toEqual([]);
  });

  test("can have 50 nodes in a row that cost as much as 20 steps", () => {
    const form = (count: number, searched: number) =>
      row(
        ids(count).map((id) => choice(id)),
        searches(searched),
        searches(searched),
      );
    // 50 of these cost less
    expect(errors(form(200, 39))).toEqual([]);
    // 45 of these cost more
    expect(errors(form(200, 45))).toEqual([
      expect.stringMatching(/^bad_condition n44: the conditions and patterns of 50 nodes up to here are too expensive/),
    ]);
  });

  test("counts nodes that can be passed over by their conditions", () => {
    const shown = (id: string) => ({ ...choice(id), data: { ...choice(id).data, show_if: searches(2) } });
    const alternating = (count: number) =>
      row(
        ids(count).map((id, at) => (at % 2 ? shown(id) : choice(id))),
        searches(39),
        searches(39),
      );
    expect(
      errors(
        row(
          ids(90).map((id) => choice(id)),
          searches(39),
          searches(39),
        ),
      ),
    ).toEqual([]);
    expect(errors(alternating(90))).toEqual([expect.stringMatching(/^bad_condition n\d\d: .* 50 nodes/)]);
  });
});
