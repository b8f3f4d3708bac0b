import fc from "fast-check";
import { copied, cutOut, pasted } from "../../../services/web/dashboard/builder/editing/clipboard.ts";
import { fragmentText, readFragment } from "../../../services/web/dashboard/builder/editing/clipboardText.ts";
import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { copyNodes } from "../../../services/web/dashboard/builder/model/clipboard.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { context, hiddenValues, publishableGraph, validAnswers } from "../../support/graphs.ts";

/** Questions copied and pasted through the clipboard, within a form and between forms. */
const drafts = () => publishableGraph().map((graph) => withEdgeIds(graph));
const blank: Graph = { schema_version: "2.0", nodes: [], edges: [] };

test("reads any copied part of a form back unchanged", () => {
  fc.assert(
    fc.property(drafts(), fc.func(fc.boolean()), (graph, isChosen) => {
      const fragment = copyNodes(graph, graph.nodes.map(({ id }) => id).filter(isChosen));
      fc.pre(fragment.nodes.length > 0);
      expect(readFragment(fragmentText(fragment))).toEqual({ ok: true, fragment });
    }),
    { numRuns: 40 },
  );
});

test("gives a pasted form its own ids, and keeps paths and score for the same answers", () => {
  const walked = drafts().chain((graph) =>
    fc.tuple(fc.constant(graph), drafts(), validAnswers(compileGraph(graph)), hiddenValues()),
  );
  fc.assert(
    fc.property(walked, ([graph, other, answers, hidden]) => {
      const fragment = copyNodes(
        graph,
        graph.nodes.map(({ id }) => id),
      );
      const after = operations.paste(other, { fragment });
      const [nodeIds, edgeIds] = [after.nodes.map(({ id }) => id), after.edges.map(({ id }) => id)];
      expect([new Set(nodeIds).size, new Set(edgeIds).size]).toEqual([nodeIds.length, edgeIds.length]);
      expect(after.nodes.slice(0, other.nodes.length)).toEqual(other.nodes);
      const news = nodeIds.slice(other.nodes.length);
      const named = new Map(graph.nodes.map(({ id }, at) => [id, news[at] as string]));
      const copy: Graph = {
        ...after,
        entry_node_id: named.get(graph.entry_node_id ?? "") ?? null,
        fallback_end_node_id: named.get(graph.fallback_end_node_id ?? "") ?? null,
        ...(graph.hidden_fields && { hidden_fields: graph.hidden_fields }),
      };
      const given = Object.fromEntries([...answers].map(([id, answer]) => [named.get(id), answer]));
      const expected = simulate(graph, { answers: Object.fromEntries(answers), hidden, today: context.today });
      const walk = simulate(copy, { answers: given, hidden, today: context.today });
      expect(walk.traversal_path).toEqual(expected.traversal_path.map((id) => named.get(id)));
      expect(walk.total_score).toBe(expected.total_score);
    }),
    { numRuns: 40 },
  );
});

const question = (id: string) => ({ id, question_type: "short_text", data: { title: id } });
const row = (...ids: string[]): Graph => ({
  schema_version: "2.0",
  entry_node_id: ids[0] ?? null,
  nodes: ids.map(question),
  edges: ids.slice(1).map((id, at) => ({ id: `e${at}`, from: ids[at] as string, to: id, condition: null })),
});

test("pastes after the selection, selects the copies, and undoes the paste in one step", () => {
  const editor = openEditor(row("a", "b", "c"));
  const before = editor.state().history.graph;
  editor.choose(["b", "a"]);
  expect(editor.state().chosen).toEqual(["a", "b"]);
  const { text } = copied(editor, editor.state().chosen);
  expect(pasted(editor, text, "b")).toEqual({ isDone: true, said: "2 questions pasted." });
  expect(editor.state().history.graph.nodes.map(({ id }) => id)).toEqual(["a", "b", "a_2", "b_2", "c"]);
  expect(editor.state().chosen).toEqual(["a_2", "b_2"]);
  editor.undo();
  expect(editor.state().history.graph).toBe(before);
  expect(editor.state().chosen).toEqual(["a", "b"]);
});

test("moves cut questions to another form, which starts with them if it was empty", () => {
  const [from, to] = [openEditor(row("a", "b", "c")), openEditor(blank)];
  const { text, said } = cutOut(from, ["a", "b"]);
  expect([said, from.state().history.graph.entry_node_id]).toEqual([
    "2 questions cut. Press Ctrl+V to paste here or in another form.",
    "c",
  ]);
  pasted(to, text, null);
  expect(to.state().history.graph).toMatchObject({ entry_node_id: "a", nodes: [question("a"), question("b")] });
});

const fragment = (members: object) =>
  JSON.stringify({ pathform_nodes: 1, nodes: [question("a")], edges: [], ...members });
let deep: unknown = 1;
for (let level = 0; level < 60; level++) deep = [deep];

test.each([
  ["a sentence", "Buy milk", /no questions copied/],
  ["JSON of something else", '{"nodes": [], "edges": []}', /no questions copied/],
  ["a later format", fragment({ pathform_nodes: 2 }), /newer version/],
  ["nothing in it", fragment({ nodes: [] }), /empty selection/],
  ["a member that nobody knows", fragment({ script: "x" }), /script: unknown field/],
  ["a title that is no text", fragment({ nodes: [{ ...question("a"), data: { title: 1 } }] }), /nodes.0.data.title/],
  ["an id that is none", fragment({ nodes: [question("<img>")] }), /nodes.0.id/],
  ["one id twice", fragment({ nodes: [question("a"), question("a")] }), /the same ID/],
  ["a loose edge", fragment({ edges: [{ from: "a", to: "b", condition: null }] }), /wasn’t copied/],
  ["a key that changes objects", fragment({}).replace('"title"', '"__proto__":{"x":1},"title"'), /__proto__/],
  ["too many levels", fragment({ nodes: [{ ...question("a"), data: { config: { deep } } }] }), /48 levels/],
  ["a zero character", fragment({ nodes: [{ ...question("a"), data: { title: "\u0000" } }] }), /null characters/],
  ["more than a form may be", fragment({ x: "x".repeat(1024 * 1024) }), /1 MB/],
  ["more than its translations may be", fragment({ translations: { de: { x: "x".repeat(8 << 20) } } }), /8 MB/],
])("refuses text that isn’t a copy of questions, with the reason: %s", (_, text, why) => {
  const editor = openEditor(row("a"));
  const { history } = editor.state();
  const { isDone, said } = pasted(editor, text, null);
  expect(isDone).toBe(false);
  expect(said).toMatch(why);
  expect(editor.state().history).toBe(history);
});

test("refuses to paste or duplicate beyond a form’s limits", () => {
  const many = row(...Array.from({ length: 600 }, (_, at) => `q${at}`));
  const editor = openEditor(many);
  const { text } = copied(
    editor,
    many.nodes.map(({ id }) => id),
  );
  expect(pasted(editor, text, null).said).toMatch(/up to 1,000 questions and screens/);
  expect(operations.duplicate(many, { ids: many.nodes.map(({ id }) => id) })).toBe(many);
});

test("takes translations along into the languages that the form has, with the names of the copies", () => {
  const texts = {
    "a.title": "A, {{answer:b}}",
    "b.title": "B",
    "c.title": "C",
    "page.p.title": "Seite",
    "page.other.title": "Andere",
    title: "Umfrage",
  };
  const pages = [{ id: "p", node_ids: ["a", "b"] }];
  const graph: Graph = { ...row("a", "b", "c"), pages, translations: { de: texts, fr: { "a.title": "A?" } } };
  const copies = { "a_2.title": "A, {{answer:b_2}}", "b_2.title": "B", "page.p_2.title": "Seite" };
  const twice = operations.duplicate(graph, { ids: ["a", "b"] });
  expect(twice.translations).toEqual({ de: { ...texts, ...copies }, fr: { "a.title": "A?", "a_2.title": "A?" } });
  const read = readFragment(fragmentText(copyNodes(graph, ["a"])));
  const { fragment } = read as Extract<typeof read, { ok: true }>;
  const other = operations.paste({ ...row("x"), translations: { DE: { title: "T" } } }, { fragment });
  expect(other.translations).toEqual({ DE: { title: "T", "a.title": "A, {{answer:b}}" } });
  expect(operations.paste(row("x"), { fragment })).not.toHaveProperty("translations");
});

test("takes scores of copied questions along, once, and leaves scores that read others", () => {
  const nodes = ["q1", "q2", "q3"].map((id) => ({ id, question_type: "number", data: { title: id } }));
  const score = (key: string, ...ids: string[]) => ({ key, value: { sum: ids.map((id) => ({ answer: id })) } });
  const graph: Graph = { ...blank, nodes, calculations: [score("both", "q1", "q2"), score("all", "q1", "q2", "q3")] };
  const read = readFragment(fragmentText(copyNodes(graph, ["q1", "q2"])));
  const fragment = (read as Extract<typeof read, { ok: true }>).fragment;
  const other: Graph = { ...blank, nodes: nodes.slice(0, 1) };
  const once = operations.paste(other, { fragment });
  const [, first, second] = once.nodes.map(({ id }) => id);
  expect(once.calculations).toMatchObject([score("both", first as string, second as string)]);
  expect(operations.paste(once, { fragment }).calculations).toEqual(once.calculations);
  expect(operations.paste(graph, { fragment }).calculations).toEqual(graph.calculations);
});
