import { readImport } from "../../../services/web/dashboard/forms/readImport.ts";

const graph = { schema_version: "2.0", nodes: [], edges: [] };

test.each([
  ["a graph, with the title that was typed", graph, " Lunch ", { title: "Lunch", graph }],
  ["what has a title and a graph", { title: "Lunch", graph, source: {} }, "", { title: "Lunch", graph }],
  ["the title that was typed before its own", { title: "Lunch", graph }, "Dinner", { title: "Dinner", graph }],
])("reads %s", (_what, value, title, expected) => {
  expect(readImport(JSON.stringify(value), title)).toEqual(expected);
});

test.each([
  ["{", "x", "This isn’t valid JSON."],
  ["null", "x", "This JSON isn’t a form graph"],
  ['"nodes"', "x", "This JSON isn’t a form graph"],
  ['{"graph": {"nodes": {}}}', "x", "This JSON isn’t a form graph"],
  [JSON.stringify(graph), " ", "Enter a title"],
])("explains why %s with the title %j is refused", (text, title, message) => {
  expect(() => readImport(text, title)).toThrow(message);
});
