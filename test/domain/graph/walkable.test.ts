import fc from "fast-check";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import { startWalk, takeStep } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { walkableGraph } from "../../../shared/domain/graph/walkable.ts";
import { anyDraft, context, publishableGraph, validAnswers } from "../../support/graphs.ts";
import { chain, edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** Preview of a draft with errors: walked like a session, with an end screen at each error. */
type Answers = Record<string, Json>;

/** Returns the path of these answers, and whether the last one was accepted. */
function walked(compiled: CompiledGraph, answers: Answers): { path: string[]; isRefused: boolean } {
  let walk = startWalk(compiled);
  for (;;) {
    const id = walk.current_node_id;
    const path = [...walk.visits.map(({ node_id }) => node_id), id];
    if (compiled.nodes.get(id)?.question.is_end) return { path, isRefused: false };
    const value = Object.hasOwn(answers, id) ? (answers[id] as Json) : null;
    const step = takeStep(compiled, walk, { node_id: id, value }, { ...context, isIssuedFile: () => true });
    if (step.kind !== "moved") return { path, isRefused: true };
    walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
  }
}

const pathOf = (graph: unknown, answers: Answers = {}) => {
  const { graph: walkable, stops } = walkableGraph(graph as Graph);
  const path = walked(compileGraph(walkable), answers).path;
  return { path, stop: stops.find(({ id }) => id === path.at(-1)) };
};

const first = node("a", "yes_no", {}, true);
const isYes = { op: "eq", right: "yes" };

describe("stops", () => {
  test("at a question with invalid settings, but not elsewhere", () => {
    const broken = node("b", "number", { min: 5, max: 1 });
    const graph = graphOf([first, broken, end()], [edge("a", "b", isYes), edge("a", "end"), edge("b", "end")]);
    expect(pathOf(graph, { a: "yes" })).toMatchObject({ path: ["a", "b"], stop: { reason: "node", node_id: "b" } });
    expect(pathOf(graph, { a: "no" })).toEqual({ path: ["a", "end"], stop: undefined });
  });

  test("at a rule that can't be evaluated, after the rules above it", () => {
    const edges = [edge("a", "end", isYes), edge("a", "end", { op: "eq", right: "maybe" }), edge("a", "end")];
    const graph = graphOf([first, end()], edges);
    expect(pathOf(graph, { a: "yes" }).path).toEqual(["a", "end"]);
    expect(pathOf(graph, { a: "no" })).toMatchObject({ stop: { reason: "edge", node_id: "a", edge_index: 1 } });
  });

  test("at a rule that goes to a question that doesn't exist", () => {
    const graph = graphOf([first, end()], [edge("a", "gone", isYes), edge("a", "end")]);
    expect(pathOf(graph, { a: "yes" })).toMatchObject({ stop: { reason: "edge", edge_index: 0 } });
  });

  test("if no rule matches", () => {
    const graph = graphOf([first, end()], [edge("a", "end", isYes)]);
    expect(pathOf(graph, { a: "no" })).toMatchObject({ stop: { reason: "no_edge", node_id: "a", edge_index: null } });
  });

  test("if the rules return to a question", () => {
    const graph = graphOf([first, end()], [edge("a", "a", isYes), edge("a", "end")]);
    expect(pathOf(graph, { a: "yes" })).toMatchObject({ stop: { reason: "cycle", node_id: "a", edge_index: 0 } });
  });

  test("at the start if none is chosen", () => {
    const graph = { ...chain(first), entry_node_id: null };
    expect(pathOf(graph)).toMatchObject({ path: [expect.any(String)], stop: { reason: "entry", node_id: null } });
  });
});

/** A valid form with one broken part, and answers for the valid form. */
const broken = publishableGraph().chain((graph) =>
  fc.record({
    answers: validAnswers(compileGraph(graph)).map((all) => Object.fromEntries(all) as Answers),
    graph: fc
      .record({ node: fc.nat(40), edge: fc.nat(60), to: fc.nat(40), breaks: fc.nat(4) })
      .map((choice) => brokenAt(graph, choice)),
  }),
);

function brokenAt(graph: Graph, at: { node: number; edge: number; to: number; breaks: number }): Graph {
  const place = at.edge % Math.max(1, graph.edges.length);
  const one = graph.nodes[at.node % graph.nodes.length]?.id;
  const changed = (change: object) =>
    graph.edges.map((edge, index) => (index === place ? { ...edge, ...change } : edge));
  if (at.breaks === 0) return { ...graph, edges: graph.edges.toSpliced(place, 1), fallback_end_node_id: null };
  if (at.breaks === 1) return { ...graph, edges: changed({ to: graph.nodes[at.to % graph.nodes.length]?.id }) };
  if (at.breaks === 2) return { ...graph, edges: changed({ condition: { op: "no" } }) };
  const nodes = graph.nodes.map((node) => (node.id === one ? { ...node, question_type: "hologram" } : node));
  return { ...graph, nodes: at.breaks === 3 ? nodes : graph.nodes.filter(({ id }) => id !== one) };
}

const stopped = { entry: "invalid_graph", node: "invalid_graph", edge: "invalid_graph", no_edge: "no_edge" } as const;

test("walks any draft like the simulation, up to the same error", () => {
  const drafts = fc.oneof(broken, fc.record({ graph: anyDraft(), answers: fc.constant({} as Answers) }));
  fc.assert(
    fc.property(drafts, ({ graph, answers }) => {
      const { graph: walkable, stops } = walkableGraph(graph);
      const { path, isRefused } = walked(compileGraph(walkable), answers);
      const simulated = simulate(graph, { answers, today: context.today });
      const stop = stops.find(({ id }) => id === path.at(-1));
      const passed = stop ? path.slice(0, -1) : path;
      expect(simulated.traversal_path.slice(0, passed.length)).toEqual(passed);
      if (isRefused) expect(simulated.stopped?.reason).toMatch(/^answer_/);
      else if (!stop) expect(simulated).toMatchObject({ is_complete: true, traversal_path: path });
      else if (stop.reason !== "cycle") {
        // an invalid fallback is an error of the graph, which the service reports at the node that needs it
        const isFallbackWrong = stop.reason === "no_edge" && graph.fallback_end_node_id != null;
        const reason = isFallbackWrong ? "invalid_graph" : stopped[stop.reason];
        expect(simulated.stopped).toMatchObject({ node_id: stop.node_id, reason });
      }
    }),
    { numRuns: 500 },
  );
});
