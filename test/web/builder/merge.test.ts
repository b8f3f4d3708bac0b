import fc from "fast-check";
import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { changesOf } from "../../../services/web/dashboard/builder/model/merging/changes.ts";
import { takeSide, takeTheirs } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import {
  isBelow,
  memberAt,
  type Path,
  withMember,
} from "../../../services/web/dashboard/builder/model/merging/members.ts";
import { merge } from "../../../services/web/dashboard/builder/model/merging/merge.ts";
import type { Conflict } from "../../../services/web/dashboard/builder/model/merging/parts.ts";
import { withSameNames } from "../../../services/web/dashboard/builder/model/merging/renames.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { sameValue } from "../../../shared/domain/graph/diff/values.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { publishableGraph } from "../../support/graphs.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { anyAct } from "./operations.ts";

const drafts = () => publishableGraph().map((graph) => withEdgeIds(graph));
const acted = (graph: Graph, acts: ReturnType<typeof anyAct> extends fc.Arbitrary<infer A> ? A[] : never) =>
  acts.reduce((draft, act) => {
    const { name, wanted } = act(draft);
    return operations[name](draft, wanted as never);
  }, graph);
const acts = () => fc.array(anyAct(), { maxLength: 6 });

test("returns the changes of one side if the other changed nothing", () => {
  fc.assert(
    fc.property(drafts(), acts(), (base, list) => {
      const changed = acted(base, list);
      expect(merge(base, changed, base)).toEqual({ graph: changed, conflicts: [] });
      expect(merge(base, base, changed)).toEqual({ graph: changed, conflicts: [] });
      expect(merge(base, changed, changed)).toEqual({ graph: changed, conflicts: [] });
    }),
  );
});

const idsOf = ({ nodes, edges, calculations = [] }: Graph) =>
  new Set([...[...nodes, ...edges].flatMap(({ id }) => id ?? []), ...calculations.map(({ key }) => key)]);
const newIds = (base: Graph, graph: Graph) => {
  const old = idsOf(base);
  return new Set([...idsOf(graph)].filter((id) => !old.has(id)));
};

test("takes each member from the side that changed it, and asks where both did", () => {
  fc.assert(
    fc.property(drafts(), acts(), acts(), (start, here, there) => {
      const sides = { base: start, mine: acted(start, here), theirs: acted(start, there) };
      const { graph, conflicts } = merge(start, sides.mine, sides.theirs);
      const { base, mine, theirs } = withSameNames(sides);
      const held = conflicts.flatMap(({ parts }) => parts.map(({ path }) => path));
      // two new ones under one id have their own test below
      const twice = [...newIds(base, mine)].filter((id) => newIds(base, theirs).has(id));
      const isLeftOut = (path: Path, value: unknown) =>
        held.some((one) => isBelow(path, one) || isBelow(one, path)) ||
        twice.some((id) => JSON.stringify([path, value]).match(new RegExp(`["{:]${id}["}]`)));
      const [ours, others] = [changesOf(base, mine), changesOf(base, theirs)];
      for (const [changes, side] of [
        [ours, others],
        [others, ours],
      ] as const)
        for (const { path, now, isOrder } of changes) {
          const isBoth = side.some((one) => isBelow(one.path, path) || isBelow(path, one.path));
          if (isOrder || isBoth || path[0] === "pages" || isLeftOut(path, now)) continue;
          expect([path, memberAt(graph, path)]).toEqual([path, now]);
        }
      const known = new Set([base, mine, theirs].flatMap((side) => [...idsOf(side)]));
      const isRenamed = ([list, id = ""]: Path) =>
        ["nodes", "edges", "calculations"].includes(list ?? "") && !known.has(id);
      const isTouched = (path: Path) =>
        [...ours, ...others].some((one) => isBelow(one.path, path) || isBelow(path, one.path));
      for (const { path, isOrder } of changesOf(base, graph))
        if (!isOrder && path[0] !== "pages" && !isRenamed(path) && !isLeftOut(path, memberAt(graph, path)))
          expect([path, isTouched(path)]).toEqual([path, true]);
    }),
  );
});

/** Paths of the conflicts' first parts. */
const asked = (conflicts: readonly Conflict[]) => conflicts.map(({ parts }) => parts[0]?.path.join(" "));

const three: Graph = withEdgeIds({
  schema_version: "2.0",
  entry_node_id: "a",
  nodes: ["a", "b", "c"].map((id) => ({ id, question_type: "short_text", data: { title: id } })),
  edges: [
    { from: "a", to: "b", condition: { op: "answered" } },
    { from: "a", to: "c", condition: null },
    { from: "b", to: "c", condition: { op: "answered" } },
    { from: "b", to: "a", condition: null },
  ],
});
const titled = (graph: Graph, id: string, title: string) => operations.setData(graph, { id, title });

test("keeps both changes if each side changes a different question", () => {
  const { graph, conflicts } = merge(three, titled(three, "a", "mine"), titled(three, "b", "theirs"));
  expect(graph.nodes.map(({ data }) => data.title)).toEqual(["mine", "theirs", "c"]);
  expect(conflicts).toEqual([]);
});

test("keeps mine if both change one question, and offers theirs", () => {
  const { graph, conflicts } = merge(three, titled(three, "a", "mine"), titled(three, "a", "theirs"));
  expect(graph.nodes[0]?.data.title).toBe("mine");
  expect(asked(conflicts)).toEqual(["nodes a data title"]);
  const [conflict] = conflicts;
  expect(conflict && takeTheirs(graph, conflict).nodes[0]?.data.title).toBe("theirs");
});

test("merges a move of a question with an edit of it", () => {
  const moved = operations.moveNodes(three, { positions: { a: { x: 1, y: 2 } } });
  const { graph, conflicts } = merge(three, moved, titled(three, "a", "theirs"));
  expect(graph.nodes[0]).toMatchObject({ position: { x: 1, y: 2 }, data: { title: "theirs" } });
  expect(conflicts).toEqual([]);
});

test("reports a conflict if one side removes what the other edits", () => {
  const removed = operations.removeNodes(three, { ids: ["a"], reconnect: false });
  const written = titled(three, "a", "written");
  // the start and the rules of the question go and come with it
  const around = [{ path: ["entry_node_id"] }, ...["e", "e_2", "e_4"].map((id) => ({ path: ["edges", id] }))];
  const first = merge(three, removed, written);
  expect(first.graph.nodes.map(({ id }) => id)).toEqual(["b", "c"]);
  expect(first.conflicts).toMatchObject([{ parts: [{ path: ["nodes", "a"], mine: undefined }, ...around] }]);
  const [conflict] = first.conflicts;
  expect(conflict && takeTheirs(first.graph, conflict)).toEqual(written);
  const second = merge(three, written, removed);
  expect(second.graph).toEqual(written);
  expect(second.conflicts).toMatchObject([{ parts: [{ path: ["nodes", "a"], theirs: undefined }, ...around] }]);
});

test("merges reordered edges of different questions, and reports a conflict for one question", () => {
  const order = (graph: Graph, from: string) => graph.edges.filter((edge) => edge.from === from).map(({ to }) => to);
  const [first, , third] = three.edges.map(({ id }) => id as string);
  const mine = operations.reorderEdge(three, { id: first as string, place: 1 });
  const theirs = operations.reorderEdge(three, { id: third as string, place: 1 });
  const { graph, conflicts } = merge(three, mine, theirs);
  expect([order(graph, "a"), order(graph, "b"), conflicts]).toEqual([["c", "b"], ["a", "c"], []]);

  const base = operations.addEdge(three, { from: "a", to: "a", condition: null });
  const id = base.edges.findLast(({ from }) => from === "a")?.id as string;
  const [up, down] = [operations.reorderEdge(base, { id, place: 0 }), operations.reorderEdge(base, { id, place: 1 })];
  const both = merge(base, up, down);
  expect(asked(both.conflicts)).toEqual(["edges a"]);
  const [conflict] = both.conflicts;
  expect(order(both.graph, "a")).toEqual(order(up, "a"));
  expect(conflict && order(takeTheirs(both.graph, conflict), "a")).toEqual(order(down, "a"));
});

test("keeps hidden fields added on both sides, without those that one side removed", () => {
  const hidden = (keys: string[]): Graph => ({ ...three, hidden_fields: keys });
  const { graph } = merge(hidden(["a", "b"]), hidden(["b", "mine"]), hidden(["a", "theirs", "b"]));
  expect(graph.hidden_fields?.toSorted()).toEqual(["b", "mine", "theirs"]);
});

test("keeps everything that both sides added", () => {
  fc.assert(
    fc.property(drafts(), acts(), acts(), (start, here, there) => {
      const sides = { base: start, mine: acted(start, here), theirs: acted(start, there) };
      const { graph } = merge(start, sides.mine, sides.theirs);
      const { base, mine, theirs } = withSameNames(sides);
      const news = (side: Graph) => side.nodes.filter(({ id }) => newIds(base, side).has(id));
      // recalls follow the names
      const text = ({ question_type, data }: GraphNode) =>
        `${question_type} ${data.title?.replace(/\{\{.*?\}\}/g, "")}`;
      expect(graph.nodes.map(text)).toEqual(expect.arrayContaining([...news(mine), ...news(theirs)].map(text)));
      const still = (node: GraphNode) => ({ ...node, position: null });
      const same = news(mine).filter((node) => news(theirs).some((other) => sameValue(still(node), still(other))));
      expect(news(graph).length).toBeGreaterThanOrEqual(news(mine).length + news(theirs).length - same.length);
    }),
  );
});

test("keeps two questions added with the same id, each with its own edges", () => {
  const adding = (title: string, from: string): Graph => {
    const added = operations.addNode(three, { question_type: "short_text" });
    const id = added.nodes.at(-1)?.id as string;
    const written = titled(added, id, title);
    return operations.addEdge(written, { from, to: id, condition: { op: "answered" } });
  };
  const { graph, conflicts } = merge(three, adding("mine", "a"), adding("theirs", "b"));
  const titleOf = (id: string) => graph.nodes.find((node) => node.id === id)?.data.title;
  const ways = graph.edges.filter(({ id }) => !three.edges.some((edge) => edge.id === id));
  expect(conflicts).toEqual([]);
  expect(ways.map(({ from, to }) => `${from}: ${titleOf(to)}`).toSorted()).toEqual(["a: mine", "b: theirs"]);
});

test("keeps a question selected while a merge gives its id to another", () => {
  const editor = openEditor(three);
  editor.perform("addNode", { question_type: "short_text" }, { label: "add" });
  const id = editor.state().selected as string;
  editor.perform("setData", { id, title: "mine" }, { label: "write" });
  const added = operations.addNode(three, { question_type: "short_text" });
  editor.adopt(merge(three, editor.state().history.graph, titled(added, id, "theirs")).graph, "merge");
  const { selected, history } = editor.state();
  expect(history.graph.nodes.find((node) => node.id === selected)?.data.title).toBe("mine");
});

const named = (graph: Graph, id: string, to: string) => operations.renameNode(graph, { id, to });
const idList = ({ nodes }: Graph) => nodes.map(({ id }) => id);

const picking = operations.setConfig(three, { id: "b", key: "options", value: [{ value: "x", label: "X" }] });
const renaming = {
  question: [three, named(three, "a", "age"), titled(three, "a", "written"), "nodes age data title"],
  "question with its text": [
    three,
    operations.setData(named(three, "a", "age"), { id: "age", description: "new" }),
    titled(three, "a", "written"),
    "nodes age data title",
  ],
  option: [
    picking,
    operations.renameOption(picking, { node_id: "b", list: "options", from: "x", to: "y" }),
    withMember(picking, ["nodes", "b", "data", "config", "options", "x", "label"], "written"),
    "nodes b data config options y label",
  ],
  calculation: [
    { ...three, calculations: [{ key: "s", value: 1 }] },
    { ...three, calculations: [{ key: "t", value: 1 }] },
    { ...three, calculations: [{ key: "s", value: 1, title: "written" }] },
    "calculations t title",
  ],
} as const satisfies Record<string, readonly [Graph, Graph, Graph, string]>;

test.each(Object.entries(renaming))(
  "keeps what one side wrote in a %s that the other renamed",
  (_, [base, one, other, path]) => {
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const { graph, conflicts } = merge(base, mine, theirs);
      expect(conflicts).toEqual([]);
      expect(graph).toEqual(withMember(one as Graph, path.split(" "), "written"));
    }
  },
);

test("asks for a question that one side renamed and the other removed or renamed otherwise", () => {
  const renamed = named(three, "a", "age");
  for (const theirs of [named(three, "a", "years"), operations.removeNodes(three, { ids: ["a"], reconnect: true })])
    expect(merge(three, renamed, theirs).conflicts).not.toEqual([]);
});

test("a question or an option beside a removed one isn't its new name", () => {
  const loose = (id: string, title: string): Graph => ({
    ...three,
    nodes: [...three.nodes, { ...node(id, "short_text"), data: { title, config: {} } }],
  });
  const described = operations.setData(loose("loose", "Passport"), { id: "loose", description: "written" });
  const unnamed = (value: string, label = "") =>
    operations.setConfig(three, { id: "b", key: "options", value: [{ value, label }] });
  for (const [base, mine, theirs] of [
    [loose("loose", "Passport"), loose("city", "City"), described],
    [loose("loose", ""), loose("city", ""), operations.setData(loose("loose", ""), { id: "loose", title: "written" })],
    [unnamed("x"), unnamed("y"), unnamed("x", "written")],
  ] as const) {
    const { graph, conflicts } = merge(base, mine, theirs);
    expect([conflicts.length, JSON.stringify(graph).includes("written")]).toEqual([1, false]);
  }
});

test("puts questions that each side reordered where they were moved", () => {
  const order = (...ids: string[]): Graph => ({
    ...three,
    nodes: ids.map((id) => ({ id, question_type: "x", data: {} })),
  });
  const merged = (mine: string, theirs: string) =>
    idList(merge(order(..."abcdef"), order(...mine), order(...theirs)).graph).join("");
  expect(merged("bcadef", "abcfde")).toBe("bcfade");
  expect(merged("abcfde", "bcadef")).toBe("bcafde");
  // mine decides if both moved the same question
  expect(merged("bcadef", "bcdefa")).toBe("bcadef");
});

test("keeps my position of a question that both moved on the canvas, without a conflict", () => {
  const moved = (x: number) => operations.moveNodes(three, { positions: { a: { x, y: 0 } } });
  const { graph, conflicts } = merge(three, moved(1), titled(moved(2), "b", "theirs"));
  expect([graph.nodes[0]?.position, graph.nodes[1]?.data.title, conflicts]).toEqual([{ x: 1, y: 0 }, "theirs", []]);
});

test("keeps all questions that share an id", () => {
  const twice: Graph = {
    ...three,
    nodes: [...three.nodes, { id: "a", question_type: "number", data: { title: "second" } }],
  };
  const { graph, conflicts } = merge(twice, titled(twice, "b", "mine"), titled(twice, "c", "theirs"));
  expect(graph.nodes.map(({ data }) => data.title)).toEqual(["a", "mine", "theirs", "second"]);
  expect(conflicts).toEqual([]);
});

test("merges translations text by text, so that no translator's work is lost", () => {
  const graph = (translations?: Graph["translations"]): Graph => ({
    schema_version: "2.0",
    nodes: [],
    edges: [],
    ...(translations && { translations }),
  });
  const base = graph({ de: { title: "A", "q.title": "B", "r.title": "C" }, fr: { title: "F" } });
  const mine = graph({ de: { title: "A1", "q.title": "B", "r.title": "mine" }, fr: { title: "F" } });
  const theirs = graph({
    de: { title: "A", "q.title": "B2", "r.title": "theirs", "s.title": "D" },
    it: { title: "I" },
  });
  const { graph: merged, conflicts } = merge(base, mine, theirs);
  expect(merged.translations).toEqual({
    de: { title: "A1", "q.title": "B2", "r.title": "mine", "s.title": "D" },
    it: { title: "I" },
  });
  const text = { path: ["translations", "de", "r.title"], mine: "mine" } as const;
  expect(conflicts).toEqual([{ parts: [{ ...text, theirs: "theirs" }] }]);
  const [conflict] = conflicts as [Conflict];
  expect(takeTheirs(merged, conflict).translations?.de).toEqual({ ...merged.translations?.de, "r.title": "theirs" });
  const removed = takeTheirs(merged, { parts: [{ ...text, theirs: undefined }] });
  expect(removed.translations?.de).not.toHaveProperty(["r.title"]);
  expect(merge(base, graph(), base).graph).not.toHaveProperty("translations");
  expect(merge(graph(), graph(), theirs).graph.translations).toEqual(theirs.translations);
});

describe("two people in one question", () => {
  const option = (value: string, label = value) => ({ value, label });
  const asking = (data: Record<string, unknown>, type = "dropdown"): Graph =>
    withEdgeIds({
      schema_version: "2.0",
      entry_node_id: "q",
      nodes: [
        { id: "q", question_type: type, data },
        { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
      ],
      edges: [{ from: "q", to: "end", condition: null }],
    });
  const base = { title: "Kitchen", config: { options: [option("a"), option("b"), option("c")], placeholder: "x" } };
  const merged = (
    mine: Record<string, unknown>,
    theirs: Record<string, unknown>,
    was: Record<string, unknown> = base,
  ) => {
    const { graph, conflicts } = merge(asking(was), asking(mine), asking(theirs));
    return { data: graph.nodes[0]?.data, conflicts };
  };
  const withOptions = (...options: unknown[]) => ({ ...base, config: { ...base.config, options } });

  test("keeps a description beside a title, and each of the settings", () => {
    const mine = { ...base, title: "Mine", config: { ...base.config, placeholder: "mine" } };
    const theirs = { ...base, description: "Theirs", config: { ...base.config, allow_other: true } };
    expect(merged(mine, theirs)).toEqual({
      data: { ...mine, description: "Theirs", config: { ...mine.config, allow_other: true } },
      conflicts: [],
    });
  });

  test("merges options by value", () => {
    const mine = withOptions(option("a", "Mine"), option("b"), option("c"), option("d"));
    const theirs = withOptions(option("c"), option("a"), option("b", "Theirs"));
    const options = [option("c"), option("a", "Mine"), option("b", "Theirs"), option("d")];
    expect(merged(mine, theirs)).toEqual({ data: withOptions(...options), conflicts: [] });
  });

  test("keeps different options that both added under one value, each with its rules", () => {
    const adding = (label: string) => {
      const graph = asking(withOptions(...base.config.options, option("d", label)));
      return operations.addEdge(graph, { from: "q", to: "end", condition: { op: "eq", right: "d" } as never });
    };
    const { graph, conflicts } = merge(asking(base), adding("Mine"), adding("Theirs"));
    const options = graph.nodes.flatMap(({ data }) => (data as typeof base).config?.options ?? []);
    const named = new Map(options.map(({ value, label }) => [value, label]));
    const rights = graph.edges.flatMap(({ condition }) => (condition as { right?: string } | null)?.right ?? []);
    expect(conflicts).toEqual([]);
    expect(options.map(({ label }) => label).toSorted()).toEqual(["Mine", "Theirs", "a", "b", "c"]);
    expect(rights.map((value) => named.get(value)).toSorted()).toEqual(["Mine", "Theirs"]);
  });

  test.each([
    [
      "order against order",
      withOptions(option("b"), option("a"), option("c")),
      withOptions(option("a"), option("c"), option("b")),
      "options",
    ],
    [
      "one option removed and edited",
      withOptions(option("b"), option("c")),
      withOptions(option("a", "Theirs"), option("b"), option("c")),
      "options a",
    ],
    [
      "one label",
      withOptions(option("a", "Mine"), option("b"), option("c")),
      withOptions(option("a", "Theirs"), option("b"), option("c")),
      "options a label",
    ],
  ])("asks for %s, and takes their version at its place", (_, mine, theirs, path) => {
    const { graph, conflicts } = merge(asking(base), asking(mine), asking(theirs));
    expect(asked(conflicts)).toEqual([`nodes q data config ${path}`]);
    expect(graph).toEqual(asking(mine));
    expect(conflicts.reduce(takeTheirs, graph)).toEqual(asking(theirs));
  });

  test("asks for the type and its settings together if one side changed each", () => {
    const typed = asking({ title: "Kitchen", config: { max: 5 } }, "star_rating");
    const theirs = asking({ ...withOptions(option("a", "Theirs"), option("b"), option("c")), title: "Theirs" });
    const { graph, conflicts } = merge(asking(base), typed, theirs);
    expect(conflicts.map(({ parts }) => parts.map(({ path }) => path.join(" ")))).toEqual([
      ["nodes q question_type", "nodes q data config"],
    ]);
    expect(graph.nodes[0]).toEqual({ ...typed.nodes[0], data: { ...typed.nodes[0]?.data, title: "Theirs" } });
    expect(conflicts.reduce(takeTheirs, graph)).toEqual(theirs);
    expect(merge(asking(base), theirs, typed).conflicts).toHaveLength(1);
  });

  test("merges answer checks by their content and index, and asks if both changed one", () => {
    const checks = (...messages: string[]) => ({
      ...base,
      valid_if: messages.map((message) => ({ condition: { op: "answered" }, message })),
    });
    const was = checks("a", "b");
    expect(merged(checks("mine", "b"), checks("a", "b", "theirs"), was)).toEqual({
      data: checks("mine", "b", "theirs"),
      conflicts: [],
    });
    expect(merged(checks("b"), checks("a", "theirs"), was)).toEqual({ data: checks("theirs"), conflicts: [] });
    expect(asked(merged(checks("mine", "b"), checks("theirs", "b"), was).conflicts)).toEqual(["nodes q data valid_if"]);
  });

  test.each([
    ["a deletion against an edit beside an addition", "a b", "mine b new", "b"],
    ["an edit beside an addition on each side", "a b", "mine b new", "theirs b more"],
    ["a deletion against an edit in a longer list", "a b", "a", "a theirs new"],
    ["two orders", "a b c", "c a b", "a c b"],
  ])("asks for answer checks as a whole for %s", (_, was, mine, theirs) => {
    const checks = (messages: string) => ({
      title: "q",
      valid_if: messages.split(" ").map((message) => ({ message })),
    });
    const { data, conflicts } = merged(checks(mine), checks(theirs), checks(was));
    const [my, their] = [mine, theirs].map((side) => checks(side).valid_if);
    expect(data).toEqual(checks(mine));
    expect(conflicts).toEqual([{ parts: [{ path: ["nodes", "q", "data", "valid_if"], mine: my, theirs: their }] }]);
  });

  test("takes a deletion, an edit or an order of answer checks beside additions", () => {
    const checks = (messages: string) => ({
      title: "q",
      valid_if: messages.split(" ").map((message) => ({ message })),
    });
    const texts = (was: string, mine: string, theirs: string) => {
      const { data, conflicts } = merged(checks(mine), checks(theirs), checks(was));
      return [data?.valid_if?.map(({ message }) => message).join(" "), conflicts.length];
    };
    expect(texts("a b", "mine b new", "a b theirs")).toEqual(["mine b theirs new", 0]);
    expect(texts("a b", "b", "a b theirs")).toEqual(["b theirs", 0]);
    expect(texts("a b", "b a", "a theirs")).toEqual(["theirs a", 0]);
  });

  test("keeps the settings of both if both chose one type", () => {
    const typed = (config: object) => ({ title: "Kitchen", config });
    const { graph, conflicts } = merge(
      asking(base),
      asking(typed({ max_length: 7 }), "long_text"),
      asking(typed({ min_length: 2 }), "long_text"),
    );
    expect(graph.nodes[0]?.data.config).toEqual({ max_length: 7, min_length: 2 });
    expect(conflicts).toEqual([]);
  });

  test("returns their setting where mine has no settings left", () => {
    const was = { title: "Kitchen", config: { max_length: 20 } };
    const theirs = asking({ ...was, config: { max_length: 30 } }, "short_text");
    const { graph, conflicts } = merge(asking(was, "short_text"), asking({ title: "Kitchen" }, "short_text"), theirs);
    expect(asked(conflicts)).toEqual(["nodes q data config max_length"]);
    expect(conflicts.reduce(takeTheirs, graph)).toEqual(theirs);
  });

  test("asks for the label and the points of an option whose value is called like a member", () => {
    const scored = (label: string, points: number) => ({
      title: "Kitchen",
      config: { options: [option("position", label)], scoring: { mode: "options", points: { position: points } } },
    });
    const { data, conflicts } = merged(scored("Mine", 2), scored("Theirs", 3), scored("Was", 1));
    expect(data).toEqual(scored("Mine", 2));
    const config = "nodes q data config";
    expect(asked(conflicts)).toEqual([`${config} options position label`, `${config} scoring points position`]);
  });
});

test("merges a rule's target with its condition, also if the other side sent no edge ids", () => {
  const [first] = three.edges.map(({ id }) => id as string);
  const mine = operations.setCondition(three, { id: first as string, condition: { op: "not_answered" } as never });
  const theirs = operations.retarget(three, { id: first as string, to: "a" });
  const bare = { ...theirs, edges: theirs.edges.map(({ id: _, ...edge }) => edge) };
  const { graph, conflicts } = merge(three, mine, withEdgeIds(bare, three));
  expect(conflicts).toEqual([]);
  expect(graph.edges[0]).toEqual({ id: first, from: "a", to: "a", condition: { op: "not_answered" } });
});

test("takes a draft as it is if this side changed nothing", () => {
  const theirs = {
    ...titled(three, "a", "theirs"),
    hidden_fields: [],
    pages: [{ id: "p", node_ids: ["gone", "a", "a"] }],
  };
  expect(merge(three, three, theirs)).toEqual({ graph: theirs, conflicts: [] });
});

test.each(["position", "value", "image", "condition", "default", "show_if", "correct", "options", "question_type"])(
  "merges a question whose id is %s by its members",
  (id) => {
    const base = operations.renameNode(three, { id: "a", to: id });
    const theirs = operations.setData(base, { id, description: "theirs" });
    const { graph, conflicts } = merge(base, titled(base, id, "mine"), theirs);
    expect(graph.nodes[0]?.data).toEqual({ title: "mine", description: "theirs" });
    expect(conflicts).toEqual([]);
    expect(asked(merge(base, titled(base, id, "mine"), titled(base, id, "theirs")).conflicts)).toEqual([
      `nodes ${id} data title`,
    ]);
  },
);

test.each([
  ["changed", { "a.title": "theirs", "b.title": "B" }],
  ["added", { "a.title": "A", "b.title": "B", "c.title": "theirs" }],
])("asks for a language as a whole if one side removed it and the other %s a text", (_, texts) => {
  const base: Graph = { ...three, translations: { de: { "a.title": "A", "b.title": "B" } } };
  const written: Graph = { ...three, translations: { de: texts } };
  const first = merge(base, three, written);
  expect(asked(first.conflicts)).toEqual(["translations de"]);
  expect(first.graph).toEqual(three);
  expect(first.conflicts.reduce(takeTheirs, first.graph)).toEqual(written);
  const second = merge(base, written, three);
  expect(asked(second.conflicts)).toEqual(["translations de"]);
  expect(second.graph).toEqual(written);
  expect(second.conflicts.reduce(takeTheirs, second.graph).translations).toEqual({});
});

describe("pages", () => {
  const paged = (pages: Record<string, string[]>): Graph => ({
    ...three,
    nodes: [..."abcde"].map((id) => ({ id, question_type: "short_text", data: { title: id } })),
    pages: Object.entries(pages).map(([id, nodeIds]) => ({ id, node_ids: nodeIds })),
  });
  const base = paged({ p0: ["a"], p1: ["b"], p2: ["c", "d"] });
  const onNew = paged({ p0: ["a"], p1: ["b"], p2: ["d"], own: ["c"] });
  const onOld = paged({ p0: ["a"], p1: ["b", "c"], p2: ["d"] });
  const onNone = paged({ p0: ["a"], p1: ["b"], p2: ["d"] });
  const onFirst = paged({ p0: ["a", "c"], p1: ["b"], p2: ["d"] });

  test.each([
    ["a new page and another one", onNew, onOld, ["pages own", "pages p1 node_ids c"]],
    ["two pages", onOld, onFirst, ["pages p1 node_ids c", "pages p0 node_ids c"]],
    ["no page and another one", onNone, onOld, ["pages p1 node_ids c"]],
  ])("asks once if the sides put one question on %s", (_, one, other, paths) => {
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const { graph, conflicts } = merge(base, mine, theirs);
      expect(graph).toEqual(mine);
      expect(conflicts.map(({ parts }) => parts.map(({ path }) => path.join(" ")).toSorted())).toEqual([
        paths.toSorted(),
      ]);
      expect(conflicts.reduce(takeTheirs, graph)).toEqual(theirs);
    }
  });

  test("moves different questions to the pages where each side put them", () => {
    const was = paged({ p0: ["a"], p1: ["b"], p2: ["c", "d", "e"] });
    const mine = paged({ p0: ["a"], p1: ["b", "c"], p2: ["d", "e"] });
    const { graph, conflicts } = merge(was, mine, paged({ p0: ["a", "d"], p1: ["b"], p2: ["c", "e"] }));
    expect(graph).toEqual(paged({ p0: ["a", "d"], p1: ["b", "c"], p2: ["e"] }));
    expect(conflicts).toEqual([]);
  });

  test("asks for a page whose only question one side moved away while the other gave it a title", () => {
    const mine = operations.setPage(base, { id: "p1", title: "mine" });
    const theirs = paged({ p0: ["a"], p2: ["c", "d", "b"] });
    const { graph, conflicts } = merge(base, mine, theirs);
    expect(asked(conflicts)).toEqual(["pages p1"]);
    const [conflict] = conflicts as [Conflict];
    expect(takeSide(graph, conflict, "mine")).toEqual(mine);
    expect(takeSide(graph, conflict, "theirs")).toEqual(theirs);
  });

  test("returns questions to the pages of the side that is chosen where the other removed their page", () => {
    const was = paged({ p: ["a", "b"], q: ["c", "d"] });
    const mine = paged({ p: ["a", "b", "c", "d"] });
    const theirs = paged({ p: ["b"], q: ["c", "d", "a"] });
    const { graph, conflicts } = merge(was, mine, theirs);
    expect(graph).toEqual(mine);
    expect(conflicts).toHaveLength(1);
    expect(conflicts.reduce(takeTheirs, graph)).toEqual(theirs);
  });

  test("removes a page without questions, and asks if one side titled it", () => {
    const was = paged({ p0: ["a"], p1: ["b", "c"] });
    const [mine, theirs] = [paged({ p0: ["a"], p1: ["b"] }), paged({ p0: ["a"], p1: ["c"] })];
    expect(merge(was, mine, theirs)).toEqual({ graph: paged({ p0: ["a"] }), conflicts: [] });
    const titledPage = operations.setPage(theirs, { id: "p1", title: "theirs" });
    const { graph, conflicts } = merge(was, mine, titledPage);
    expect(conflicts).toHaveLength(1);
    expect(graph).toEqual(mine);
    expect(conflicts.reduce(takeTheirs, graph)).toEqual(titledPage);
  });

  test("leaves each question where one side moved it, or asks, and no page empty", () => {
    const ids = [..."abc"];
    const places = fc.record({ places: fc.tuple(...ids.map(() => fc.nat(3))), isTitled: fc.boolean() });
    const arranged = (
      { places, isTitled }: { places: number[]; isTitled: boolean },
      old: Graph | null,
      side: string,
    ) => {
      const isOld = (id: string) => !old || old.pages?.some((page) => page.id === id);
      const filled = ["p", "q", "r"].flatMap((id, at) => {
        const nodeIds = ids.filter((_, question) => places[question] === at + 1);
        return nodeIds.length > 0 ? [{ id: isOld(id) ? id : `${id}_${side}`, node_ids: nodeIds }] : [];
      });
      const pages = filled.map((page, at) => (isTitled && old && at === 0 ? { ...page, title: side } : page));
      return { ...paged({}), pages };
    };
    const pageOf = (graph: Graph, id: string) => graph.pages?.find((page) => page.node_ids.includes(id))?.id;
    fc.assert(
      fc.property(places, places, places, (start, here, there) => {
        const base = arranged(start, null, "");
        const [mine, theirs] = [arranged(here, base, "mine"), arranged(there, base, "theirs")];
        const { graph, conflicts } = merge(base, mine, theirs);
        for (const side of ["mine", "theirs"] as const) {
          const chosen = conflicts.reduce((all, one) => takeSide(all, one, side), graph);
          const placed = chosen.pages?.flatMap(({ node_ids }) => node_ids) ?? [];
          expect(placed).toHaveLength(new Set(placed).size);
          expect(chosen.pages?.filter(({ node_ids }) => node_ids.length === 0) ?? []).toEqual([]);
          const [one, other] = side === "mine" ? [mine, theirs] : [theirs, mine];
          for (const id of ids) {
            const [was, own, their] = [base, one, other].map((all) => pageOf(all, id));
            const isAsked = conflicts.length > 0 && own !== their;
            expect([own === was ? their : own, ...(isAsked ? [own] : [])]).toContain(pageOf(chosen, id));
          }
          const untouched = base.pages.filter((page) =>
            sameValue(
              page,
              other.pages.find(({ id }) => id === page.id),
            ),
          );
          const alone = one.pages.filter(({ id }) => untouched.some((page) => page.id === id));
          if (conflicts.length === 0) expect(chosen.pages).toEqual(expect.arrayContaining(alone));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("leaves pages as they are that neither side touched", () => {
    const unsound = paged({ p0: ["gone"], p1: ["a", "gone"], p2: ["a", "b"] });
    const { graph, conflicts } = merge(unsound, titled(unsound, "a", "mine"), titled(unsound, "a", "theirs"));
    expect(graph.pages).toEqual(unsound.pages);
    expect(conflicts.reduce(takeTheirs, graph).pages).toEqual(unsound.pages);
  });
});

describe("deleted questions", () => {
  const four = withEdgeIds(chain(...["a", "b", "c", "d"].map((id) => node(id, "short_text"))) as Graph);
  const without = (...ids: string[]) => operations.removeNodes(four, { ids, reconnect: true });
  const written = (...ids: string[]) => ids.reduce((graph, id) => titled(graph, id, "written"), four);

  test.each([
    ["two neighbours that the other side changed", without("b", "c"), written("b", "c"), 1],
    ["one that the other side changed, with a neighbour", without("b", "c"), written("b"), 1],
    [
      "two neighbours of which each side removed one",
      titled(without("b"), "c", "mine"),
      titled(without("c"), "b", "x"),
      1,
    ],
    ["two that are apart", without("a", "c"), written("a", "c"), 2],
  ])("come back together: %s", (_, mine, theirs, count) => {
    for (const [one, other] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const { graph, conflicts } = merge(four, one, other);
      expect(conflicts).toHaveLength(count);
      for (const side of ["mine", "theirs"] as const)
        expect(conflicts.reduce((all, conflict) => takeSide(all, conflict, side), graph)).toEqual(
          side === "mine" ? one : other,
        );
    }
  });

  test("leave an edge to the next question where each side removed one of two neighbors", () => {
    for (const [mine, theirs] of [
      [without("b"), without("c")],
      [without("c"), without("b")],
    ] as const)
      expect(merge(four, mine, theirs)).toEqual({ graph: without("b", "c"), conflicts: [] });
  });
});

test.each([
  ["an option with its points and the default", ["options", "x"], ["scoring points x", "default"]],
  ["a row with its points", ["rows", "x"], ["scoring points x"]],
  ["a column with its points", ["columns", "x"], ["scoring points y x"]],
])("returns %s that one side removed", (_, item, others) => {
  const config: Record<string, unknown> = {
    options: ["x", "y"].map((value) => ({ value, label: value })),
    rows: ["x", "y"].map((key) => ({ key, label: key })),
    columns: ["x", "y"].map((value) => ({ value, label: value })),
    default: ["x", "y"],
    scoring: { mode: "m", points: { x: { y: 1 }, y: { x: 1, y: 2 } } },
  };
  const base = withMember(three, ["nodes", "b", "data", "config"], config);
  const at = (path: readonly string[]) => ["nodes", "b", "data", "config", ...path];
  const removed = [item, ...others.filter((path) => path !== "default").map((path) => path.split(" "))].reduce(
    (graph, path) => withMember(graph, at(path), undefined),
    base,
  );
  const mine = others.includes("default") ? withMember(removed, at(["default"]), ["y"]) : removed;
  const theirs = withMember(base, at([...item, "label"]), "theirs");
  const { graph, conflicts } = merge(base, mine, theirs);
  expect(conflicts.map(({ parts }) => parts.map(({ path }) => path.slice(4).join(" ")).toSorted())).toEqual([
    [item.join(" "), ...others].toSorted(),
  ]);
  expect(conflicts.reduce(takeTheirs, graph)).toEqual(theirs);
});

test("returns a calculation to the end screens that showed it", () => {
  const base = withMember(withMember(three, ["calculations", "s"], { key: "s", value: 1 }), ["nodes", "c", "data"], {
    config: { show_calculations: ["s", "t"] },
  });
  const hidden = withMember(base, ["nodes", "c", "data", "config", "show_calculations", "s"], undefined);
  const theirs = withMember(base, ["calculations", "s", "title"], "theirs");
  const { graph, conflicts } = merge(base, withMember(hidden, ["calculations", "s"], undefined), theirs);
  expect(conflicts).toHaveLength(1);
  expect(conflicts.reduce(takeTheirs, graph)).toEqual(theirs);
});

test("removes a question that the other side only moved on the canvas, without a conflict", () => {
  const removed = operations.removeNodes(three, { ids: ["a"], reconnect: false });
  const moved = operations.moveNodes(three, { positions: { a: { x: 1, y: 2 } } });
  expect(merge(three, removed, moved)).toEqual({ graph: removed, conflicts: [] });
  expect(merge(three, moved, removed)).toEqual({ graph: removed, conflicts: [] });
});

test("takes null for a missing member", () => {
  const fallback = (id: string | null): Graph => ({ ...three, fallback_end_node_id: id });
  expect(merge(three, fallback("c"), fallback(null))).toEqual({ graph: fallback("c"), conflicts: [] });
  expect(merge(three, fallback(null), fallback("c"))).toEqual({ graph: fallback("c"), conflicts: [] });
});

test("takes null for a missing member within a condition, an image and an item", () => {
  const shown = (showIf: object, more: object = {}): Graph =>
    withMember(withMember(three, ["nodes", "b", "data", "show_if"], showIf), ["nodes", "c", "data"], {
      title: "c",
      image: { url: "https://example.com/a.png", alt: null },
      ...more,
    });
  const condition = { op: "answered", left: { type: "answer", node_id: "a" } };
  const base = shown(condition);
  const rest = { image: { url: "https://example.com/a.png" } };
  const theirs = shown({ ...condition, right: null }, rest);
  const mine = shown({ ...condition, op: "not_answered" }, { image: { url: "https://example.com/b.png" } });
  expect(merge(base, mine, theirs)).toEqual({ graph: mine, conflicts: [] });
  expect(merge(base, operations.removeNodes(base, { ids: ["b"], reconnect: false }), theirs).conflicts).toEqual([]);
});

test("keeps an option once that both added, and asks for what differs in it", () => {
  const picks = (...options: object[]): Graph =>
    withMember(three, ["nodes", "b", "data", "config"], { options: [{ value: "a", label: "A" }, ...options] });
  const added = { value: "z", label: "Z" };
  const merged = merge(picks(), picks({ ...added, source_value: "z.1" }), picks({ ...added, source_value: "z-1" }));
  expect(asked(merged.conflicts)).toEqual(["nodes b data config options z source_value"]);
  expect(merge(picks(), picks(added), picks({ ...added, source_value: "z.1" }))).toEqual({
    graph: picks({ ...added, source_value: "z.1" }),
    conflicts: [],
  });
  const twice = merge(picks(), picks(added), picks({ value: "z", label: "Zoo" })).graph;
  expect(twice.nodes[1]?.data.config?.options).toMatchObject([{ label: "A" }, { label: "Zoo" }, { label: "Z" }]);
});

test("adds the countries of both to those of a phone question", () => {
  const from = (...countries: string[]): Graph =>
    withMember(three, ["nodes", "b", "data", "config"], { allowed_countries: countries });
  const { graph, conflicts } = merge(from("CH"), from("CH", "AT"), from("CH", "DE"));
  expect(graph).toEqual(from("CH", "DE", "AT"));
  expect(conflicts).toEqual([]);
});
