import { takeTheirs } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { merge } from "../../../services/web/dashboard/builder/model/merging/merge.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { usesOfCalculation, usesOfNodes } from "../../../services/web/dashboard/builder/model/uses.ts";
import { keptMerge } from "../../../services/web/dashboard/builder/saving/knownBase.ts";
import type { Calculation, Graph } from "../../../shared/domain/graph/types.ts";

/** Scores in the builder's model: references, merges and uses. */
const score = (key: string, value: unknown, further: Partial<Calculation> = {}): Calculation => ({
  key,
  value,
  ...further,
});
const adult = { left: { type: "answer", node_id: "age" }, op: "gte", right: 18 };
const plan = { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" };
const raised = { left: { type: "calculation", key: "anxiety" }, op: "gte", right: 8 };

const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "age",
  fallback_end_node_id: "end",
  hidden_fields: ["plan"],
  nodes: [
    { id: "age", question_type: "number", data: { title: "Age" } },
    { id: "born", question_type: "date", data: { title: "Born", show_if: raised } },
    {
      id: "pick",
      question_type: "checkbox",
      data: { title: "Pick", config: { options: [{ value: "a", label: "A", show_if: raised }] } },
    },
    {
      id: "end",
      question_type: "end_screen",
      data: { title: "You: {{calculation:anxiety}}, {{band:anxiety}}", config: { show_calculations: ["anxiety"] } },
    },
  ],
  edges: [{ id: "e", from: "age", to: "born", condition: { all: [raised] } }],
  pages: [{ id: "p", title: "{{band:anxiety}}", node_ids: ["pick"] }],
  calculations: [
    score("anxiety", { sum: [{ points: "age" }, { selected: "pick" }, { hidden: "plan" }], at_least: 1 }),
    score("years", {
      if: [{ any: [adult, plan, raised] }, { years: [{ answer: "born" }, "today"] }, { answer: "age" }],
    }),
    score("both", { add: [{ calculation: "anxiety" }, { calculation: "years" }, 1] }),
  ],
};
const valueAt = ({ calculations = [] }: Graph, at: number) => JSON.stringify(calculations[at]?.value);

describe("renaming", () => {
  test("updates the questions that a score reads, also in conditions and dates", () => {
    const after = operations.renameNode(operations.renameNode(graph, { id: "age", to: "old" }), {
      id: "born",
      to: "birthday",
    });
    expect(valueAt(after, 0)).toContain('{"points":"old"}');
    expect(valueAt(after, 1)).toContain('"node_id":"old"');
    expect(valueAt(after, 1)).toContain('[{"years":[{"answer":"birthday"},"today"]},{"answer":"old"}]'.slice(1, -1));
    expect(after.calculations?.[2]).toBe(graph.calculations?.[2]);
  });

  test("updates the hidden fields and option values that a score reads", () => {
    const hidden = operations.renameHidden(graph, { key: "plan", to: "tier" });
    expect(valueAt(hidden, 0)).toContain('{"hidden":"tier"}');
    expect(valueAt(hidden, 1)).toContain('{"type":"hidden","key":"tier"}');
    const chosen = { left: { type: "answer", node_id: "pick" }, op: "includes_any", right: ["a"] };
    const reads = operations.setCalculations(graph, { calculations: [score("x", { if: [chosen, 1, 0] })] });
    const renamed = operations.renameOption(reads, { node_id: "pick", list: "options", from: "a", to: "b" });
    expect(valueAt(renamed, 0)).toContain('"right":["b"]');
  });

  test("updates everything that reads a score’s key", () => {
    const after = operations.renameCalculation(graph, { key: "anxiety", to: "stress" });
    expect(after.calculations?.map(({ key }) => key)).toEqual(["stress", "years", "both"]);
    expect(JSON.stringify(after)).not.toContain("anxiety");
    expect(after.nodes[3]?.data).toEqual({
      title: "You: {{calculation:stress}}, {{band:stress}}",
      config: { show_calculations: ["stress"] },
    });
    expect(operations.renameCalculation(graph, { key: "anxiety", to: "both" })).toBe(graph);
    expect(operations.renameCalculation(graph, { key: "anxiety", to: "not a key" })).toBe(graph);
  });
});

test("counts what reads a score, and the scores that read a question", () => {
  expect(usesOfCalculation(graph, "anxiety")).toEqual({ rules: 1, conditions: 2, texts: 2, ends: 1, scores: 2 });
  expect(usesOfCalculation(graph, "both")).toEqual({ rules: 0, conditions: 0, texts: 0, ends: 0, scores: 0 });
  expect(usesOfNodes(graph, ["born"]).scores).toBe(1);
  expect(usesOfNodes(graph, ["age", "pick"]).scores).toBe(2);
});

describe("merging", () => {
  const set = (of: Graph, change: (list: Calculation[]) => Calculation[]) =>
    operations.setCalculations(of, { calculations: change(of.calculations ?? []) });
  const titled = (of: Graph, at: number, title: string) =>
    set(of, (list) => list.map((one, place) => (place === at ? { ...one, title } : one)));
  const keys = ({ calculations = [] }: Graph) => calculations.map(({ key }) => key);

  test("keeps the scores of both sides, and their order", () => {
    const mine = set(titled(graph, 0, "mine"), (list) => [...list, score("new", 1)]);
    const theirs = set(titled(graph, 1, "theirs"), ([first, second, third]) =>
      [second, first, third].flatMap((one) => one ?? []),
    );
    const { graph: merged, conflicts } = merge(graph, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(keys(merged)).toEqual(["years", "anxiety", "both", "new"]);
    expect(merged.calculations?.map(({ title }) => title)).toEqual(["theirs", "mine", undefined, undefined]);
    expect(
      keys(
        merge(
          graph,
          set(graph, () => []),
          graph,
        ).graph,
      ),
    ).toEqual([]);
    expect(
      keys(
        merge(
          graph,
          graph,
          set(graph, () => []),
        ).graph,
      ),
    ).toEqual([]);
  });

  test("asks if both sides edited one score, and takes either", () => {
    const { graph: merged, conflicts } = merge(graph, titled(graph, 0, "mine"), titled(graph, 0, "theirs"));
    expect(conflicts).toMatchObject([{ parts: [{ path: ["calculations", "anxiety", "title"], mine: "mine" }] }]);
    expect(merged.calculations?.[0]?.title).toBe("mine");
    const [conflict] = conflicts;
    expect(conflict && takeTheirs(merged, conflict).calculations?.[0]?.title).toBe("theirs");
  });

  test("renames my new score if the other side added another one with its key", () => {
    const mine = set(graph, (list) => [...list, score("new", 1), score("reads", { calculation: "new" })]);
    const theirs = set(graph, (list) => [...list, score("new", 2)]);
    const { graph: merged, conflicts } = merge(graph, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.calculations?.slice(3).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      score("new", 2),
      score("new_2", 1),
      score("reads", { calculation: "new_2" }),
    ]);
  });

  test("takes a score whose save had no response for mine", () => {
    const sent = set(graph, (list) => [...list, score("new", 1)]);
    const mine = set(graph, (list) => [...list, score("new", 2)]);
    const { graph: merged, conflicts } = keptMerge({ base: graph, graph: mine, sent: [sent] }, sent);
    expect(conflicts).toEqual([]);
    expect(merged.calculations?.slice(3)).toEqual([score("new", 2)]);
  });
});
