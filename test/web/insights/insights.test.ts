import { insightsQuery } from "../../../services/web/dashboard/api/queries/insights.ts";
import { matrixOf, scaleEnds, shownBars } from "../../../services/web/dashboard/insights/distributions.ts";
import { funnelRows } from "../../../services/web/dashboard/insights/funnelRows.ts";
import { readInsightsSearch } from "../../../services/web/dashboard/insights/insightsSearch.ts";
import { walkOrder } from "../../../services/web/dashboard/insights/walkOrder.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

const step = (id: string, reached: number, answered: number, left: number) => ({
  node_id: id,
  title: id,
  reached,
  answered,
  skipped: reached - answered - left,
  left,
  drop_off_rate: left / reached,
  median_seconds: null,
});

test("of a screen nobody skips anything: who did not leave has passed it", () => {
  const insights = {
    funnel: [step("hello", 10, 0, 1), step("name", 9, 6, 2)],
    questions: [{ node_id: "name", question_type: "short_text", title: "name", answers: 6 }],
  };
  const [screen, question] = funnelRows(insights, "form");
  expect(screen).toMatchObject({ isScreen: true, went: 9, skipped: 0, left: 1 });
  expect(question).toMatchObject({ isScreen: false, went: 6, skipped: 1, left: 2, number: 2 });
  expect(funnelRows(insights, "lost").map(({ node_id: id }) => id)).toEqual(["name", "hello"]);
});

test("a graph is shown step by step: ways that part beside each other, the fallback end with the ends", () => {
  const graph = graphOf(
    [node("a", "yes_no"), node("b", "number"), node("c", "number"), node("d", "date"), end("e"), end("fallback")],
    [edge("a", "b", { op: "x" }), edge("a", "d"), edge("b", "c"), edge("a", "c"), edge("c", "d"), edge("d", "e")],
  );
  const steps = walkOrder(graph as Parameters<typeof walkOrder>[0]);
  expect(steps.map(({ nodes }) => nodes.map(({ id }) => id))).toEqual([["a"], ["b"], ["c"], ["d"], ["e", "fallback"]]);
  expect(steps[0]?.nodes[0]?.next).toEqual(["b", "d", "c"]);
});

test("a thousand nodes in a row are a thousand steps", () => {
  const nodes = Array.from({ length: 1000 }, (_, at) => node(`n${at}`, "number"));
  const edges = nodes.slice(1).map(({ id }, at) => edge(`n${at}`, id));
  expect(walkOrder(graphOf(nodes, edges) as Parameters<typeof walkOrder>[0])).toHaveLength(1000);
});

test("of many options the most frequent are shown, of few all in their order", () => {
  const options = Array.from({ length: 30 }, (_, at) => ({ value: `o${at}`, label: `o${at}`, count: at }));
  expect(shownBars(options)).toHaveLength(12);
  expect(shownBars(options)[0]?.count).toBe(29);
  expect(shownBars(options.slice(0, 3)).map(({ count }) => count)).toEqual([0, 1, 2]);
});

test("a matrix's cells stand in their row and column, also where keys have dots", () => {
  const matrix = node("m", "matrix", {
    rows: [
      { key: "a.b", label: "A" },
      { key: "x", label: "X" },
    ],
    columns: [
      { value: "c", label: "C" },
      { value: "d.e", label: "D" },
    ],
  });
  const cell = (value: string, count: number) => ({ value, label: value, count });
  const cellOf = (value: string, count: number) => ({ value, count });
  expect(matrixOf([cell("a.b.c", 2), cell("x.d.e", 3)], matrix)).toEqual({
    columns: ["C", "D"],
    rows: [
      { label: "A", cells: [cellOf("a.b.c", 2), cellOf("a.b.d.e", 0)] },
      { label: "X", cells: [cellOf("x.c", 0), cellOf("x.d.e", 3)] },
    ],
  });
  expect(matrixOf([cell("x.c", 3)], undefined)).toBeNull();
});

test.each([
  ["star_rating", {}, [1, 5]],
  ["opinion_scale", {}, [0, 10]],
  ["number_scale", { min: 0, max: 100 }, [0, 100]],
  ["number", {}, [2, 4]],
  // an older version had more stars
  ["star_rating", { max: 3 }, [1, 4]],
] as const)("a %s of %j has the ends %j", (type, config, ends) => {
  expect(scaleEnds({ min: 2, max: 4, mean: 3, median: 3 }, node("n", type, config))).toEqual(ends);
});

test("an address names the funnel's view but for the usual one", () => {
  expect(readInsightsSearch({ funnel: "walk", version: "2" })).toMatchObject({ funnel: "walk", version: 2 });
  expect(readInsightsSearch({ funnel: "form" }).funnel).toBeUndefined();
  expect(readInsightsSearch({ funnel: "upside-down" }).funnel).toBeUndefined();
});

test("a form's figures stay while others of it are counted, and are never those of another form", () => {
  const { placeholderData: keep } = insightsQuery("lunch", {}) as unknown as {
    placeholderData: (earlier: string, query: { queryKey: readonly unknown[] }) => unknown;
  };
  expect(keep("figures", insightsQuery("lunch", { version: 2 }))).toBe("figures");
  expect(keep("figures", insightsQuery("supper", {}))).toBeUndefined();
});
