import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { addQuestions, titlesIn } from "../../../services/web/dashboard/builder/exchange/questionList.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

test("reads one question per line, without bullets, numbers and empty lines", () => {
  expect(titlesIn("1. How are you?\n\n 2) Why?\n- And now?\n• 3 wishes\r\n")).toEqual([
    "How are you?",
    "Why?",
    "And now?",
    "3 wishes",
  ]);
});

test("adds connected text questions in one step", () => {
  const empty: Graph = { schema_version: "2.0", entry_node_id: null, fallback_end_node_id: null, nodes: [], edges: [] };
  const editor = openEditor(empty);
  addQuestions(editor, ["One", "Two", "Three"], { label: "add 3 questions", key: "add" });
  const { graph, past } = editor.state().history;
  expect(graph.nodes.map(({ id, question_type }) => `${question_type} ${id}`)).toEqual([
    "short_text one",
    "short_text two",
    "short_text three",
  ]);
  expect(graph.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["one two", "two three"]);
  expect([graph.entry_node_id, past.length]).toEqual(["one", 1]);
  editor.undo();
  expect(editor.state().history.graph).toEqual(empty);
});
