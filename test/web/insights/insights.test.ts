import { examples } from "../../../services/gateway/openapi/examples.ts";
import { insightsQuery } from "../../../services/web/dashboard/api/queries/insights.ts";
import { changeOf, daysIn } from "../../../services/web/dashboard/insights/changes.ts";
import { matrixOf, shownBars } from "../../../services/web/dashboard/insights/distributions.ts";
import { funnelRows } from "../../../services/web/dashboard/insights/funnelRows.ts";
import { gaugePoint } from "../../../services/web/dashboard/insights/gauge.ts";
import { axisOf, bucketNames, columnsOf, npsTone } from "../../../services/web/dashboard/insights/histograms.ts";
import {
  insightsFilters,
  isNarrowed,
  readInsightsSearch,
} from "../../../services/web/dashboard/insights/insightsSearch.ts";
import { latestAnswers } from "../../../services/web/dashboard/insights/latestAnswers.ts";
import { walkOrder } from "../../../services/web/dashboard/insights/walkOrder.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

const step = (id: string, reached: number, answered: number, left: number) => ({
  node_id: id,
  page_id: null,
  title: id,
  reached,
  answered,
  skipped: reached - answered - left,
  left,
  drop_off_rate: left / reached,
  median_seconds: null,
});

describe("funnelRows", () => {
  const insights = {
    funnel: [step("hello", 10, 0, 1), step("name", 9, 6, 2)],
    questions: [{ node_id: "name", question_type: "short_text", title: "name", answers: 6 }],
  };

  it("distinguishes screens from questions", () => {
    const [screen, question] = funnelRows(insights, "form");
    expect([screen?.type, question?.type, question?.number]).toEqual([null, "short_text", 2]);
  });

  it("puts the biggest drop-off first", () => {
    expect(funnelRows(insights, "lost").map(({ node_id: id }) => id)).toEqual(["name", "hello"]);
  });
});

describe("changeOf", () => {
  const { sessions } = examples.Insights;
  const change = (name: Parameters<typeof changeOf>[0], now: object, before: object) =>
    changeOf(name, { ...sessions, ...now }, { ...sessions, ...before });

  it("compares counts by percent", () => {
    expect(change("started", { started: 262 }, { started: 222 })).toEqual({ direction: "up", text: "18%" });
    expect(change("completed", { completed: 3 }, { completed: 4 })).toEqual({ direction: "down", text: "25%" });
    expect(change("started", { started: 4 }, { started: 4 })).toEqual({ direction: "same", text: "No change" });
  });

  it("compares rates by points and times by seconds, less being better", () => {
    expect(change("rate", { completion_rate: 0.71 }, { completion_rate: 0.67 })).toEqual({
      direction: "up",
      text: "4 points",
    });
    const slower = change("duration", { median_duration_seconds: 102 }, { median_duration_seconds: 94 });
    expect(slower).toEqual({ direction: "down", text: "8 s slower" });
    const faster = change("duration", { median_duration_seconds: 30 }, { median_duration_seconds: 94.4 });
    expect(faster).toEqual({ direction: "up", text: "1 min 4 s faster" });
  });

  it("returns null without anything to compare with", () => {
    expect(change("started", { started: 4 }, { started: 0 })).toBeNull();
    expect(change("rate", {}, { completion_rate: null })).toBeNull();
    expect(change("duration", { median_duration_seconds: null }, {})).toBeNull();
  });

  it("counts both days of a period", () => {
    expect(daysIn("2026-02-27", "2026-03-01")).toBe(3);
  });
});

describe("histograms", () => {
  const steps = [1, 2, 3].map((value) => ({ from: value, to: value, count: value - 1 }));
  const ranges = [
    { from: 0, to: 5, count: 4 },
    { from: 5, to: 10, count: 1 },
  ];
  const textOf = (name: string, count: number) => `${name}: ${count}`;

  it("links steps with answers only, for the API can't filter by a range", () => {
    const hrefOf = (value: string) => `?${value}`;
    expect(columnsOf(steps, { textOf, hrefOf }).map(({ text, href }) => [text, href])).toEqual([
      ["1: 0", "?1"],
      ["2: 1. Open responses", "?2"],
      ["3: 2. Open responses", "?3"],
    ]);
    expect(columnsOf(ranges, { textOf, hrefOf }).map(({ href }) => href)).toEqual([undefined, undefined]);
  });

  it("says which end belongs to a range", () => {
    expect(bucketNames(ranges)).toEqual(["0 to under 5", "5 to 10"]);
    expect(bucketNames([{ from: 1250, to: 1300, count: 1 }])).toEqual(["1.25K to 1.3K"]);
  });

  it("puts steps under their columns and edges between them", () => {
    expect(axisOf(steps).map(({ text }) => text)).toEqual(["1", "2", "3"]);
    expect(axisOf(ranges)).toEqual([
      { at: 0, text: "0" },
      { at: 0.5, text: "5" },
      { at: 1, text: "10" },
    ]);
  });

  it("colors promoters, passives and detractors", () => {
    expect([0, 6, 7, 8, 9, 10].map(npsTone)).toEqual(["bad", "bad", "mid", "mid", "good", "good"]);
  });

  it("puts scores on a half circle", () => {
    expect([gaugePoint(-100), gaugePoint(0), gaugePoint(100)]).toEqual([
      { x: 18, y: 110 },
      { x: 110, y: 18 },
      { x: 202, y: 110 },
    ]);
  });
});

describe("latestAnswers", () => {
  it("takes the three newest answers that aren't empty", () => {
    const responses = ["a", "", "b", "c", "d"].map((text, index) => ({
      ...examples.SessionListItem,
      id: String(index),
      answers: { q: { value: text, text } },
    }));
    expect(
      latestAnswers(responses, { node_id: "q", question_type: "short_text" }).map(({ id, text }) => id + text),
    ).toEqual(["0a", "2b", "3c"]);
    expect(latestAnswers(responses, { node_id: "other", question_type: "short_text" })).toEqual([]);
  });
});

test("shows a graph step by step, with branches side by side and the fallback end among the ends", () => {
  const graph = graphOf(
    [node("a", "yes_no"), node("b", "number"), node("c", "number"), node("d", "date"), end("e"), end("fallback")],
    [edge("a", "b", { op: "x" }), edge("a", "d"), edge("b", "c"), edge("a", "c"), edge("c", "d"), edge("d", "e")],
  );
  const steps = walkOrder(graph as Parameters<typeof walkOrder>[0]);
  expect(steps.map(({ nodes }) => nodes.map(({ id }) => id))).toEqual([["a"], ["b"], ["c"], ["d"], ["e", "fallback"]]);
  expect(steps[0]?.nodes[0]?.next).toEqual(["b", "d", "c"]);
});

test("makes a thousand steps of a thousand nodes in a row", () => {
  const nodes = Array.from({ length: 1000 }, (_, at) => node(`n${at}`, "number"));
  const edges = nodes.slice(1).map(({ id }, at) => edge(`n${at}`, id));
  expect(walkOrder(graphOf(nodes, edges) as Parameters<typeof walkOrder>[0])).toHaveLength(1000);
});

test("shows the most frequent of many options, and few in their order", () => {
  const options = Array.from({ length: 30 }, (_, at) => ({ value: `o${at}`, label: `o${at}`, count: at }));
  expect(shownBars(options)).toHaveLength(8);
  expect(shownBars(options)[0]?.count).toBe(29);
  expect(shownBars(options.slice(0, 3)).map(({ count }) => count)).toEqual([0, 1, 2]);
});

test("puts a matrix's cells in their row and column, also if keys have dots", () => {
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

test("reads the funnel's view from the address", () => {
  expect(readInsightsSearch({ funnel: "walk", version: "2" })).toMatchObject({ funnel: "walk", version: 2 });
  expect(readInsightsSearch({ funnel: "form" }).funnel).toBeUndefined();
  expect(readInsightsSearch({ funnel: "upside-down" }).funnel).toBeUndefined();
});

describe("insightsFilters", () => {
  const now = new Date("2026-03-31T22:00:00Z");
  const filtersOf = (search: Record<string, unknown>, reads = false) =>
    insightsFilters(readInsightsSearch(search), now, reads);

  it("shows the last 30 days unless the address has dates", () => {
    expect(filtersOf({}).started_at_from).toBe("2026-03-02");
    expect(filtersOf({ version: 2 }, true)).toMatchObject({ version: 2, started_at_from: expect.any(String) });
    expect(filtersOf({ version: 2 })).toEqual({ started_at_from: "2026-03-02" });
    expect(filtersOf({ started_at_to: "2026-01-31" })).toMatchObject({ started_at_from: undefined });
    expect(filtersOf({ dates: "all" }).started_at_from).toBeUndefined();
  });

  it("distinguishes other filters from dates", () => {
    expect(isNarrowed(filtersOf({}))).toBe(false);
    expect(isNarrowed(filtersOf({ status: "completed" }, true))).toBe(true);
  });
});

test("keeps a form's figures while others of it load, and never shows another form's", () => {
  const { placeholderData: keep } = insightsQuery("lunch", {}) as unknown as {
    placeholderData: (earlier: string, query: { queryKey: readonly unknown[] }) => unknown;
  };
  expect(keep("figures", insightsQuery("lunch", { version: 2 }))).toBe("figures");
  expect(keep("figures", insightsQuery("supper", {}))).toBeUndefined();
});
