import { type Box, boxesOf } from "../../../services/web/dashboard/builder/canvas/boxes.ts";
import { connect } from "../../../services/web/dashboard/builder/canvas/connecting.ts";
import { handleNew } from "../../../services/web/dashboard/builder/canvas/flow.ts";
import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { edge, end, graphOf, node, type SampleNode } from "../../support/sampleGraphs.ts";

/** The rows of a card, and the rules that are drawn from their handles. */
const choice = (labels: readonly string[], isRequired = false) =>
  node(
    "pick",
    "multiple_choice",
    { options: labels.map((label) => ({ value: label.toLowerCase(), label })) },
    isRequired,
  );
const is = (right: string) => ({ op: "eq", right });

function formOf(first: SampleNode, edges: ReturnType<typeof edge>[] = [], further = {}): Graph {
  return withEdgeIds(graphOf([first, node("next", "short_text"), end()], edges, further) as Graph);
}

const boxOf = (graph: Graph): Box => boxesOf(graph, builtInTypes)[0] as Box;
const labelsOf = (graph: Graph): string[] =>
  boxOf(graph).rows.map(({ key, label, to }) => `${key && `${key} `}${label}${to === null ? "" : ` > ${to}`}`);

describe("rows", () => {
  test("gives each option of a single-answer question a row, connected or not, then other rules and Otherwise", () => {
    const score = { left: { type: "score" }, op: "gte", right: 5 };
    const edges = [
      edge("pick", "next", score),
      edge("pick", "end", is("b")),
      edge("pick", "next", { left: { type: "answer", node_id: "pick" }, ...is("b") }),
      edge("pick", "end"),
    ];
    expect(labelsOf(formOf(choice(["A", "B"]), edges))).toEqual([
      "A A",
      "B B > end",
      "1 The score is at least 5 > next",
      "3 B > next",
      "Otherwise > end",
    ]);
  });

  test("leaves Otherwise out if every answer has a rule", () => {
    const edges = [edge("pick", "next", is("a")), edge("pick", "end", is("b"))];
    expect(labelsOf(formOf(choice(["A", "B"], true), edges))).toEqual(["A A > next", "B B > end"]);
    // without an answer, respondents follow Otherwise
    expect(labelsOf(formOf(choice(["A", "B"]), edges)).at(-1)).toBe("Otherwise: not connected");
  });

  test("shows only options with a rule from seven options on, and counts the others", () => {
    const labels = ["A", "B", "C", "D", "E", "F", "G"];
    const graph = formOf(choice(labels), [edge("pick", "next", is("c"))]);
    expect(labelsOf(graph)).toEqual(["C C > next", "+ 6 more", "Otherwise: not connected"]);
    expect(boxOf(graph).hidden.map(({ label }) => label)).toEqual(["A", "B", "D", "E", "F", "G"]);
    expect(boxOf(formOf(choice(labels.slice(1)))).hidden).toEqual([]);
  });

  test("has keys as on the respondent’s page, and one row for a question without choices", () => {
    const keysOf = (first: SampleNode) => boxOf(formOf(first)).rows.map(({ key }) => key);
    expect(keysOf(node("q", "yes_no"))).toEqual(["Y", "N", ""]);
    expect(keysOf(choice(["X", "Y"]))).toEqual(["A", "B", ""]);
    expect(labelsOf(formOf(node("q", "number"), [edge("q", "next")]))).toEqual(["Always > next"]);
  });

  test("says that a row isn’t connected, unless there is a default end screen", () => {
    const open = (further: object) => {
      const { label, isDeadEnd } = boxOf(formOf(node("q", "number"), [], further)).rows.at(-1) ?? {};
      return [label, isDeadEnd];
    };
    expect(open({})).toEqual(["Not connected yet", true]);
    expect(open({ fallback_end_node_id: "end" })).toEqual(["Otherwise → About end", false]);
    expect(labelsOf(formOf(node("q", "number"), [edge("q", "gone")]))).toEqual(["Always → “gone” (missing)"]);
  });
});

describe("drawing from a handle", () => {
  const drawn = (graph: Graph, handle: string, to: string) => {
    const editor = openEditor(graph);
    connect(editor, builtInTypes, { box: boxOf(graph), handle, to });
    const { edges } = editor.state().history.graph;
    editor.undo();
    expect(editor.state().history.graph).toEqual(graph);
    return edges.map(({ to: target, condition }) => ({ to: target, condition }));
  };

  test("adds the rule of an option before Otherwise, as one step", () => {
    const graph = formOf(choice(["A", "B"]), [edge("pick", "end")]);
    expect(drawn(graph, "option:b", "next")).toEqual([
      { to: "next", condition: { op: "eq", right: "b" } },
      { to: "end", condition: null },
    ]);
    // the card doesn’t show this option
    const many = formOf(choice(["A", "B", "C", "D", "E", "F", "G"]));
    expect(drawn(many, "option:g", "next")).toEqual([{ to: "next", condition: { op: "eq", right: "g" } }]);
  });

  test("uses includes_any for an option of a picture choice with one answer", () => {
    const options = [{ value: "a", label: "A", image_url: "https://example.com/a.png", alt: "A" }];
    const graph = formOf(node("pick", "picture_choice", { options, multiple: false }));
    expect(drawn(graph, "option:a", "next")).toEqual([{ to: "next", condition: { op: "includes_any", right: ["a"] } }]);
  });

  test("moves the rule of a connected option", () => {
    const graph = formOf(choice(["A", "B"]), [edge("pick", "end", is("a"))]);
    expect(drawn(graph, "option:a", "next")).toEqual([{ to: "next", condition: { op: "eq", right: "a" } }]);
  });

  test("adds an edge without condition from Otherwise, and a rule with one from the head", () => {
    const graph = formOf(choice(["A", "B"]));
    expect(drawn(graph, "otherwise", "end")).toEqual([{ to: "end", condition: null }]);
    expect(drawn(graph, handleNew, "end")).toEqual([{ to: "end", condition: null }]);
    const both = drawn(formOf(choice(["A", "B"]), [edge("pick", "end")]), handleNew, "next");
    expect(both[0]).toEqual({ to: "next", condition: { op: "eq", right: "a" } });
  });
});
