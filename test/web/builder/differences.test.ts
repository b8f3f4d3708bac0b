import type { Conflict } from "../../../services/web/dashboard/builder/model/merge.ts";
import { differencesOf } from "../../../services/web/dashboard/builder/saving/differences.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** A conflict shows only the parts that both sides changed differently. */
const graph = chain(node("a", "dropdown"), node("b", "number")) as unknown as Graph;
const [first] = graph.nodes as [GraphNode];
const withData = (data: object): GraphNode => ({ ...first, data: { ...first.data, ...data } });
const withConfig = (config: object): GraphNode => withData({ config: { ...first.data.config, ...config } });
const shown = (conflict: Conflict) => differencesOf(conflict, graph, builtInTypes);

test("of two titles has the title alone", () => {
  const [mine, theirs] = [withData({ title: "Mine" }), withData({ title: "Theirs" })];
  expect(shown({ subject: "node", id: "a", mine, theirs })).toEqual([
    { name: "Title", mine: "Mine", theirs: "Theirs" },
  ]);
});

test("names settings as the inspector does, with the labels of options", () => {
  const option = (label: string) => ({ value: label.toLowerCase(), label });
  const mine = withConfig({ options: [option("Tea"), option("Milk")], allow_other: true });
  const theirs = withConfig({ options: [option("Tea")], allow_other: false });
  expect(shown({ subject: "node", id: "a", mine, theirs })).toEqual([
    { name: "Options", mine: "Tea, Milk", theirs: "Tea" },
    { name: "Allow “Other”", mine: "Yes", theirs: "No" },
  ]);
});

test("says that a question was removed, with the title of the other version", () => {
  expect(shown({ subject: "node", id: "a", mine: withData({ title: "Mine" }), theirs: null })).toEqual([
    { name: null, mine: "Mine", theirs: "Removed" },
  ]);
});

test("says conditions and targets of rules in words", () => {
  const edge = { id: "e", from: "b", to: "a" };
  const mine = { ...edge, condition: { op: "gte" as const, right: 3 } };
  const theirs = { ...edge, to: "end", condition: null };
  expect(shown({ subject: "edge", id: "e", mine, theirs })).toEqual([
    { name: "Goes to", mine: "About a", theirs: "About end" },
    { name: "Condition", mine: "the answer is at least 3", theirs: "None" },
  ]);
});

test("names the questions of a start", () => {
  expect(shown({ subject: "entry_node_id", id: null, mine: "a", theirs: "b" })).toEqual([
    { name: null, mine: "About a", theirs: "About b" },
  ]);
});
