import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import type { Part } from "../../../services/web/dashboard/builder/model/merging/parts.ts";
import { differencesOf } from "../../../services/web/dashboard/builder/saving/differences.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** A conflict shows only the parts that both sides changed differently. */
const options = ["Tea", "Milk"].map((label) => ({ value: label.toLowerCase(), label }));
const graph = withEdgeIds(chain(node("a", "dropdown", { options }), node("b", "number")) as unknown as Graph);
const [first] = graph.nodes as [GraphNode];
const partAt = (path: string, mine: unknown, theirs: unknown): Part => ({ path: path.split(" "), mine, theirs });
const shown = (...parts: Part[]) => differencesOf({ parts }, graph, builtInTypes);
const both = (mine: string, theirs: string) => ({ mine, theirs });

test("of two titles has the whole texts", () => {
  const long = "a text that says more than fits a line, and ends differently ".repeat(3);
  expect(shown(partAt("nodes a data title", `${long}here`, `${long}there`))).toEqual([
    { subject: "“About a”", name: "Title", ...both(`${long}here`, `${long}there`) },
  ]);
});

test("names settings and options as the inspector does", () => {
  const option = partAt("nodes a data config options tea label", "Tea", "Black tea");
  const order = { ...partAt("nodes a data config options", ["tea", "milk"], ["milk", "tea"]), isOrder: true } as const;
  expect(shown(option, order, partAt("nodes a data config allow_other", true, false))).toEqual([
    { subject: "“About a”", name: "Option “Tea”: Label", ...both("Tea", "Black tea") },
    { subject: "“About a”", name: "Order", ...both("Tea, Milk", "Milk, Tea") },
    { subject: "“About a”", name: "Allow “Other”", ...both("Yes", "No") },
  ]);
});

test("splits the settings of a question whose type changed", () => {
  const parts = [
    partAt("nodes b question_type", "number", "star_rating"),
    partAt("nodes b data config", { min: 1, max: 8 }, { max: 5 }),
  ];
  expect(shown(...parts).map(({ name, mine, theirs }) => [name, mine, theirs])).toEqual([
    ["Type", "Number", "Star rating"],
    ["Minimum", "1", "None"],
    ["Maximum", "8", "5"],
  ]);
});

test("says that a question was removed, with the title of the other version", () => {
  expect(shown(partAt("nodes a", first, undefined))).toEqual([
    { subject: "“About a”", name: null, ...both("About a", "Removed") },
  ]);
});

test("says conditions and targets of rules in words", () => {
  const from = (graph.edges.find((edge) => edge.from === "b") as { id: string }).id;
  const parts = [
    partAt(`edges ${from} condition`, { op: "gte", right: 3 }, null),
    partAt(`edges ${from} to`, "a", "end"),
  ];
  const subject = "Rule from About b to About end";
  expect(shown(...parts)).toEqual([
    { subject, name: "Condition", ...both("the answer is at least 3", "None") },
    { subject, name: "Goes to", ...both("About a", "About end") },
  ]);
});

test("names the questions of a start", () => {
  expect(shown(partAt("entry_node_id", "a", "b"))).toEqual([
    { subject: "Start", name: null, ...both("About a", "About b") },
  ]);
});

test("shows a check by its message, and a question and a rule with all that they say", () => {
  const condition = { all: Array.from({ length: 5 }, (_, at) => ({ op: "gte", right: at })) };
  const described = { ...first, data: { ...first.data, description: "as on your card" } };
  const edge = graph.edges.find(({ from }) => from === "a") as { id: string };
  const parts = [
    partAt("nodes b data valid_if 0", { condition, message: "Mine" }, { condition, message: "Theirs" }),
    partAt("nodes a", undefined, described),
    partAt(`edges ${edge.id}`, undefined, edge),
  ];
  expect(shown(...parts).map(({ mine, theirs }) => [mine, theirs])).toEqual([
    ["Mine", "Theirs"],
    ["Removed", "About a – as on your card"],
    ["Removed", "→ About b"],
  ]);
});
