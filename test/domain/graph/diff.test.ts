import fc from "fast-check";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { diff, isBreaking } from "../../../shared/domain/graph/diff/diff.ts";
import type { Change } from "../../../shared/domain/graph/shapes/diff.ts";
import type { Edge, Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { anyDraft, context, publishableGraph, soundNode, validAnswer } from "../../support/graphs.ts";
import { wordedProblems } from "../../support/problems.ts";

/** Differences between versions (decisions §9.1). */
const end = { id: "end", question_type: "end_screen", data: {} };
const node = (config: object = {}, questionType = "dropdown", data: object = {}): GraphNode => ({
  id: "q",
  question_type: questionType,
  data: { title: "Q", is_required: false, config: { ...config }, ...data },
});
const edge = (rest: Partial<Edge> = {}): Edge => ({ from: "q", to: "end", condition: null, ...rest });
const graphOf = (nodes: GraphNode[], rest: Partial<Graph> = {}): Graph => ({
  schema_version: "2.0",
  entry_node_id: "q",
  nodes: [...nodes, end],
  edges: [edge()],
  ...rest,
});
const shortForm = ({ subject, change, field, before, after, impact }: Change) =>
  `${impact} ${subject} ${change} ${field}: ${JSON.stringify(before)} > ${JSON.stringify(after)}`;
const changes = (from: GraphNode, to: GraphNode) =>
  diff({ graph: graphOf([from]) }, { graph: graphOf([to]) }).map(shortForm);

const option = (value: string, label = value) => ({ value, label });
const abc = { options: [option("a"), option("b"), option("c")] };
const rows = (...keys: string[]) => ({ rows: keys.map((key) => ({ key, label: key })), columns: abc.options });
const points = (points: object) => ({ ...abc, scoring: { mode: "options", points } });

test.each<[string, GraphNode, GraphNode, string[]]>([
  ["nothing, whatever the order of keys", node({ ...abc, shuffle: "all" }), node({ shuffle: "all", ...abc }), []],
  ["the position is left out", node(abc), { ...node(abc), position: { x: 1, y: 2 } }, []],
  [
    "a type",
    node({}, "short_text"),
    node({}, "email"),
    ['breaking node changed question_type: "short_text" > "email"'],
  ],
  [
    "a button text",
    node({}, "end_screen"),
    node({ button_text: "Shop" }, "end_screen"),
    ['safe node changed data.config.button_text: null > "Shop"'],
  ],
  [
    "a default answer",
    node({ ...abc, default: "a" }),
    node({ ...abc, default: "b" }),
    ['safe node changed data.config.default: "a" > "b"'],
  ],
  ["a title", node(abc), node(abc, "dropdown", { title: "R" }), ['safe node changed data.title: "Q" > "R"']],
  [
    "a description",
    node(abc),
    node(abc, "dropdown", { description: "d" }),
    ['safe node changed data.description: null > "d"'],
  ],
  [
    "required",
    node(abc),
    node(abc, "dropdown", { is_required: true }),
    ["safe node changed data.is_required: false > true"],
  ],
  [
    "personal data",
    node(abc, "dropdown", { is_personal: false }),
    node(abc, "dropdown", { is_personal: true }),
    ["safe node changed data.is_personal: false > true"],
  ],
  ["no mark of personal data", node(abc), node(abc, "dropdown", { is_personal: false }), []],
  [
    "a label",
    node(abc),
    node({ options: [option("a"), option("b", "B"), option("c")] }),
    ['safe node changed data.config.options.b.label: "b" > "B"'],
  ],
  [
    "an option more",
    node({ options: abc.options.slice(0, 2) }),
    node(abc),
    ['safe node changed data.config.options.c: null > {"value":"c","label":"c"}'],
  ],
  [
    "an option less",
    node(abc),
    node({ options: abc.options.slice(0, 2) }),
    ['breaking node changed data.config.options.c: {"value":"c","label":"c"} > null'],
  ],
  [
    "options in another order",
    node(abc),
    node({ options: abc.options.toReversed() }),
    ['safe node changed data.config.options.order: ["a","b","c"] > ["c","b","a"]'],
  ],
  [
    "a row less",
    node(rows("r", "s"), "matrix"),
    node(rows("r"), "matrix"),
    ['breaking node changed data.config.rows.s: {"key":"s","label":"s"} > null'],
  ],
  [
    "a column less and one more",
    node(rows("r"), "matrix"),
    node({ ...rows("r"), columns: [option("a"), option("b"), option("d")] }, "matrix"),
    [
      'safe node changed data.config.columns.d: null > {"value":"d","label":"d"}',
      'breaking node changed data.config.columns.c: {"value":"c","label":"c"} > null',
    ],
  ],
  [
    "faces of one's own in place of the usual",
    node({}, "emoji_rating"),
    node(
      {
        options: [
          { ...option("a"), emoji: "a" },
          { ...option("b"), emoji: "b" },
        ],
      },
      "emoji_rating",
    ),
    [expect.stringMatching(/^breaking node changed data\.config\.options: null > \[/) as never],
  ],
  [
    "a scale widened",
    node({}, "opinion_scale"),
    node({ max: 10, min: 0 }, "opinion_scale"),
    ["safe node changed data.config.max: null > 10", "safe node changed data.config.min: null > 0"],
  ],
  [
    "a scale narrowed",
    node({}, "opinion_scale"),
    node({ min: 1 }, "opinion_scale"),
    ["breaking node changed data.config.min: null > 1"],
  ],
  [
    "stars less",
    node({}, "star_rating"),
    node({ max: 4 }, "star_rating"),
    ["breaking node changed data.config.max: null > 4"],
  ],
  [
    "stars more",
    node({}, "star_rating"),
    node({ max: 6 }, "star_rating"),
    ["safe node changed data.config.max: null > 6"],
  ],
  [
    "finer steps",
    node({ step: 1 }, "number_scale"),
    node({ step: 0.5 }, "number_scale"),
    ["safe node changed data.config.step: 1 > 0.5"],
  ],
  [
    "coarser steps",
    node({ step: 1 }, "number_scale"),
    node({ step: 3 }, "number_scale"),
    ["breaking node changed data.config.step: 1 > 3"],
  ],
  [
    "bounds of a number",
    node({ min: 0 }, "number"),
    node({ min: 5, max: 7 }, "number"),
    ["safe node changed data.config.min: 0 > 5", "safe node changed data.config.max: null > 7"],
  ],
  [
    "bounds of a text",
    node({ max_length: 90 }, "short_text"),
    node({ max_length: 9, pattern: "a" }, "short_text"),
    ["safe node changed data.config.max_length: 90 > 9", 'safe node changed data.config.pattern: null > "a"'],
  ],
  [
    "bounds of a date",
    node({ min: "2020-01-01" }, "date"),
    node({ min: { days_from_today: 1 } }, "date"),
    ['safe node changed data.config.min: "2020-01-01" > {"days_from_today":1}'],
  ],
  [
    "what a date asks for",
    node({ min: "2020-01-01" }, "date"),
    node({ precision: "minute" }, "date"),
    [
      'breaking node changed data.config.precision: null > "minute"',
      'safe node changed data.config.min: "2020-01-01" > null',
    ],
  ],
  [
    "a default that is written",
    node({}, "date"),
    node({ precision: "day" }, "date"),
    ['safe node changed data.config.precision: null > "day"'],
  ],
  [
    "points of an option",
    node(points({ a: 1 })),
    node(points({ a: 2 })),
    ["breaking node changed data.config.scoring.points.a: 1 > 2"],
  ],
  [
    "scoring begun",
    node(abc),
    node(points({ a: 1 })),
    ['breaking node changed data.config.scoring: null > {"mode":"options","points":{"a":1}}'],
  ],
  [
    "scoring ended",
    node(points({ a: 1 })),
    node(abc),
    ['breaking node changed data.config.scoring: {"mode":"options","points":{"a":1}} > null'],
  ],
  [
    "names of Object.prototype",
    node({ toString: 1 }),
    node({ valueOf: [1] }),
    ["safe node changed data.config.valueOf: null > [1]", "safe node changed data.config.toString: 1 > null"],
  ],
])("%s", (_name, from, to, expected) => expect(changes(from, to)).toEqual(expected));

test("reports removed nodes as breaking: a question's answers and points, and screens on paths", () => {
  const gone = (type: string) =>
    diff({ graph: graphOf([{ ...node(), question_type: type } as GraphNode]) }, { graph: graphOf([]) });
  expect(gone("short_text")).toMatchObject([{ impact: "breaking", why: expect.stringMatching(/answers.*points/) }]);
  expect(gone("end_screen")).toMatchObject([{ impact: "breaking", why: expect.not.stringMatching(/column|points/) }]);
});

test("reports added, removed and moved nodes, removed ones last", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ ...node({}, "short_text"), id })) as [
    GraphNode,
    GraphNode,
    GraphNode,
  ];
  const found = diff({ graph: graphOf([a, b]) }, { graph: graphOf([b, c]) });
  expect(found.map(({ change, node_id, field, impact }) => [change, node_id, field, impact])).toEqual([
    ["added", "c", null, "safe"],
    ["removed", "a", null, "breaking"],
  ]);
  expect(diff({ graph: graphOf([a, b, c]) }, { graph: graphOf([c, a, b]) })).toMatchObject([
    { node_id: "c", field: "order", before: 2, after: 0, impact: "safe" },
  ]);
});

describe("reports all edge changes as safe", () => {
  const edges = (before: Edge[], after: Edge[]) =>
    diff({ graph: graphOf([node(abc)], { edges: before }) }, { graph: graphOf([node(abc)], { edges: after }) }).map(
      ({ change, edge_index, field, before, after, impact }) => [change, edge_index, field, before, after, impact],
    );
  const one = edge({ condition: { op: "eq", right: "a" } });
  const two = edge({ condition: { op: "eq", right: "b" } });

  test("matches edges by id first", () => {
    expect(edges([edge({ id: "x" }), one], [one, edge({ id: "x", to: "q" })])).toEqual([
      ["changed", 0, "order", 1, 0, "safe"],
      ["changed", 1, "to", "end", "q", "safe"],
    ]);
  });
  test("doesn't match edges with different ids", () => {
    const [x, y] = [edge({ id: "x" }), edge({ id: "y" })];
    expect(edges([x], [y])).toEqual([
      ["added", 0, null, null, y, "safe"],
      ["removed", 0, null, x, null, "safe"],
    ]);
    expect(edges([x], [edge()])).toEqual([]);
  });
  test("then matches edges by content, regardless of order", () => {
    expect(edges([one], [two, one])).toEqual([["added", 0, null, null, two, "safe"]]);
    expect(edges([two, one], [one])).toEqual([["removed", 0, null, two, null, "safe"]]);
    expect(edges([one, one, two], [one, two])).toEqual([["removed", 1, null, one, null, "safe"]]);
  });
  test("then matches edges by index", () => {
    expect(edges([one], [two])).toEqual([["changed", 0, "condition", one.condition, two.condition, "safe"]]);
  });
});

test("reports the form's fields as safe", () => {
  const from = { title: "A", graph: graphOf([node(abc)]) };
  const to = {
    title: "B",
    graph: graphOf([node(abc)], {
      entry_node_id: "end",
      fallback_end_node_id: "end",
      hidden_fields: ["h"],
      markup: "inline",
    }),
  };
  expect(diff(from, to).map(shortForm)).toEqual([
    'safe form changed title: "A" > "B"',
    'safe form changed entry_node_id: "q" > "end"',
    'safe form changed fallback_end_node_id: null > "end"',
    'safe form changed hidden_fields: [] > ["h"]',
    'safe form changed markup: null > "inline"',
  ]);
});

/** Applies the listed changes of nodes and edges to the older graph. */
function applied(graph: Graph, list: readonly Change[], to: Graph): Graph {
  const nodes = new Map(graph.nodes.map((it) => [it.id, structuredClone(it) as unknown as Json]));
  const edges = list.some(({ subject }) => subject === "edge") ? appliedEdges(graph, list, to) : graph.edges;
  for (const { subject, change, node_id, field, after } of list) {
    if (subject !== "node" || node_id === null || field === "order") continue;
    if (change === "removed") nodes.delete(node_id);
    else if (change === "added") nodes.set(node_id, after);
    else setField(nodes.get(node_id) as Json, (field as string).split("."), after);
  }
  return { ...graph, nodes: to.nodes.map(({ id }) => nodes.get(id) as unknown as GraphNode), edges };
}

/** Applies changes of options, rows and columns by name. `order` has their final order. */
function setField(target: Json, [key = "", ...rest]: string[], after: Json): void {
  const object = target as Record<string, Json>;
  if (Array.isArray(target)) {
    const nameOf = (item: Json) => String((item as Record<string, Json>).value ?? (item as Record<string, Json>).key);
    const at = target.findIndex((item) => nameOf(item) === key);
    if (key === "order" && at < 0)
      target.sort((a, b) => (after as Json[]).indexOf(nameOf(a)) - (after as Json[]).indexOf(nameOf(b)));
    else if (rest.length > 0) setField(target[at] as Json, rest, after);
    else if (at < 0) target.push(after);
    else target.splice(at, 1);
  } else if (rest.length === 0) {
    if (after === null) delete object[key];
    else object[key] = after;
  } else {
    if (!Object.hasOwn(object, key)) object[key] = {};
    setField(object[key] as Json, rest, after);
  }
}

function appliedEdges(graph: Graph, list: readonly Change[], to: Graph): Edge[] {
  const removed = new Set(
    list.flatMap(({ subject, change, edge_index }) => (subject === "edge" && change === "removed" ? [edge_index] : [])),
  );
  const orders = list.filter(({ subject, field }) => subject === "edge" && field === "order");
  const moved = new Set(orders.map(({ before }) => before));
  const rest = graph.edges.flatMap((it, at) => (removed.has(at) || moved.has(at) ? [] : [{ ...it }]));
  const placed = new Map<number, Edge>();
  for (const { subject, change, edge_index, after } of list) {
    if (subject === "edge" && change === "added") placed.set(edge_index as number, after as unknown as Edge);
  }
  for (const { before, after } of orders) placed.set(after as number, { ...(graph.edges[before as number] as Edge) });
  const edges = to.edges.map((_, at) => placed.get(at) ?? (rest.shift() as Edge));
  for (const { subject, change, edge_index, field, after } of list) {
    if (subject === "edge" && change === "changed" && field !== "order") {
      const target = edges[edge_index as number] as unknown as Record<string, Json>;
      if (after === null) delete target[field as string];
      else target[field as string] = after;
    }
  }
  return edges;
}

/** Removes fields that a diff ignores, and fills in null for missing ones. */
const plain = (graph: Graph) => ({
  nodes: graph.nodes.map(({ position: _position, ...it }) => it),
  edges: graph.edges.map((it) => ({ ...it, condition: it.condition ?? null })),
});
const withIds = (graph: Graph): Graph => ({
  ...graph,
  nodes: [...new Map(graph.nodes.map((it) => [it.id, { ...it, data: it.data ?? {} }])).values()],
});

test("reports no changes of a graph from itself, and its changes turn the older graph into the newer one", () => {
  const pair = publishableGraph().chain((from) =>
    fc.tuple(fc.constant(from), fc.oneof(publishableGraph(), edited(from))),
  );
  fc.assert(
    fc.property(pair, ([from, to]) => {
      expect(diff({ graph: from }, { graph: structuredClone(from) })).toEqual([]);
      expect(plain(applied(from, diff({ graph: from }, { graph: to }), to))).toEqual(plain(to));
    }),
    { numRuns: 150 },
  );
});

/** Generates a graph with some of another graph's nodes and edges in another order, some of them changed. */
function edited(graph: Graph): fc.Arbitrary<Graph> {
  return fc
    .tuple(fc.shuffledSubarray(graph.nodes), fc.shuffledSubarray(graph.edges), soundNode(graph.nodes[0]?.id ?? "x"))
    .map(([nodes, edges, other]) => ({ ...graph, nodes: nodes.map((it) => (it.id === other.id ? other : it)), edges }));
}

test("accepts any draft", () => {
  fc.assert(
    fc.property(anyDraft(), anyDraft(), (from, to) => {
      for (const { impact, why } of diff({ graph: withIds(from) }, { graph: withIds(to) })) {
        expect([impact, why]).toEqual([expect.stringMatching(/safe|breaking/), expect.stringMatching(/\.$/)]);
      }
    }),
    { numRuns: 200 },
  );
});

test("a safe change keeps an older answer's columns, values and points", () => {
  const pairs = fc
    .constantFrom(...questionTypes)
    .chain((type) => fc.tuple(soundNode("q", [type]), soundNode("q", [type])));
  let safe = 0;
  fc.assert(
    fc.property(
      pairs.chain(([from, to]) => {
        const old = readQuestion(from);
        return fc.tuple(fc.constant({ from, to, old }), old.ok ? validAnswer(old.value) : fc.constant(null));
      }),
      ([{ from, to, old }, answer]) => {
        const now = readQuestion(to);
        if (!old.ok || !now.ok || isBreaking(diff({ graph: graphOf([from]) }, { graph: graphOf([to]) }))) return;
        safe += 1;
        const suffixes = new Set(now.value.columns.map(({ suffix }) => suffix));
        expect(old.value.columns.filter(({ suffix }) => !suffixes.has(suffix))).toEqual([]);
        if (answer === null) return;
        const reply = old.value.check(answer, context);
        const stored = reply.kind === "answer" ? reply.answer : answer;
        expect(now.value.score(stored)).toBe(old.value.score(stored));
        const cells = (one: typeof old.value) =>
          Object.fromEntries(one.cells(stored, "values").map((cell, at) => [one.columns[at]?.suffix ?? "", cell]));
        expect(cells(now.value)).toMatchObject(cells(old.value));
      },
    ),
    { numRuns: 2000 },
  );
  expect(safe).toBeGreaterThan(200);
});

test("validation warns of breaking changes since the current version", () => {
  const before = graphOf([node(points({ a: 1 })), { ...node({}, "short_text"), id: "gone" }]);
  const after = graphOf([node({ options: abc.options.slice(0, 2), scoring: { mode: "options", points: { a: 2 } } })]);
  const warnings = wordedProblems(after, before).filter(({ severity }) => severity === "warning");
  expect(warnings.map(({ code, node_id, message }) => `${code} ${node_id} ${message.split(":")[0]}`)).toEqual([
    "breaking_change q data.config.options.c",
    "breaking_change q data.config.scoring.points.a",
    "breaking_change gone `gone` was removed",
  ]);
  expect(analyze(before, before).filter(({ code }) => code === "breaking_change")).toEqual([]);
});
