import { describe, expect, it } from "@jest/globals";
import {
  inspectedOf,
  nothingShown,
  open,
  placeToFix,
  type ShowEvent,
  selectionAfter,
} from "../../../services/web/dashboard/builder/shown.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** The parts that are open beside the list or the canvas. */
const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "a",
  nodes: [
    { id: "a", question_type: "short_text", data: { title: "A" } },
    { id: "end", question_type: "end_screen", data: {} },
  ],
  edges: [{ id: "e1", from: "a", to: "end", condition: null }],
  pages: [{ id: "page", node_ids: ["a"] }],
};
const shownAfter = (...events: ShowEvent[]) => events.reduce(open, nothingShown);

describe("panels", () => {
  it("shows one at a time", () => {
    const shown = shownAfter({ kind: "panel", panel: "problems" }, { kind: "panel", panel: "publish" });
    expect(shown.panel).toBe("publish");
    expect(open(shown, { kind: "panel_closed", panel: "publish" }).panel).toBeNull();
  });
  it("keeps a panel that opened before another one has closed", () => {
    const events: ShowEvent[] = [
      { kind: "panel", panel: "publish" },
      { kind: "panel", panel: "problems" },
      { kind: "panel_closed", panel: "publish" },
    ];
    expect(shownAfter(...events).panel).toBe("problems");
  });
  it("starts the preview with the answers of an example, and without them the next time", () => {
    const begun = { answers: [{ node_id: "a", answer: "yes" }], hidden: {} };
    const shown = shownAfter({ kind: "panel", panel: "preview", begun });
    expect(shown.begun).toBe(begun);
    expect(open(shown, { kind: "panel", panel: "preview" }).begun.answers).toEqual([]);
  });
});

describe("the inspector", () => {
  it("shows the selected question, else a page, else the form beside the list", () => {
    const shown = shownAfter({ kind: "page", id: "page" });
    expect(inspectedOf(shown, graph, "a", "canvas")).toMatchObject({ kind: "question", node: { id: "a" } });
    expect(inspectedOf(shown, graph, null, "canvas")).toMatchObject({ kind: "page", page: { id: "page" } });
    expect(inspectedOf(shownAfter({ kind: "page", id: "gone" }), graph, null, "list")).toEqual({ kind: "form" });
    expect(inspectedOf(nothingShown, graph, null, "canvas")).toBeNull();
  });
  it("deselects the question for the form, a page and scores", () => {
    const events: ShowEvent[] = [{ kind: "form" }, { kind: "page", id: "page" }, { kind: "scores" }];
    expect(events.map(selectionAfter)).toEqual([null, null, null]);
    expect(selectionAfter({ kind: "panel", panel: "go" })).toBeUndefined();
  });
  it("shows the next selected question instead of the scores", () => {
    expect(shownAfter({ kind: "scores" }, { kind: "question_selected" }).side).toBeNull();
  });
});

describe("where a problem is solved", () => {
  const problemsOf = (changed: Partial<Graph>) =>
    analyze({ ...graph, ...changed }).map((problem) => placeToFix(problem, graph));
  it("opens the form, a page or a question at the setting", () => {
    expect(problemsOf({ entry_node_id: null })).toContainEqual({ kind: "form", place: "entry" });
    expect(problemsOf({ pages: [{ id: "page", node_ids: ["a", "end"] }] })).toContainEqual({
      kind: "page",
      id: "page",
      place: "nodes",
    });
    expect(problemsOf({ edges: [] })).toContainEqual({ kind: "question", id: "a", place: "rules" });
  });
});
