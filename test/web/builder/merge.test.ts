import fc from "fast-check";
import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { type Conflict, merge, takeTheirs } from "../../../services/web/dashboard/builder/model/merge.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { sameValue } from "../../../shared/domain/graph/diff/values.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { publishableGraph } from "../../support/graphs.ts";
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

const bySide = (graph: Graph) => ({
  nodes: new Map(graph.nodes.map((node) => [node.id, JSON.stringify(node)])),
  edges: new Map(graph.edges.map((edge) => [edge.id, JSON.stringify(edge)])),
});

const idsOf = ({ nodes, edges }: Graph) => new Set([...nodes, ...edges].flatMap(({ id }) => id ?? []));
const newIds = (base: Graph, graph: Graph) => {
  const old = idsOf(base);
  return new Set([...idsOf(graph)].filter((id) => !old.has(id)));
};

test("loses no change of either side without a conflict", () => {
  fc.assert(
    fc.property(drafts(), acts(), acts(), (start, here, there) => {
      const sides = [acted(start, here), acted(start, there)] as const;
      const { graph, conflicts } = merge(start, ...sides);
      const [base, mine, theirs] = [start, ...sides];
      const [was, ours, others, merged] = [base, mine, theirs, graph].map(bySide);
      const twice = [...newIds(base, mine)].filter((id) => newIds(base, theirs).has(id));
      const tells = (text: string | undefined, id: string) => text?.match(new RegExp(`[":]${id}["}]`));
      const told = new Set(conflicts.map(({ subject, id }) => `${subject}:${id}`));
      for (const kind of ["nodes", "edges"] as const) {
        const subject = kind.slice(0, -1);
        const ids = new Set([
          ...(ours?.[kind].keys() ?? []),
          ...(others?.[kind].keys() ?? []),
          ...(was?.[kind].keys() ?? []),
        ]);
        for (const id of ids) {
          const [old, my, their, is] = [was, ours, others, merged].map((side) => side?.[kind].get(id as string));
          if (told.has(`${subject}:${id}`)) continue;
          // two new ones have their own test below
          if (twice.some((one) => tells(my, one))) continue;
          const isByPart = kind === "nodes" && is !== undefined && my !== undefined && their !== undefined;
          const isUntold = my !== old && their !== old && my !== their && !isByPart;
          if (isUntold) throw new Error(`${subject} ${id}: changed by both, and not said`);
          const expected = my === old ? their : their === old ? my : is;
          if (is !== expected) throw new Error(`${subject} ${id}: ${is}, not ${expected}`);
        }
      }
    }),
  );
});

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
  expect(conflicts).toMatchObject([{ subject: "node", id: "a" }]);
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
  const first = merge(three, removed, written);
  expect(first.graph.nodes.map(({ id }) => id)).toEqual(["b", "c"]);
  expect(first.conflicts).toMatchObject([{ subject: "node", id: "a", mine: null }]);
  const [conflict] = first.conflicts;
  expect(conflict && takeTheirs(first.graph, conflict).nodes.at(-1)?.data.title).toBe("written");
  const second = merge(three, written, removed);
  expect(second.graph.nodes[0]?.data.title).toBe("written");
  expect(second.conflicts).toMatchObject([{ subject: "node", id: "a", theirs: null }]);
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
  expect(both.conflicts).toMatchObject([{ subject: "edge_order", id: "a" }]);
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
      const sides = [acted(start, here), acted(start, there)] as const;
      const { graph } = merge(start, ...sides);
      const [base, mine, theirs] = [start, ...sides];
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

test("asks if one side writes a question to which the other gave another id", () => {
  const renamed = named(three, "a", "age");
  const written = titled(three, "a", "theirs");
  const first = merge(three, renamed, written);
  expect(first.conflicts).toMatchObject([
    { subject: "node", id: "a", mine: null, theirs: { data: { title: "theirs" } } },
  ]);
  expect(idList(first.graph)).toEqual(["age", "b", "c"]);
  const second = merge(three, written, renamed);
  expect(second.conflicts).toMatchObject([{ subject: "node", id: "a", theirs: null }]);
  expect(idList(second.graph).toSorted()).toEqual(["a", "age", "b", "c"]);
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
  const text = { subject: "translation", id: "de r.title", language: "de", key: "r.title" } as const;
  expect(conflicts).toEqual([{ ...text, mine: "mine", theirs: "theirs" }]);
  const [conflict] = conflicts as [Conflict];
  expect(takeTheirs(merged, conflict).translations?.de).toEqual({ ...merged.translations?.de, "r.title": "theirs" });
  const removed = takeTheirs(merged, { ...text, mine: "mine", theirs: null });
  expect(removed.translations?.de).not.toHaveProperty(["r.title"]);
  expect(merge(base, graph(), base).graph).not.toHaveProperty("translations");
  expect(merge(graph(), graph(), theirs).graph.translations).toEqual(theirs.translations);
});
