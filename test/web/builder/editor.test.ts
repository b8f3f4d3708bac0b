import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { usesOfNodes } from "../../../services/web/dashboard/builder/model/uses.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** The builder's selection across changes and undo. */
const form = (...ids: string[]) => withEdgeIds(chain(...ids.map((id) => node(id, "short_text"))) as Graph);
const step = { label: "step" };

test("selects copies, and the originals again after an undo", () => {
  const editor = openEditor(form("a", "b"));
  editor.select("a");
  editor.perform("duplicate", { ids: ["a"] }, step);
  expect(editor.state().selected).toBe("a_2");
  editor.undo();
  expect(editor.state().selected).toBe("a");
  editor.choose(["a", "b"]);
  editor.perform("duplicate", { ids: ["a", "b"] }, step);
  expect(editor.state().chosen).toEqual(["a_2", "b_2"]);
  editor.undo();
  expect(editor.state().chosen).toEqual(["a", "b"]);
});

test("keeps a later selection when an earlier step is undone", () => {
  const editor = openEditor(form("a", "b"));
  editor.select("a");
  editor.perform("setData", { id: "a", title: "A" }, step);
  editor.select("b");
  editor.undo();
  expect(editor.state().selected).toBe("b");
});

test("keeps a renamed node selected, also after undo and redo", () => {
  const editor = openEditor(form("a", "b"));
  editor.select("a");
  const { selection } = editor.state();
  editor.perform("renameNode", { id: "a", to: "first" }, step);
  expect(editor.state()).toMatchObject({ selected: "first", selection });
  editor.undo();
  expect(editor.state()).toMatchObject({ selected: "a", selection });
  editor.redo();
  expect(editor.state()).toMatchObject({ selected: "first", selection });
  editor.select("b");
  expect(editor.state().selection).not.toBe(selection);
});

test("counts the rules and texts that read a removed node, without those removed with it", () => {
  const graph = form("a", "b", "c");
  const read = { left: { type: "answer", node_id: "a" }, op: "answered" };
  const edges = [
    { id: "x", from: "b", to: "end", condition: { any: [read, { not: read }] } },
    { id: "y", from: "a", to: "end", condition: read },
  ];
  const all = { ...graph, edges: [...edges, ...graph.edges] } as Graph;
  const editor = openEditor(all);
  editor.perform("setData", { id: "c", description: "You said {{answer:a}}." }, step);
  editor.perform("removeNodes", { ids: ["a"], reconnect: true }, step);
  expect(usesOfNodes(editor.state().history.graph, ["a"])).toEqual({
    rules: 1,
    conditions: 0,
    texts: 1,
    ends: 0,
    scores: 0,
  });
  expect(usesOfNodes(editor.state().history.graph, ["b"])).toEqual({
    rules: 0,
    conditions: 0,
    texts: 0,
    ends: 0,
    scores: 0,
  });
});
