import fc from "fast-check";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { takeSide } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { withMember } from "../../../services/web/dashboard/builder/model/merging/members.ts";
import { merge } from "../../../services/web/dashboard/builder/model/merging/merge.ts";
import { withSameNames } from "../../../services/web/dashboard/builder/model/merging/renames.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { conflictsTogether } from "../../../services/web/dashboard/builder/saving/together.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { publishableGraph } from "../../support/graphs.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { type Act, anyAct } from "./operations.ts";

/** Changes of two people that only cause a problem together. */
const problemsOf = async (graph: Graph) => analyze(graph);
const form = withEdgeIds(
  chain(node("a", "number", { min: 1, max: 20 }), node("b", "number"), node("c", "number")) as Graph,
);
const [toB, toC] = form.edges.map(({ id }) => id as string) as [string, string];

async function together(mine: Graph, theirs: Graph, base = form) {
  const merged = merge(base, mine, theirs);
  return { ...merged, conflicts: await conflictsTogether({ base, mine, theirs }, merged, problemsOf) };
}

const codes = (conflicts: readonly { problems?: readonly { code: string }[] }[]) =>
  conflicts.map(({ problems }) => problems?.map(({ code }) => code));

test("asks for a minimum above the other’s maximum, at the question alone", async () => {
  const mine = operations.setConfig(form, { id: "a", key: "min", value: 15 });
  const theirs = operations.setData(operations.setConfig(form, { id: "a", key: "max", value: 10 }), {
    id: "b",
    title: "B",
  });
  const { graph, conflicts } = await together(mine, theirs);
  expect(codes(conflicts)).toEqual([["bad_config"]]);
  const configOf = (side: Graph) => [side.nodes[0]?.data.config, side.nodes[1]?.data.title];
  expect(configOf(graph)).toEqual([{ min: 15, max: 10 }, "B"]);
  const [conflict] = conflicts;
  expect(conflict && configOf(takeSide(graph, conflict, "mine"))).toEqual([{ min: 15, max: 20 }, "B"]);
  expect(conflict && configOf(takeSide(graph, conflict, "theirs"))).toEqual([{ min: 1, max: 10 }, "B"]);
});

test("asks for a new rule to a question that the other removed, and for two rules that make a cycle", async () => {
  const condition = { op: "gte", right: 3 } as never;
  const ruled = operations.addEdge(form, { from: "a", to: "c", condition });
  const removed = operations.removeNodes(form, { ids: ["c"], reconnect: true });
  const gone = await together(ruled, removed);
  expect(codes(gone.conflicts)).toEqual([expect.arrayContaining(["edge_dangling"])]);
  expect(gone.conflicts.reduce((graph, one) => takeSide(graph, one, "theirs"), gone.graph)).toEqual(removed);
  expect(gone.conflicts.reduce((graph, one) => takeSide(graph, one, "mine"), gone.graph)).toEqual(ruled);
  const forward = withMember(withMember(form, ["edges", toB, "to"], "c"), ["edges", toC, "from"], "c");
  const bypassed = withMember(forward, ["edges", toC, "to"], "end");
  const back = operations.addEdge(form, { from: "c", to: "b", condition });
  expect((await together(bypassed, back)).conflicts).not.toEqual([]);
});

test("asks only for the changes that cause a problem, and keeps what else the sides did", async () => {
  const titled = (graph: Graph, id: string, title: string) => operations.setData(graph, { id, title });
  const shown = operations.setData(form, {
    id: "c",
    show_if: { left: { type: "answer", node_id: "a" }, op: "answered" },
  });
  const removed = operations.removeNodes(form, { ids: ["a"], reconnect: true });
  const [mine, theirs] = [titled(removed, "b", "mine"), titled(shown, "c", "theirs")];
  const { graph, conflicts } = await together(mine, theirs);
  expect(codes(conflicts)).toEqual([["condition_ref"]]);
  for (const side of ["mine", "theirs"] as const) {
    const chosen = conflicts.reduce((all, one) => takeSide(all, one, side), graph);
    const kept = chosen.nodes.filter(({ id }) => id === "b" || id === "c").map(({ data }) => data.title);
    expect([kept, analyze(chosen)]).toEqual([["mine", "theirs"], []]);
    expect(chosen.nodes.map(({ id }) => id)).toEqual((side === "mine" ? removed : shown).nodes.map(({ id }) => id));
  }
});

test("asks for two problems apart, each at its question", async () => {
  const limited = (graph: Graph, key: string, value: number) =>
    ["a", "b"].reduce((all, id) => operations.setConfig(all, { id, key, value }), graph);
  const { conflicts } = await together(limited(form, "min", 15), limited(form, "max", 10));
  expect(conflicts.map(({ parts }) => parts.map(({ path }) => path.join(" ")).toSorted())).toEqual(
    ["a", "b"].map((id) => ["max", "min"].map((key) => `nodes ${id} data config ${key}`)),
  );
});

test("asks nothing if a problem was there on one side", async () => {
  const mine = operations.setConfig(form, { id: "a", key: "min", value: 50 });
  const theirs = operations.setData(form, { id: "a", title: "Theirs" });
  expect((await together(mine, theirs)).conflicts).toEqual([]);
});

test("leaves no problem that neither side had, whichever side is chosen", async () => {
  const acted = (graph: Graph, acts: readonly ((graph: Graph) => Act)[]) =>
    acts.reduce((draft, act) => {
      const { name, wanted } = act(draft);
      return operations[name](draft, wanted as never);
    }, graph);
  const acts = fc.array(anyAct(), { maxLength: 4 });
  const keys = (graph: Graph) => analyze(graph).map(({ code, node_id }) => `${code} ${node_id}`);
  await fc.assert(
    fc.asyncProperty(
      publishableGraph().map((graph) => withEdgeIds(graph)),
      acts,
      acts,
      async (base, here, there) => {
        const sides = { base, mine: acted(base, here), theirs: acted(base, there) };
        const { graph, conflicts } = await together(sides.mine, sides.theirs, base);
        const { mine, theirs } = withSameNames(sides);
        const had = new Set([...keys(mine), ...keys(theirs)]);
        const codesHad = new Set([...had].map((key) => key.split(" ")[0]));
        for (const side of ["mine", "theirs"] as const) {
          const chosen = conflicts.reduce((all, one) => takeSide(all, one, side), graph);
          const ids = new Set([...mine.nodes, ...theirs.nodes].map(({ id }) => id));
          // a question that both added has a new ID on one side
          const isNew = (key: string) =>
            !had.has(key) && (ids.has(key.split(" ")[1] ?? "") || !codesHad.has(key.split(" ")[0]));
          expect(keys(chosen).filter(isNew)).toEqual([]);
        }
      },
    ),
    { numRuns: 25 },
  );
});
