import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { chosenOptions, exactRules } from "../../../shared/domain/graph/exact.ts";
import { orderOf, ordersOf } from "../../../shared/domain/graph/pages.ts";
import { startWalk, takeStep } from "../../../shared/domain/graph/traverse.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { uniqueKey } from "../../../shared/domain/questions/uniqueKey.ts";
import { wordedProblems } from "../../support/problems.ts";
import { chain, edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** Unique answers, places of options and random order (wants §22). */

const option = (value: string, limit?: number) => ({ value, label: value, ...(limit !== undefined && { limit }) });
const context = { today: "2026-11-27", isIssuedFile: () => false };
const problemsOf = (graph: unknown) =>
  wordedProblems(graph as Graph).map(({ code, severity, message }) => ({ code, severity, message }));

test("settings are checked", () => {
  const choice = (limit: number) => chain(node("q", "dropdown", { options: [option("a", limit)] }));
  expect(problemsOf(choice(1_000_000))).toEqual([]);
  for (const wrong of [0, 1_000_001, 1.5]) expect(problemsOf(choice(wrong))).toMatchObject([{ code: "bad_config" }]);
  const ranked = chain(node("q", "ranking", { options: [option("a", 1), option("b")] }));
  expect(problemsOf(ranked)).toMatchObject([{ code: "bad_config" }]);
  expect(problemsOf(chain(node("q", "long_text", { unique: true })))).toMatchObject([{ code: "bad_config" }]);
  for (const type of ["short_text", "email", "phone", "number"])
    expect(problemsOf(chain(node("q", type, { unique: true })))).toEqual([]);
});

test("rules name nodes and options", () => {
  const graph = chain(
    node("mail", "email", { unique: true }),
    node("slot", "checkbox", { options: [option("a", 3), option("b")] }),
  );
  expect(exactRules(graph as Graph)).toEqual({ unique: ["mail"], limits: { slot: { a: 3 } } });
  expect(exactRules(chain(node("q", "email")) as Graph)).toBeNull();
});

test("other texts choose no option", () => {
  const question = compileQuestion(
    node("q", "checkbox", { options: [option("a"), option("b")], allow_other: true }) as never,
  );
  expect(chosenOptions(question, ["b", "else"])).toEqual(["b"]);
  expect(chosenOptions(question, "a")).toEqual(["a"]);
});

test.each([
  ["short_text", {}, " STRASSE ", "straße", true],
  ["short_text", {}, "e\u0301", "É", true],
  ["short_text", {}, "ΣΊΣΥΦΟΣ", "σίσυφος", true],
  ["short_text", {}, "ı", "i", false],
  ["short_text", {}, "İ", "i\u0307", true],
  ["email", {}, "Ada@Example.com", "ada@example.COM", true],
  ["email", {}, "a.da@gmail.com", "ada@gmail.com", false],
  ["phone", { default_country: "DE" }, "030 1234567", "+49 30 1234567", true],
  ["phone", { default_country: "FR" }, "01 23 45 67 89", "+33123456789", true],
  ["number", {}, 7, 7.0, true],
  ["number", {}, 0, -0, true],
  ["number", {}, 7, 7.5, false],
])("%s %j: %j and %j are equal: %s", (type, config, one, other, isEqual) => {
  const keyOf = (value: string | number) => uniqueKey(compileQuestion(node("q", type, config) as never), value);
  expect(keyOf(one)).not.toBeNull();
  expect(keyOf(one) === keyOf(other)).toBe(isEqual);
});

const slots = node("slot", "multiple_choice", { options: [option("a", 1), option("b", 1)] }, true);
const is = (value: string) => ({ op: "eq", right: value });

test("a proof doesn't rely on an answer that can run out, and says so", () => {
  const graph = graphOf(
    [slots, end("x"), end("y")],
    [
      { ...edge("slot", "x"), condition: is("a") },
      { ...edge("slot", "y"), condition: is("b") },
    ],
  );
  expect(problemsOf(graph)).toMatchObject([
    { code: "not_exhaustive", message: expect.stringContaining("is missing (all its options can be full)") },
  ]);
  // one option without a limit is always there
  const open = structuredClone(graph);
  (open.nodes[0] as unknown as { data: { config: object } }).data.config = { options: [option("a", 1), option("b")] };
  expect(analyze(open as Graph)).toEqual([]);
});

test("full options are refused, and a required question without places is passed over", () => {
  const graph = compileGraph(chain(node("first", "short_text"), slots, node("last", "short_text")) as Graph);
  const full = (...values: string[]) => new Map([["slot", new Set(values)]]);
  const walk = (at: string, ...values: string[]) => ({
    ...startWalk(graph, {}, "2026-11-27", full(...values)),
    visits: at === "slot" ? [{ node_id: "first", answer: null, score_awarded: null }] : [],
    current_node_id: at,
  });
  const give = (value: string | null, ...values: string[]) =>
    takeStep(graph, walk("slot", ...values), { node_id: "slot", value }, context);
  expect(give("a", "a")).toEqual({ kind: "invalid", message: "has no places left.", reason: "option_full" });
  expect(give("b", "a")).toMatchObject({ kind: "moved", next_node_id: "last" });
  expect(give(null, "a")).toMatchObject({ kind: "invalid", reason: "required" });
  expect(give(null, "a", "b")).toMatchObject({ kind: "moved", next_node_id: "last" });
  const arrive = (...values: string[]) =>
    takeStep(graph, walk("first", ...values), { node_id: "first", value: "x" }, context);
  expect(arrive("a")).toMatchObject({ next_node_id: "slot" });
  expect(arrive("a", "b")).toMatchObject({ next_node_id: "last" });
});

const page = { id: "p", node_ids: ["a", "b", "c", "d"], shuffle: true };

test("the order of a page follows from the session, and all orders occur", () => {
  expect(orderOf(page, "s1")).toEqual(orderOf({ ...page }, "s1"));
  expect(orderOf({ ...page, shuffle: false }, "s1")).toEqual(page.node_ids);
  const orders = new Map<string, number>();
  for (let at = 0; at < 4_800; at += 1) {
    const order = orderOf(page, `0190b6f0-0000-7000-8000-${String(at).padStart(12, "0")}`).join("");
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  expect(orders.size).toBe(24);
  for (const count of orders.values()) expect(Math.abs(count - 200)).toBeLessThan(70);
  expect(ordersOf([page], "s1", ["b"])).toEqual({ p: [...orderOf(page, "s1")] });
  expect(ordersOf([page], "s1", ["x"])).toBeNull();
});

test("conditions within a shuffled page are a warning", () => {
  const nodes = [node("a", "yes_no"), node("b", "short_text"), node("c", "short_text")];
  const followUp = graphOf(
    [...nodes, end()],
    [{ ...edge("a", "b"), condition: is("yes") }, edge("a", "c"), edge("b", "c"), edge("c", "end")],
    { pages: [{ id: "p", node_ids: ["a", "b", "c"], shuffle: true }] },
  );
  expect(problemsOf(followUp)).toMatchObject([{ code: "bad_page", severity: "warning" }]);
  const plain = { ...chain(...nodes), pages: [{ id: "p", node_ids: ["a", "b", "c"], shuffle: true }] };
  expect(problemsOf(plain)).toEqual([]);
});
