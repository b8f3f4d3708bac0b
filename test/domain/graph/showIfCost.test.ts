import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { startWalk, takeStep, type Walk } from "../../../shared/domain/graph/traverse.ts";
import type { Condition, Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { context } from "../../support/graphs.ts";

/** CPU of a graph of 1,000 nodes with a `show_if` on each, and rules and pages (features §11.1, §11.3). */
const count = 999;
const id = (at: number) => (at < count ? `q${at}` : "end");
const reads = (at: number): Condition => ({ left: { type: "answer", node_id: id(at) }, op: "eq", right: "yes" });
const showIf = (at: number): Condition => ({ any: [reads(at - 1), reads((at * 7919) % at), reads((at * 31) % at)] });
const nodes = Array.from({ length: count }, (_, at): GraphNode => {
  const rules = [{ condition: { op: "answered" }, message: "Choose yes or no." }];
  const data = { title: id(at), is_required: true, config: {}, valid_if: at % 2 === 0 ? [] : rules };
  return { id: id(at), question_type: "yes_no", data: at === 0 ? data : { ...data, show_if: showIf(at) } };
});
const answers = ["yes", "no", null];
const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: id(0),
  nodes: [...nodes, { id: "end", question_type: "end_screen", data: {} }],
  edges: nodes.flatMap((_, at) =>
    answers.map((right) => ({
      from: id(at),
      to: id(at + 1),
      condition: right ? { op: "eq", right } : { op: "not_answered" },
    })),
  ),
  pages: Array.from({ length: 100 }, (_, at) => ({
    id: `p${at}`,
    node_ids: nodes.slice(at * 9, at * 9 + 9).map((one) => one.id),
  })),
};

/** Returns the CPU time in ms. Other processes of the machine don't count. */
function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

test("is proven within 1 s of CPU", () => {
  const times = Array.from({ length: 5 }, () =>
    cpu(() => expect(analyze(graph).filter(({ severity }) => severity === "error")).toEqual([])),
  );
  expect(median(times)).toBeLessThan(1_000);
});

test("takes a step in 1 ms of CPU at the median and 50 ms at most", () => {
  const compiled = compileGraph(graph);
  const takenBy = (value: string) => {
    let walk: Walk = startWalk(compiled);
    const times: number[] = [];
    while (!compiled.nodes.get(walk.current_node_id)?.question.is_end) {
      times.push(
        cpu(() => {
          const step = takeStep(compiled, walk, { node_id: walk.current_node_id, value }, context);
          if (step.kind !== "moved") throw new Error(step.kind);
          walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
        }),
      );
    }
    return times;
  };
  const shown = takenBy("yes");
  expect(shown).toHaveLength(count);
  expect(median(shown)).toBeLessThan(1);
  // one answer passes over all other nodes
  const passed = takenBy("no");
  expect(passed).toHaveLength(1);
  expect(Math.max(...passed)).toBeLessThan(50);
});
