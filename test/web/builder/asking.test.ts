import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { type Side, takeSide } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { withMember } from "../../../services/web/dashboard/builder/model/merging/members.ts";
import type { Conflict } from "../../../services/web/dashboard/builder/model/merging/parts.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { keptMerge } from "../../../services/web/dashboard/builder/saving/knownBase.ts";
import { mergeRead } from "../../../services/web/dashboard/builder/saving/mergeRead.ts";
import { openSaver, type Saver } from "../../../services/web/dashboard/builder/saving/saver.ts";
import { conflictsTogether } from "../../../services/web/dashboard/builder/saving/together.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Conflicts that wait for an owner: what is kept of them, what a side is then, and what their choice is checked for. */
const { setData, setConfig } = operations;
const form = withEdgeIds(
  chain(node("a", "number", { min: 1, max: 20 }), node("b", "short_text"), node("c", "short_text")) as Graph,
);
const toB = form.edges[0]?.id ?? "";
const titled = (id: string, title: string, graph = form) => setData(graph, { id, title });
const bounded = (min: number, max: number, graph = form) =>
  setConfig(setConfig(graph, { id: "a", key: "min", value: min }), { id: "a", key: "max", value: max });
const titleOf = (graph: Graph, id: string) => graph.nodes.find((one) => one.id === id)?.data.title;
const codesIn = (graph: Graph) => analyze(graph).map(({ code }) => code);

/** Opens an owner's edits, whose first save finds the other's draft. */
async function behind(
  mine: Graph,
  theirs: Graph,
  { whileChecked = (_: (graph: Graph) => void) => {}, isLost = false } = {},
) {
  const kept = { base: form, graph: form, sent: [] as readonly Graph[] };
  const saved: Graph[] = [];
  const page = { graph: mine };
  const saver = openSaver(
    { graph: form, etag: '"1"' },
    {
      service: {
        save: async (graph, etag) => {
          if (isLost && saver.state().unanswered.length === 0) return { kind: "unreachable" };
          if (etag === '"1"') return { kind: "changed_elsewhere" };
          saved.push(graph);
          return { kind: "saved", etag: '"3"' };
        },
        read: async () => ({ kind: "read", graph: JSON.parse(JSON.stringify(theirs)), etag: '"2"', by: null }),
      },
      keeper: { keep: (unsaved) => void Object.assign(kept, unsaved), forget: () => undefined },
      adopt: (graph) => {
        page.graph = graph;
      },
      loadMerge: async () => mergeRead,
      check: (sides, merged, shown) => {
        const checked = conflictsTogether(sides, merged, async (graph) => analyze(graph), shown);
        whileChecked(saver.edited);
        return checked;
      },
    },
  );
  saver.edited(mine);
  saver.hurry();
  if (isLost) await ended(saver, "unreachable");
  saver.hurry();
  await ended(saver);
  const edit = (graph: Graph) => {
    page.graph = graph;
    saver.edited(graph);
  };
  const choose = async (sideOf: (conflict: Conflict) => Side | "both") => {
    page.graph = saver.state().conflicts.reduce((graph, one) => {
      const side = sideOf(one);
      return side === "both" ? graph : takeSide(graph, one, side);
    }, page.graph);
    saver.resolve(page.graph);
    await ended(saver);
  };
  return { saver, kept, saved, page, edit, choose };
}

const ended = (saver: Saver, ...phases: string[]) =>
  new Promise<void>((resolve) => {
    const isEnded = () => (phases.length > 0 ? phases : ["saved", "conflict"]).includes(saver.state().phase);
    if (isEnded()) return resolve();
    const leave = saver.subscribe(() => {
      if (!isEnded()) return;
      leave();
      resolve();
    });
  });

const pathsOf = (conflicts: readonly Conflict[]) =>
  conflicts.flatMap(({ parts }) => parts.map(({ path }) => path.join(" ")));

test("a conflict that waited as the page ended is asked again, and nothing else is", async () => {
  const theirs = operations.addNode(titled("b", "Taken over", titled("a", "Theirs")), { question_type: "email" });
  const { kept, edit, page, choose, saver } = await behind(titled("a", "Mine"), theirs);
  expect(pathsOf(keptMerge(kept, theirs).conflicts)).toEqual(["nodes a data title"]);
  edit(titled("c", "Typed later", page.graph));
  // theirs changes again, in a part that was merged
  const later = titled("email", "New", titled("b", "Again", theirs));
  const again = keptMerge(kept, later);
  expect(pathsOf(again.conflicts)).toEqual(["nodes a data title"]);
  expect(again.graph.nodes.map(({ data }) => data.title)).toEqual(
    expect.arrayContaining(["Mine", "Again", "Typed later", "New"]),
  );
  expect(again.graph.nodes).toHaveLength(later.nodes.length);
  await choose(() => "theirs");
  expect([saver.state().phase, saver.state().asking]).toEqual(["saved", null]);
});

test("orders, a removal and a new description that wait are asked again", () => {
  const { addEdge, removeNodes } = operations;
  const conditions = [1, 2].map((right) => ({ op: "eq", right }) as never);
  const ruled = conditions.reduce((graph, condition) => addEdge(graph, { from: "c", to: "end", condition }), form);
  const ordered = (graph: Graph, ...order: number[]): Graph => {
    const own = graph.edges.filter(({ from }) => from === "c");
    const edges = [...order.flatMap((at) => own[at] ?? []), ...graph.edges.filter(({ from }) => from !== "c")];
    const options = order.map((at) => ({ value: `o${at}`, label: `o${at}` }));
    return setConfig({ ...graph, edges }, { id: "c", key: "options", value: options });
  };
  const base = ordered(ruled, 0, 1, 2);
  const described = (graph: Graph, description: string) => setData(graph, { id: "c", description });
  const mine = described(ordered(removeNodes(base, { ids: ["b"], reconnect: false }), 2, 0, 1), "Mine");
  const theirs = described(titled("b", "Theirs", ordered(base, 1, 0, 2)), "Theirs");
  const { merged } = mergeRead({ base, graph: mine, unanswered: [] }, theirs);
  const asked = pathsOf(merged.conflicts);
  for (const path of ["nodes b", "nodes c data config options", "nodes c data description", "edges c"])
    expect(asked).toContain(path);
  const kept = { base: theirs, graph: merged.graph, sent: [], asked: merged.conflicts };
  expect(pathsOf(keptMerge(kept, theirs).conflicts).toSorted()).toEqual(asked.toSorted());
});

test("asks again for a common problem after the page ended, and keeps later typing", async () => {
  const theirs = bounded(1, 10, titled("b", "Theirs"));
  const { kept, edit, page } = await behind(bounded(15, 20), theirs);
  edit(titled("c", "Typed later", page.graph));
  const { graph, conflicts } = keptMerge(kept, theirs);
  expect(pathsOf(conflicts).toSorted()).toEqual(["nodes a data config max", "nodes a data config min"]);
  const taken = conflicts.reduce((all, one) => takeSide(all, one, "theirs"), graph);
  expect(codesIn(taken)).toEqual([]);
  expect(["a", "b", "c"].map((id) => titleOf(taken, id))).toEqual(["About a", "Theirs", "Typed later"]);
});

test("asks again for a removal of parts of a lost save after the page ended", async () => {
  const added = titled("b", "Sent", operations.insertOnEdge(form, { edge_id: toB, question_type: "email" }));
  const theirs = operations.removeNodes(added, { ids: ["email"], reconnect: true });
  const { kept, saver } = await behind(added, theirs, { isLost: true });
  const asked = pathsOf(saver.state().conflicts);
  expect(asked).toContain("nodes email");
  expect(pathsOf(keptMerge(kept, theirs).conflicts)).toEqual(asked);
});

test("the owner's own version is what they typed last, before and after the choice", async () => {
  const { saver, saved, edit, page, choose } = await behind(
    titled("b", "Mine", titled("a", "Mine")),
    titled("b", "Theirs", titled("a", "Theirs")),
  );
  const [, untouched] = saver.state().conflicts;
  edit(titled("a", "Mine, typed later", page.graph));
  expect(saver.state().conflicts[0]?.parts[0]).toMatchObject({ mine: "Mine, typed later", theirs: "Theirs" });
  expect(saver.state().conflicts[1]).toBe(untouched);
  await choose(() => "mine");
  expect(saved.map((graph) => [titleOf(graph, "a"), titleOf(graph, "b")])).toEqual([["Mine, typed later", "Mine"]]);
});

test("the owner's own version is what they typed while the merge was checked", async () => {
  const typed = titled("a", "Typed meanwhile");
  const { saver } = await behind(titled("a", "Mine"), titled("a", "Theirs"), {
    whileChecked: (edit) => edit(typed),
  });
  expect(saver.state().conflicts[0]?.parts).toMatchObject([{ mine: "Typed meanwhile", theirs: "Theirs" }]);
});

test("asks for the other's maximum below the own minimum where the merged draft is the own one", async () => {
  const theirs = bounded(1, 10);
  const { saver, saved, choose } = await behind(bounded(15, 18), theirs);
  expect(saver.state().conflicts.map(({ problems }) => problems?.map(({ code }) => code))).toEqual([["bad_config"]]);
  await choose(() => "theirs");
  expect(saved).toEqual([theirs]);
});

test("asks again before saving what only a mixed choice makes a problem, once", async () => {
  const mixed = (conflict: Conflict) => (pathsOf([conflict])[0]?.endsWith("min") ? "mine" : "theirs");
  for (const [answer, bounds] of [
    ["mine", { min: 15, max: 18 }],
    ["theirs", { min: 2, max: 10 }],
    // the owner keeps the problem that was shown
    ["both", { min: 15, max: 10 }],
  ] as const) {
    const { saver, saved, edit, page, choose } = await behind(bounded(15, 18), bounded(2, 10, titled("b", "Theirs")));
    edit(titled("c", "Typed later", page.graph));
    await choose(mixed);
    expect([saver.state().phase, saved]).toEqual(["conflict", []]);
    expect(saver.state().conflicts).toMatchObject([{ problems: [{ code: "bad_config" }] }]);
    expect(pathsOf(saver.state().conflicts).toSorted()).toEqual(["nodes a data config max", "nodes a data config min"]);
    await choose(() => answer);
    expect(saver.state().phase).toBe("saved");
    expect(saved.map(({ nodes }) => nodes[0]?.data.config)).toEqual([bounds]);
    expect(saved.map((graph) => [titleOf(graph, "b"), titleOf(graph, "c")])).toEqual([["Theirs", "Typed later"]]);
  }
});

test("asks for a question that a save without a response brought and someone else removed", () => {
  const added = operations.insertOnEdge(form, { edge_id: form.edges[0]?.id ?? "", question_type: "email" });
  const mine = titled("b", "Sent", added);
  const theirs = operations.removeNodes(mine, { ids: ["email"], reconnect: true });
  const { merged } = mergeRead({ base: form, graph: mine, unanswered: [mine] }, theirs);
  expect(merged.conflicts).toHaveLength(1);
  expect(pathsOf(merged.conflicts)).toContain("nodes email");
  const chosen = (side: Side) => merged.conflicts.reduce((graph, one) => takeSide(graph, one, side), merged.graph);
  expect(chosen("theirs").nodes).toEqual(theirs.nodes);
  expect([codesIn(chosen("mine")), codesIn(chosen("theirs"))]).toEqual([codesIn(mine), codesIn(theirs)]);
  expect(titleOf(chosen("mine"), "email")).toBe(titleOf(mine, "email"));
  // also if the owner has edited it since
  const edited = mergeRead({ base: form, graph: titled("email", "Later", mine), unanswered: [mine] }, theirs).merged;
  expect(pathsOf(edited.conflicts)).toContain("nodes email");
  // the save never arrived, so there's nothing to ask
  expect(mergeRead({ base: form, graph: mine, unanswered: [mine] }, titled("c", "Theirs")).merged.conflicts).toEqual(
    [],
  );
});

test.each([
  ["an option", ["nodes", "c", "data", "config", "options", "new"], { value: "new", label: "New" }],
  ["a page", ["pages", "new"], { id: "new", node_ids: ["c"] }],
  ["a calculation", ["calculations", "new"], { key: "new", value: 1 }],
  ["a hidden field", ["hidden_fields", "new"], "new"],
  ["a description", ["nodes", "c", "data", "description"], "Sent"],
])("asks for %s that a save without a response brought and someone else removed", (_, path, member) => {
  const mine = titled("b", "Sent", withMember(form, path, member));
  const theirs = withMember(mine, path, undefined);
  const { merged } = mergeRead({ base: form, graph: mine, unanswered: [mine] }, theirs);
  expect(merged.conflicts).toMatchObject([{ parts: [{ path, mine: member, theirs: undefined }] }]);
  expect(merged.conflicts.reduce((graph, one) => takeSide(graph, one, "theirs"), merged.graph)).toEqual(theirs);
});

test("asks nothing if only the first of two saves without a response arrived", () => {
  const [sent, later] = [titled("b", "Sent"), operations.setHidden(titled("b", "Sent"), { keys: ["new"] })];
  const { merged } = mergeRead({ base: form, graph: later, unanswered: [sent, later] }, titled("c", "Theirs", sent));
  expect(merged).toEqual({ graph: titled("c", "Theirs", later), conflicts: [] });
});

test("a lost save of the points of a row that is called like a member isn't taken for a change made elsewhere", () => {
  const scored = (yes: number, no: number) =>
    setConfig(form, { id: "c", key: "scoring", value: { mode: "matrix", points: { position: { yes, no } } } });
  const { merged } = mergeRead({ base: scored(1, 1), graph: scored(3, 1), unanswered: [scored(2, 1)] }, scored(2, 5));
  expect(merged).toEqual({ graph: scored(3, 5), conflicts: [] });
});
