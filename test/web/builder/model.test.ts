import fc from "fast-check";
import {
  type History,
  historyOf,
  mergedWith,
  redo,
  settle,
  undo,
} from "../../../services/web/dashboard/builder/model/history.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { foreignOf } from "../../../services/web/dashboard/builder/model/merging/foreign.ts";
import { merge } from "../../../services/web/dashboard/builder/model/merging/merge.ts";
import { operations, perform } from "../../../services/web/dashboard/builder/model/operations.ts";
import { starterConfig } from "../../../services/web/dashboard/builder/model/starterConfig.ts";
import { usesOfHidden } from "../../../services/web/dashboard/builder/model/uses.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { Graph as GraphShape } from "../../../shared/domain/graph/shapes/graph.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { context, hiddenValues, publishableGraph, soundNode, validAnswers } from "../../support/graphs.ts";
import { faultTexts } from "../../support/problems.ts";
import { type Act, anyAct } from "./operations.ts";

const done = (graph: Graph, { name, wanted }: Act) => operations[name](graph, wanted as never);
const graphWithActs = () =>
  fc.tuple(
    publishableGraph().map((graph) => withEdgeIds(graph)),
    fc.array(anyAct(), { maxLength: 30 }),
  );

test("restores the original graph by undoing all steps, and the final one by redoing them", () => {
  fc.assert(
    fc.property(graphWithActs(), ([graph, acts]) => {
      const end = acts.reduce<History>((history, act) => {
        const { name, wanted } = act(history.graph);
        return perform(history, name, wanted, { label: name, key: name === "setData" ? "typing" : null });
      }, historyOf(graph));
      const back = repeated(end, undo);
      expect(back.graph).toBe(graph);
      expect(repeated(back, redo).graph).toBe(end.graph);
    }),
  );
});

function repeated(history: History, step: (history: History) => History): History {
  const next = step(history);
  return next === history ? history : repeated(next, step);
}

test("keeps unchanged nodes as the same objects, and the graph if nothing changes", () => {
  fc.assert(
    fc.property(graphWithActs(), ([graph, acts]) => {
      acts.reduce((before, act) => {
        const after = done(before, act(before));
        const texts = new Map(before.nodes.map((node) => [JSON.stringify(node), node]));
        const copied = after.nodes.filter((node) => (texts.get(JSON.stringify(node)) ?? node) !== node);
        if (JSON.stringify(after) === JSON.stringify(before) && after !== before) copied.push(...after.nodes);
        if (copied.length > 0) throw new Error(`made anew: ${JSON.stringify(copied)}`);
        return after;
      }, graph);
    }),
  );
});

test("keeps a draft valid for the API after any operations", () => {
  const check = checker(GraphShape, "graph");
  fc.assert(
    fc.property(graphWithActs(), ([graph, acts]) => {
      expect(check(acts.reduce((draft, act) => done(draft, act(draft)), graph))).toEqual([]);
    }),
  );
});

describe("renaming", () => {
  test("keeps paths, score and end for the same answers under the new name", () => {
    fc.assert(
      fc.property(walkedGraph(), fc.nat(), ([graph, answers, hidden], choice) => {
        const { id } = graph.nodes[choice % graph.nodes.length] as GraphNode;
        const named = (one: string) => (one === id ? "renamed" : one);
        const renamed = operations.renameNode(graph, { id, to: "renamed" });
        const before = simulate(graph, { answers: Object.fromEntries(answers), hidden, today: context.today });
        const after = simulate(renamed, {
          answers: Object.fromEntries([...answers].map(([node, answer]) => [named(node), answer])),
          hidden,
          today: context.today,
        });
        expect(after.traversal_path).toEqual(before.traversal_path.map(named));
        expect(after.total_score).toBe(before.total_score);
        expect(after.end_node_id).toBe(before.end_node_id && named(before.end_node_id));
      }),
    );
  });

  test("restores the graph if the name is changed back", () => {
    fc.assert(
      fc.property(publishableGraph(), fc.nat(), (graph, choice) => {
        const { id } = graph.nodes[choice % graph.nodes.length] as GraphNode;
        const there = operations.renameNode(graph, { id, to: "renamed" });
        expect(there).not.toEqual(graph);
        expect(operations.renameNode(there, { id: "renamed", to: id })).toEqual(graph);
      }),
    );
  });

  const choice = { list: "options", from: "yes", to: "oui" } as const;
  const asked = (scoring: object): GraphNode => ({
    id: "pick",
    question_type: "multiple_choice",
    data: {
      title: "Pick",
      config: {
        options: [
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ],
        scoring,
      },
    },
  });
  const graphOf = (node: GraphNode, condition: unknown): Graph => ({
    schema_version: "2.0",
    entry_node_id: node.id,
    nodes: [node, { id: "end", question_type: "end_screen", data: {} }],
    edges: [{ id: "e", from: node.id, to: "end", condition }],
  });

  test("updates an option’s points and the conditions that name it, and no others", () => {
    const before = graphOf(asked({ mode: "options", points: { yes: 5, no: 1 } }), {
      any: [
        { op: "eq", right: "yes" },
        { not: { left: { type: "answer", node_id: "pick" }, op: "in", right: ["no", "yes"] } },
        { left: { type: "answer", node_id: "other" }, op: "eq", right: "yes" },
        { left: { type: "hidden", key: "yes" }, op: "eq", right: "yes" },
      ],
    });
    const after = operations.renameOption(before, { node_id: "pick", ...choice });
    expect(after.nodes[0]?.data.config).toEqual({
      options: [
        { value: "oui", label: "Yes" },
        { value: "no", label: "No" },
      ],
      scoring: { mode: "options", points: { oui: 5, no: 1 } },
    });
    expect(after.edges[0]?.condition).toEqual({
      any: [
        { op: "eq", right: "oui" },
        { not: { left: { type: "answer", node_id: "pick" }, op: "in", right: ["no", "oui"] } },
        { left: { type: "answer", node_id: "other" }, op: "eq", right: "yes" },
        { left: { type: "hidden", key: "yes" }, op: "eq", right: "yes" },
      ],
    });
  });

  test.each([
    ["one", "yes", "oui"],
    ["several", ["no", "yes"], ["no", "oui"]],
  ])("updates the correct answer: %s", (_, correct, expected) => {
    const before = graphOf(asked({ mode: "exact", correct, points: 1 }), null);
    const after = operations.renameOption(before, { node_id: "pick", ...choice });
    expect(after.nodes[0]?.data.config?.scoring).toEqual({ mode: "exact", correct: expected, points: 1 });
  });

  test.each([
    ["one", "yes", "oui"],
    ["several", ["no", "yes"], ["no", "oui"]],
  ])("updates the default answer: %s", (_, given, expected) => {
    const node = asked({});
    const config = { ...node.data.config, default: given };
    const before = graphOf({ ...node, data: { ...node.data, config } }, null);
    const after = operations.renameOption(before, { node_id: "pick", ...choice });
    expect(after.nodes[0]?.data.config?.default).toEqual(expected);
  });

  const table: GraphNode = {
    id: "pick",
    question_type: "matrix",
    data: {
      title: "Table",
      config: {
        rows: [
          { key: "a", label: "A" },
          { key: "b", label: "B" },
        ],
        columns: [
          { value: "a", label: "One" },
          { value: "b", label: "Two" },
        ],
        scoring: { mode: "matrix", points: { a: { a: 1, b: 2 } } },
      },
    },
  };
  const cell = { left: { type: "answer", node_id: "pick", path: "a" }, op: "eq", right: "a" };

  test("updates rows and columns of a matrix separately", () => {
    const before = graphOf(table, cell);
    const row = operations.renameOption(before, { node_id: "pick", list: "rows", from: "a", to: "first" });
    expect(row.nodes[0]?.data.config?.scoring).toEqual({ mode: "matrix", points: { first: { a: 1, b: 2 } } });
    expect(row.edges[0]?.condition).toEqual({ ...cell, left: { ...cell.left, path: "first" } });
    const column = operations.renameOption(before, { node_id: "pick", list: "columns", from: "a", to: "one" });
    expect(column.nodes[0]?.data.config?.scoring).toEqual({ mode: "matrix", points: { a: { one: 1, b: 2 } } });
    expect(column.edges[0]?.condition).toEqual({ ...cell, right: "one" });
  });

  test("changes nothing if the name is taken or invalid", () => {
    const graph = graphOf(asked({}), null);
    expect(operations.renameNode(graph, { id: "pick", to: "end" })).toBe(graph);
    expect(operations.renameNode(graph, { id: "pick", to: "not a name" })).toBe(graph);
    expect(operations.renameOption(graph, { node_id: "pick", list: "options", from: "yes", to: "no" })).toBe(graph);
  });

  test("updates conditions and recalls of a hidden field", () => {
    const node = { ...asked({}), data: { ...asked({}).data, title: "On {{hidden:plan}}, {{answer:plan}}?" } };
    const before = {
      ...graphOf(node, { left: { type: "hidden", key: "plan" }, op: "eq", right: "plan" }),
      hidden_fields: ["plan"],
    };
    const after = operations.renameHidden(before, { key: "plan", to: "tier" });
    expect(after.hidden_fields).toEqual(["tier"]);
    expect(after.nodes[0]?.data.title).toBe("On {{hidden:tier}}, {{answer:plan}}?");
    expect(after.edges[0]?.condition).toEqual({ left: { type: "hidden", key: "tier" }, op: "eq", right: "plan" });
    expect([usesOfHidden(before, "plan"), usesOfHidden(before, "x")]).toEqual([
      { rules: 1, conditions: 0, texts: 1, ends: 0, scores: 0 },
      { rules: 0, conditions: 0, texts: 0, ends: 0, scores: 0 },
    ]);
  });
});

function walkedGraph() {
  return publishableGraph().chain((graph) =>
    fc.tuple(fc.constant(graph), validAnswers(compileGraph(graph)), hiddenValues()),
  );
}

describe("removing and adding", () => {
  const row = (...ids: string[]): Graph => ({
    schema_version: "2.0",
    entry_node_id: ids[0] ?? null,
    nodes: ids.map((id) => ({ id, question_type: "short_text", data: { title: id } })),
    edges: ids.slice(1).map((id, at) => ({ id: `e${at}`, from: ids[at] as string, to: id, condition: null })),
  });
  const ways = ({ edges }: Graph) => edges.map(({ from, to }) => `${from}-${to}`);

  test("reconnects the edges of removed questions to the next one that remains", () => {
    const after = operations.removeNodes(row("a", "b", "c", "d"), { ids: ["b", "c"], reconnect: true });
    expect(ways(after)).toEqual(["a-d"]);
    const first = operations.removeNodes(row("a", "b"), { ids: ["a"], reconnect: true });
    expect([first.entry_node_id, ways(first)]).toEqual(["b", []]);
    expect(ways(operations.removeNodes(row("a", "b", "c"), { ids: ["b"], reconnect: false }))).toEqual([]);
  });

  test("leaves no edge if the removed questions form a circle", () => {
    const graph = row("a", "b", "c");
    const circle = { ...graph, edges: [...graph.edges, { id: "back", from: "c", to: "b", condition: null }] };
    expect(ways(operations.removeNodes(circle, { ids: ["b", "c"], reconnect: true }))).toEqual([]);
  });

  test("keeps an edge’s condition before a question inserted on it", () => {
    const graph = row("a", "b");
    const condition = { op: "answered" };
    const conditional = { ...graph, edges: [{ id: "e0", from: "a", to: "b", condition }] };
    const after = operations.insertOnEdge(conditional, { edge_id: "e0", question_type: "yes_no" });
    expect(after.edges).toEqual([
      { id: "e0", from: "a", to: "yes_no", condition },
      { id: "e", from: "yes_no", to: "b", condition: null },
    ]);
    expect(after.nodes.map(({ id }) => id)).toEqual(["a", "yes_no", "b"]);
  });

  test("gives copies their own ids, and makes copied conditions read the copies", () => {
    const graph = row("a", "b");
    const condition = { left: { type: "answer", node_id: "a" }, op: "answered" };
    const before: Graph = { ...graph, edges: [{ id: "e0", from: "a", to: "b", condition }] };
    const after = operations.duplicate(before, { ids: ["a", "b"] });
    expect(after.nodes.map(({ id }) => id)).toEqual(["a", "b", "a_2", "b_2"]);
    expect(after.edges[1]).toEqual({
      id: "e0_2",
      from: "a_2",
      to: "b_2",
      condition: { ...condition, left: { type: "answer", node_id: "a_2" } },
    });
  });

  test("adds an edge with a condition before the one without", () => {
    const graph = row("a", "b", "c");
    const after = operations.addEdge(graph, { from: "a", to: "c", condition: { op: "answered" } });
    expect(ways(after)).toEqual(["a-c", "a-b", "b-c"]);
    expect(ways(operations.reorderEdge(after, { id: "e", place: 9 }))).toEqual(["a-b", "a-c", "b-c"]);
  });
});

describe("a question’s type", () => {
  test.each(questionTypes)("%s: starts valid except for values that only a user can provide", (questionType) => {
    const graph = operations.addNode(
      { schema_version: "2.0", nodes: [], edges: [] },
      { question_type: questionType, title: "New" },
    );
    const read = readQuestion(graph.nodes[0] as GraphNode);
    const problems = read.ok ? [] : read.faults.filter(({ at }) => !at.includes("image_url"));
    expect(problems).toEqual([]);
  });

  test("gives an unknown type the defaults of its schema", () => {
    const schema = {
      required: ["steps", "unit", "ends"],
      properties: {
        steps: { type: "integer", minimum: 3, "x-editor": "integer" },
        unit: { enum: ["cm", "in"], "x-editor": "choice" },
        hint: { type: "string", "x-editor": "text" },
        ends: {
          type: "array",
          minItems: 2,
          title: "Ends",
          "x-editor": "choice_list",
          items: {
            type: "object",
            required: ["value", "label"],
            properties: { value: { type: "string" }, label: { type: "string", "x-editor": "text" } },
          },
        },
      },
    };
    expect(starterConfig("slider_of_tomorrow", { hint: "Slide", steps: "many" }, schema)).toEqual({
      hint: "Slide",
      steps: 3,
      unit: "cm",
      ends: [
        { value: "end_1", label: "End 1" },
        { value: "end_2", label: "End 2" },
      ],
    });
  });

  test("keeps the settings that both types have when the type changes", () => {
    const options = [
      { value: "a", label: "A" },
      { value: "b", label: "B" },
    ];
    const points = { mode: "options", points: { a: 1 } };
    const before: Graph = {
      schema_version: "2.0",
      nodes: [
        {
          id: "q",
          question_type: "multiple_choice",
          data: { title: "T", config: { options, shuffle: "all", scoring: points } },
        },
      ],
      edges: [],
    };
    const dropdown = operations.setType(before, { id: "q", question_type: "dropdown" });
    expect(dropdown.nodes[0]?.data.config).toEqual({ options, shuffle: "all", scoring: points });
    const number = operations.setType(before, { id: "q", question_type: "number" });
    expect(number.nodes[0]?.data).toEqual({ title: "T" });
  });
});

test("changes any question into any other type with problems only in its choices", () => {
  const change = fc
    .constantFrom(...questionTypes)
    .chain((type) => fc.tuple(soundNode("q", [type]), fc.constantFrom(...questionTypes)));
  fc.assert(
    fc.property(change, ([node, to]) => {
      const graph = operations.setType(
        { schema_version: "2.0", nodes: [node], edges: [] },
        { id: "q", question_type: to },
      );
      const read = readQuestion(graph.nodes[0] as GraphNode);
      const problems = read.ok ? [] : faultTexts(read.faults);
      // the number of choices, and how each is shown
      const mendable = /^(options|rows|columns)(\.\d+\.(image_url|emoji))?: (?!unknown)/;
      expect(problems.filter((problem) => !mendable.test(problem))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

describe("undo", () => {
  const empty: Graph = { schema_version: "2.0", nodes: [], edges: [] };
  const typed = (history: History, title: string) =>
    perform(history, "setData", { id: "number", title }, { label: "title", key: "title:number" });

  test("joins consecutive letters into one step until the field is left", () => {
    const added = perform(historyOf(empty), "addNode", { question_type: "number" }, { label: "add" });
    const named = typed(typed(typed(added, "N"), "Na"), "Nam");
    expect(named.past.map(({ label }) => label)).toEqual(["add", "title"]);
    const again = typed(settle(named), "Name");
    expect(again.past.map(({ label }) => label)).toEqual(["add", "title", "title"]);
    expect(undo(undo(again)).graph).toBe(added.graph);
  });

  test("records no step if nothing changes", () => {
    const added = perform(historyOf(empty), "addNode", { question_type: "number" }, { label: "add" });
    expect(perform(added, "setEntry", { id: added.graph.entry_node_id ?? null }, { label: "entry" })).toBe(added);
  });

  test("undoes only the user’s own changes after a merge", () => {
    const row: Graph = {
      schema_version: "2.0",
      nodes: ["a", "b"].map((id) => ({ id, question_type: "number", data: {} })),
      edges: [],
    };
    const wrote = (graph: Graph, id: string, title: string) => operations.setData(graph, { id, title });
    const mine = perform(historyOf(row), "setData", { id: "a", title: "mine" }, { label: "write" });
    const added = perform(mine, "addNode", { question_type: "email" }, { label: "add" });
    const theirs = operations.addNode(wrote(row, "b", "theirs"), { question_type: "phone" });
    const merged = mergedWith(added, merge(row, added.graph, theirs).graph, foreignOf(row, theirs));
    const titles = ({ graph }: History) => graph.nodes.map(({ id, data }) => data.title ?? id);
    expect(titles(merged)).toEqual(["mine", "theirs", "phone", "email"]);
    const back = undo(merged);
    expect(titles(back)).toEqual(["mine", "theirs", "phone"]);
    expect(titles(undo(back))).toEqual(["a", "theirs", "phone"]);
    expect(titles(redo(redo(undo(back))))).toEqual(titles(merged));
    // an undo doesn't overwrite what others have changed since
    const later = wrote(merged.graph, "a", "theirs too");
    expect(titles(undo(undo(mergedWith(merged, later, foreignOf(merged.graph, later)))))[0]).toBe("theirs too");
  });

  test("drops steps before the last twenty merges", () => {
    const added = perform(historyOf(empty), "addNode", { question_type: "number" }, { label: "add" });
    let history = added;
    for (let turn = 0; turn < 21; turn++) {
      expect(history.past).toHaveLength(1);
      const theirs = operations.addNode(history.graph, { question_type: "email" });
      history = mergedWith(history, theirs, foreignOf(history.graph, theirs));
    }
    expect([history.past.length, history.merges.length]).toEqual([0, 20]);
  });

  test("starts a new step for the same field after an undo", () => {
    const added = perform(historyOf(empty), "addNode", { question_type: "number" }, { label: "add" });
    const undone = undo(typed(typed(added, "N"), "Na"));
    expect(undone.graph).toBe(added.graph);
    expect(typed(undone, "X").past).toHaveLength(2);
  });
});

describe("adding after a question", () => {
  const chain = (): Graph => ({
    schema_version: "2.0",
    entry_node_id: "a",
    nodes: [
      { id: "a", question_type: "short_text", data: { title: "A" } },
      { id: "b", question_type: "short_text", data: { title: "B" } },
      { id: "end", question_type: "end_screen", data: {} },
    ],
    edges: [
      { id: "e1", from: "a", to: "b", condition: null },
      { id: "e2", from: "b", to: "end", condition: null },
    ],
    pages: [{ id: "page", node_ids: ["a", "b"] }],
  });
  const add = (graph: Graph, questionType: string, after: string | null) => {
    const { nodes, edges, pages = [] } = operations.addAfter(graph, { question_type: questionType, after });
    return [nodes.map(({ id }) => id), edges.map(({ from, to }) => `${from} ${to}`), pages[0]?.node_ids];
  };
  it("puts it on the page and on the edge without a condition", () => {
    expect(add(chain(), "number", "a")).toEqual([
      ["a", "number", "b", "end"],
      ["a number", "b end", "number b"],
      ["a", "number", "b"],
    ]);
  });
  it("adds an end screen without an edge to it, and on no page, if the question has an edge", () => {
    expect(add(chain(), "end_screen", "a")).toEqual([
      ["a", "end_screen", "b", "end"],
      ["a b", "b end"],
      ["a", "b"],
    ]);
  });
  it("brings an end screen with the first question, which is the default one, in one step", () => {
    const empty: Graph = { schema_version: "2.0", nodes: [], edges: [] };
    const { nodes, edges, ...rest } = operations.addAfter(empty, {
      question_type: "number",
      after: null,
      ending: "Thank you",
    });
    expect(nodes.map(({ question_type: type, data }) => [type, data.title])).toEqual([
      ["number", undefined],
      ["end_screen", "Thank you"],
    ]);
    const [question = "", end] = nodes.map(({ id }) => id);
    expect(edges).toMatchObject([{ from: question, to: end, condition: null }]);
    expect(rest).toMatchObject({ entry_node_id: question, fallback_end_node_id: end });
  });
  it("adds before the last end screen, or at the end, without a selected question", () => {
    expect(add(chain(), "number", null)).toEqual([
      ["a", "b", "number", "end"],
      ["a b", "b number", "number end"],
      ["a", "b"],
    ]);
    expect(add(chain(), "end_screen", null)[0]).toEqual(["a", "b", "end", "end_screen"]);
    const whenOdd = { left: { type: "answer", node_id: "b" }, op: "eq", right: 1 } as const;
    const branched = {
      ...chain(),
      edges: [...chain().edges.slice(0, 1), { from: "b", to: "end", condition: whenOdd }],
    };
    expect(add(branched, "number", null).slice(0, 2)).toEqual([
      ["a", "b", "number", "end"],
      ["a b", "b end", "b number"],
    ]);
    const open = { ...chain(), nodes: chain().nodes.slice(0, 2), edges: chain().edges.slice(0, 1) };
    expect(add(open, "number", null)[1]).toEqual(["a b", "b number"]);
  });
});

test("moves a question out of its page at the page's edge, and past a whole page from outside", () => {
  const graph: Graph = {
    schema_version: "2.0",
    entry_node_id: "a",
    nodes: ["a", "b", "c"].map((id) => ({ id, question_type: "short_text", data: { title: id } })),
    edges: [],
    pages: [{ id: "page", node_ids: ["a", "b"] }],
  };
  const orderOf = ({ nodes, pages = [] }: Graph) => [nodes.map(({ id }) => id).join(""), pages[0]?.node_ids.join("")];
  expect(orderOf(operations.shiftNodes(graph, { ids: ["b"], by: 1 }))).toEqual(["abc", "a"]);
  expect(orderOf(operations.shiftNodes(graph, { ids: ["c"], by: -1 }))).toEqual(["cab", "ab"]);
  expect(operations.shiftNodes(graph, { ids: ["c"], by: 1 })).toBe(graph);
});

test.each([
  ["email", true],
  ["phone", true],
  ["file_upload", true],
  ["short_text", undefined],
  ["number", undefined],
])("marks a new %s as personal data: %s", (questionType, expected) => {
  const empty: Graph = { schema_version: "2.0", nodes: [], edges: [] };
  const added = operations.addAfter(empty, { question_type: questionType, after: null });
  expect(added.nodes[0]?.data.is_personal).toBe(expected);
  expect(
    operations.addNode(empty, { question_type: questionType, is_personal: false }).nodes[0]?.data.is_personal,
  ).toBeUndefined();
});
