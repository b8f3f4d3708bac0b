import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { usesOfNodes } from "../../../services/web/dashboard/builder/model/uses.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** What is selected in the builder while the form is changed, and changed back. */
const form = (...ids: string[]) => withEdgeIds(chain(...ids.map((id) => node(id, "short_text"))) as Graph);
const step = { label: "step" };

test("a copy is selected, and when it is undone the original is again: one, or several that were chosen", () => {
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

test("what was selected since is kept when a step is undone that did not make it", () => {
  const editor = openEditor(form("a", "b"));
  editor.select("a");
  editor.perform("setData", { id: "a", title: "A" }, step);
  editor.select("b");
  editor.undo();
  expect(editor.state().selected).toBe("b");
});

test("a node with a new name is the same selection, and so it is when the name is undone and done again", () => {
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

test("what reads a node that was removed is counted: its rules and its texts, not what went with it", () => {
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
  expect(usesOfNodes(editor.state().history.graph, ["a"])).toEqual({ rules: 1, texts: 1 });
  expect(usesOfNodes(editor.state().history.graph, ["b"])).toEqual({ rules: 0, texts: 0 });
});
