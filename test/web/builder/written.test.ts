import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { openWritten } from "../../../services/web/dashboard/builder/saving/written.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
const base = withEdgeIds(chain(node("q", "dropdown", { options })) as unknown as Graph);

const withData = (graph: Graph, data: object): Graph => ({
  ...graph,
  nodes: graph.nodes.map((one) => (one.id === "q" ? { ...one, data: { ...one.data, ...data } } : one)),
});
const inOrder = (...values: string[]) => ({
  config: { options: values.map((value) => options.find((one) => one.value === value)) },
});

/** Returns what is told after someone else replaced `mine` by `theirs`. */
function toldOf(mine: Graph, theirs: Graph): string[] {
  const written = openWritten();
  written.saved(base, mine);
  const foreign = { base: mine, theirs, into: () => theirs, outOf: () => mine };
  return written.replacedBy(foreign, theirs).map(({ path }) => path.join(" "));
}

test("an order that was written here is told when someone else replaces it", () => {
  expect(toldOf(withData(base, inOrder("c", "a", "b")), withData(base, inOrder("b", "a", "c")))).toEqual([
    "nodes q data config options",
  ]);
  expect(
    toldOf(withData(base, { title: "Mine" }), withData(base, { title: "Mine", ...inOrder("b", "a", "c") })),
  ).toEqual([]);
});

test("a text that was removed here is told when someone else writes it again", () => {
  const described = withData(base, { description: "old" });
  const written = openWritten();
  const cleared = withData(base, { description: undefined });
  written.saved(described, cleared);
  const theirs = withData(base, { description: "new" });
  const foreign = { base: cleared, theirs, into: () => theirs, outOf: () => cleared };
  expect(written.replacedBy(foreign, theirs).map(({ path }) => path.at(-1))).toEqual(["description"]);
});

test("a question under a new name is told by the text that was replaced, if any", () => {
  const titled = (graph: Graph, id: string, title: string) => operations.setData(graph, { id, title });
  const mine = titled(base, "q", "Mine");
  const renamed = operations.renameNode(mine, { id: "q", to: "kitchen" });
  expect(toldOf(mine, renamed)).toEqual([]);
  expect(toldOf(mine, titled(renamed, "kitchen", "Theirs"))).toEqual(["nodes kitchen data title"]);
  const written = openWritten();
  written.saved(base, mine);
  written.replacedBy({ base: mine, theirs: renamed, into: () => renamed, outOf: () => mine }, renamed);
  const theirs = titled(renamed, "kitchen", "Theirs");
  const foreign = { base: renamed, theirs, into: () => theirs, outOf: () => renamed };
  expect(written.replacedBy(foreign, theirs).map(({ path }) => path.join(" "))).toEqual(["nodes kitchen data title"]);
});
