import fc from "fast-check";
import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { formText } from "../../../services/web/dashboard/builder/exchange/formText.ts";
import { readGraph } from "../../../services/web/dashboard/builder/exchange/graphText.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { publishableGraph } from "../../support/graphs.ts";

/** Forms as files. */
test("imports an exported form unchanged, and undoes the import in one step", () => {
  fc.assert(
    fc.property(
      publishableGraph().map((graph) => withEdgeIds(graph)),
      (graph) => {
        const read = readGraph(formText("A form", graph));
        expect(read).toEqual({ ok: true, graph });
        const editor = openEditor({ schema_version: "2.0", nodes: [], edges: [] });
        const before = editor.state().history.graph;
        if (read.ok) editor.perform("replace", { graph: read.graph }, { label: "import" });
        expect(editor.state().history.graph).toEqual(graph);
        editor.undo();
        expect(editor.state().history.graph).toBe(before);
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ["no JSON", '{"nodes": [}', [/^It is no JSON.* (at )?position 11|Unexpected token/]],
  ["no graph", '{"title": "x"}', [/isn’t a form graph/]],
  ["a list", "[]", [/isn’t a form graph/]],
  [
    "what no draft may hold",
    JSON.stringify({ schema_version: "2.0", nodes: [{ id: "a b", data: { title: 1, x: 1 } }], edges: [{ from: "a" }] }),
    [/^nodes.0.id: /, /^nodes.0.data.title: /, /^nodes.0.data.x: unknown field/, /^edges.0.to: /],
  ],
  ["a key that changes objects", '{"nodes": [{"constructor": 1}]}', [/__proto__/]],
  [
    "two questions with one id",
    JSON.stringify({ schema_version: "2.0", nodes: ["a", "b", "a"].map((id) => ({ id })), edges: [] }),
    [/^nodes.2.id: “a” is already the ID of nodes.0/],
  ],
  [
    "more questions than a form may have",
    JSON.stringify({
      schema_version: "2.0",
      nodes: Array.from({ length: 1001 }, (_, at) => ({ id: `q${at}` })),
      edges: [],
    }),
    [/^nodes: must have at most 1000 items/],
  ],
  [
    "a form of Typeform",
    JSON.stringify({ title: "x", fields: [{ ref: "a", type: "short_text" }] }),
    [/isn’t a form graph/],
  ],
  ["a form of Typebot", JSON.stringify({ version: "6", groups: [], edges: [{ id: "a" }] }), [/isn’t a form graph/]],
  ["a form beyond 1 MB", JSON.stringify({ nodes: [], edges: [], x: "é".repeat(600_000) }), [/up to 1 MB/]],
  ["a text beyond all measure", " ".repeat(17 * 1024 * 1024), [/up to 1 MB/]],
])("refuses a file that isn’t a form, with the location of each fault: %s", (_, text, faults) => {
  const read = readGraph(text);
  if (read.ok) throw new Error("it was read");
  expect(read.errors).toHaveLength(faults.length);
  for (const [at, error] of read.errors.entries()) expect(error).toMatch(faults[at] as RegExp);
});

test("imports its own export if the form fits without indentation, and keeps markup as text", () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `q${at}`);
  const graph = withEdgeIds({
    schema_version: "2.0",
    entry_node_id: "q0",
    nodes: ids.map((id) => ({
      id,
      question_type: "short_text",
      data: { title: `<img src=x onerror=alert(1)>${"x".repeat(470)}` },
    })),
    edges: ids.flatMap((from) => ids.slice(0, 4).map((to) => ({ from, to, condition: null }))),
  });
  const text = formText("A form", graph);
  expect([text.length > 1024 * 1024, JSON.stringify(graph).length < 1024 * 1024]).toEqual([true, true]);
  expect(readGraph(text)).toEqual({ ok: true, graph });
});
