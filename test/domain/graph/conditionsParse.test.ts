import type { Fault } from "../../../shared/domain/fault.ts";
import { leavesOf } from "../../../shared/domain/graph/conditions.ts";
import { parseCondition } from "../../../shared/domain/graph/parseCondition.ts";
import { faultMessage } from "../../../shared/domain/graph/problem.ts";

/** Syntax of conditions (decisions §4.2). */

const leaf = { op: "eq", right: "a" };
const nested = (levels: number): unknown => (levels === 0 ? leaf : { not: nested(levels - 1) });
const leaves = (count: number) => ({ any: Array.from({ length: count }, () => leaf) });

describe("accepts", () => {
  test.each([
    ["a comparison of the node's own answer", leaf],
    ["of another node's", { left: { type: "answer", node_id: "q1" }, op: "gte", right: 3 }],
    ["of a row or place", { left: { type: "answer", node_id: "q1", path: "r1" }, op: "in", right: ["a"] }],
    ["of the score", { left: { type: "score" }, op: "between", right: [1, 5] }],
    ["of a hidden field", { left: { type: "hidden", key: "toString" }, op: "eq", right: "x", ci: true }],
    ["all, any and not", { all: [{ any: [leaf, { not: leaf }] }, { op: "answered" }] }],
    ["answered with an empty operand", { op: "not_answered", right: null }],
    ["a pattern", { op: "matches", right: "^a+$", ci: true }],
    ["ci that is off", { op: "contains", right: "a", ci: false }],
    ["five levels", nested(5)],
    ["fifty comparisons", leaves(50)],
  ])("%s", (_name, raw) => expect(parseCondition(raw)).toEqual({ ok: true, value: raw }));
});

describe("rejects", () => {
  test.each([
    ["null", null, "condition: must not be null"],
    ["a text", "eq", "object"],
    ["an array", [leaf], "object"],
    ["nothing in it", {}, "condition.op: is required"],
    ["an unknown operator", { op: "equals", right: 1 }, "condition.op: must be one of answered, not_answered, eq"],
    ["an operator that every object has", { op: "constructor", right: 1 }, "condition.op: must be one of"],
    ["an unknown key", { ...leaf, value: 1 }, "condition.value: unknown field"],
    ["a group with a comparison", { all: [leaf], op: "eq" }, "condition.op: unknown field"],
    ["two groups", { all: [leaf], any: [leaf] }, "condition.any: unknown field"],
    ["an empty group", { all: [] }, "condition.all: must have at least 1 item"],
    ["a group that is no array", { any: leaf }, "array"],
    ["not of an array", { not: [leaf] }, "object"],
    ["a broken part", { all: [leaf, { any: [{ op: "eq" }] }] }, "needs a `right`"],
    ["no operand", { op: "eq" }, "needs a `right`"],
    ["a null operand", { op: "eq", right: null }, "needs a `right`"],
    ["an operand too many", { op: "answered", right: 1 }, "no `right`"],
    ["a list for one value", { op: "gt", right: [1] }, "one value"],
    ["true as a value", { op: "eq", right: true }, "condition.right: must be a text, a number, or an array"],
    ["one value for a list", { op: "in", right: "a" }, "array"],
    ["an empty list", { op: "includes_any", right: [] }, "at least one"],
    ["a list of objects", { op: "in", right: [{}] }, "condition.right.0: must be a string or a number"],
    ["one value for a pair", { op: "between", right: 3 }, "[low, high]"],
    ["half a pair", { op: "between", right: [3] }, "[low, high]"],
    ["a pattern that is none", { op: "matches", right: "(" }, "RE2"],
    ["a look-ahead, which RE2 has not", { op: "matches", right: "a(?=b)" }, "RE2"],
    ["a number as a pattern", { op: "matches", right: 3 }, "regular expression"],
    ["ci that is no boolean", { op: "eq", right: "a", ci: 1 }, "condition.ci: must be a boolean"],
    ["ci on a number's operator", { op: "gt", right: 1, ci: true }, "no `ci`"],
    ["ci on answered", { op: "answered", ci: true }, "no `ci`"],
    ["a left that is no object", { ...leaf, left: "q1" }, "condition.left: must be an object"],
    ["a left that is null", { ...leaf, left: null }, "condition.left: must not be null"],
    [
      "an unknown left",
      { ...leaf, left: { type: "now" } },
      "condition.left.type: must be one of answer, score, hidden",
    ],
    ["a left without its node", { ...leaf, left: { type: "answer" } }, "condition.left.node_id: is required"],
    ["a left without its key", { ...leaf, left: { type: "hidden" } }, "condition.left.key: is required"],
    ["a left with a key too many", { ...leaf, left: { type: "score", key: "a" } }, "condition.left.key: unknown field"],
    [
      "a path that is no text",
      { ...leaf, left: { type: "answer", node_id: "a", path: 1 } },
      "condition.left.path: must be a string",
    ],
    ["six levels", nested(6), "5 levels"],
    ["fifty-one comparisons", leaves(51), "at most 50 items"],
    ["fifty-one in two groups", { all: [leaves(25), leaves(26)] }, "50 comparisons"],
  ])("%s", (_name, raw, message) => {
    const parsed = parseCondition(raw);
    const { at, reason }: Fault = parsed.ok ? { at: [], reason: { kind: "required" } } : parsed.fault;
    expect(faultMessage({ at: ["edges", 0, "condition", ...at], reason })).toContain(message);
  });
});

test("leavesOf returns the comparisons from left to right", () => {
  const [a, b, c] = ["a", "b", "c"].map((right) => ({ op: "eq", right }));
  if (!a || !b || !c) throw new Error();
  expect(leavesOf({ all: [a, { any: [{ not: b }, c] }] })).toEqual([a, b, c]);
});
