import fc from "fast-check";
import { analyze, errorsOf } from "../../../shared/domain/graph/analyze.ts";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import {
  type Step,
  scoreBreakdown,
  startWalk,
  takeStep,
  totalScore,
  type Walk,
} from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { anyDraft, context, hiddenValues, publishableGraph, validAnswers } from "../../support/graphs.ts";
import { partAt } from "../../support/problems.ts";

/** Guarantees about graphs without errors (decisions §4.4), on random graphs. `npm run test:exhaustive` tries more. */
const runs = Number(process.env.BRUTE_FORCE_RUNS ?? 100);

type Answers = ReadonlyMap<string, Json>;
interface Sample {
  graph: Graph;
  compiled: CompiledGraph;
  answers: Answers;
  others: Answers;
  hidden: Record<string, string>;
}

const sample: fc.Arbitrary<Sample> = publishableGraph().chain((graph) => {
  const compiled = compileGraph(graph);
  const answers = validAnswers(compiled);
  return fc.record({
    graph: fc.constant(graph),
    compiled: fc.constant(compiled),
    answers,
    others: answers,
    hidden: hiddenValues(),
  });
});

function moved(step: Step): Extract<Step, { kind: "moved" }> {
  if (step.kind !== "moved") throw new Error(JSON.stringify(step));
  return step;
}

function walkAfter(walk: Walk, step: Step): Walk {
  const { visits_kept, visit, next_node_id } = moved(step);
  return { ...walk, visits: [...walk.visits.slice(0, visits_kept), visit], current_node_id: next_node_id };
}

const answerOf = (answers: Answers, nodeId: string) => ({ node_id: nodeId, value: answers.get(nodeId) ?? null });

/** Continues a walk to an end. Fails after more steps than there are nodes. */
function walkToEnd(
  { compiled, answers }: Pick<Sample, "compiled" | "answers">,
  start: Walk,
): { walk: Walk; steps: Step[] } {
  const steps: Step[] = [];
  let walk = start;
  while (!compiled.nodes.get(walk.current_node_id)?.question.is_end) {
    const step = takeStep(compiled, walk, answerOf(answers, walk.current_node_id), context);
    steps.push(step);
    walk = walkAfter(walk, step);
    expect(steps.length).toBeLessThan(compiled.nodes.size);
  }
  return { walk, steps };
}

const pathOf = (walk: Walk) => [...walk.visits.map((visit) => visit.node_id), walk.current_node_id];

test("generated graphs can be published", () => {
  fc.assert(fc.property(publishableGraph(), (graph) => expect(errorsOf(analyze(graph))).toEqual([])));
});

test("every walk ends within as many steps as there are nodes, without repeating a node", () => {
  fc.assert(
    fc.property(sample, (sample) => {
      const { walk, steps } = walkToEnd(sample, startWalk(sample.compiled, sample.hidden));
      const path = pathOf(walk);
      expect(new Set(path).size).toBe(path.length);
      expect(moved(steps.at(-1) as Step)).toMatchObject({ is_complete: true, traversal_path: path });
      path.slice(1).forEach((to, index) => {
        const isEdge = sample.graph.edges.some((edge) => edge.from === path[index] && edge.to === to);
        expect(isEdge || to === sample.graph.fallback_end_node_id).toBe(true);
      });
    }),
  );
});

test("the total is the sum of the path, and the breakdown has the scored answers", () => {
  fc.assert(
    fc.property(sample, (sample) => {
      const { walk, steps } = walkToEnd(sample, startWalk(sample.compiled, sample.hidden));
      const breakdown = scoreBreakdown(walk.visits);
      expect(Object.values(breakdown).reduce((sum, points) => sum + points, 0)).toBe(totalScore(walk.visits));
      expect(moved(steps.at(-1) as Step).total_score).toBe(totalScore(walk.visits));
      const scored = walk.visits.filter(({ node_id, answer }) => {
        return answer !== null && sample.compiled.nodes.get(node_id)?.question.is_scored;
      });
      expect(Object.keys(breakdown).sort()).toEqual(scored.map((visit) => visit.node_id).sort());
    }),
  );
});

test("every repeated answer returns the first reply", () => {
  fc.assert(
    fc.property(sample, (sample) => {
      const { walk, steps } = walkToEnd(sample, startWalk(sample.compiled, sample.hidden));
      for (const [index, { node_id }] of walk.visits.entries()) {
        const { next_node_id, is_complete, traversal_path } = moved(steps[index] as Step);
        for (const back of [false, true]) {
          const again = takeStep(sample.compiled, walk, { ...answerOf(sample.answers, node_id), back }, context);
          expect(again).toEqual({ kind: "repeat", next_node_id, is_complete, traversal_path });
        }
      }
    }),
  );
});

test("going back and forward with the same answers gives the same walk", () => {
  fc.assert(
    fc.property(sample, fc.nat(), (sample, pick) => {
      const { walk } = walkToEnd(sample, startWalk(sample.compiled, sample.hidden));
      const visit = walk.visits[pick % Math.max(1, walk.visits.length)];
      if (!visit) return;
      const changed = { ...answerOf(sample.others, visit.node_id), back: true };
      const there = takeStep(sample.compiled, walk, changed, context);
      if (there.kind === "repeat") return;
      const astray = walkAfter(walk, there);
      const restored = { ...answerOf(sample.answers, visit.node_id), back: true };
      const again = walkToEnd(sample, walkAfter(astray, takeStep(sample.compiled, astray, restored, context)));
      expect(again.walk).toEqual(walk);
    }),
  );
});

test("analyze never throws, its paths exist, and graphs without problems can be walked", () => {
  fc.assert(
    fc.property(anyDraft(), anyDraft(), (draft, previous) => {
      const problems = analyze(draft, previous);
      const severities = problems.map((problem) => problem.severity);
      expect(severities).toEqual(severities.toSorted());
      for (const { path } of problems) expect(partAt(draft, path)).toBeDefined();
      if (errorsOf(problems).length === 0) expect(compileGraph(draft).entry_node_id).toBe(draft.entry_node_id);
      else expect(errorsOf(problems).length).toBe(severities.filter((severity) => severity === "error").length);
    }),
    { numRuns: 1000 },
  );
});

test("reports an edge of an end screen with an unfit condition", () => {
  const condition = { left: { type: "answer", node_id: "name" }, op: "between", right: [0, 0] };
  const nodes = [
    { id: "end", question_type: "end_screen", data: {} },
    { id: "name", question_type: "short_text", data: {} },
  ];
  const edges = [{ from: "end", to: "name", condition }];
  const draft = { schema_version: "2.0", entry_node_id: "end", nodes, edges } as unknown as Graph;
  expect(analyze(draft).map(({ code }) => code)).toContain("end_has_edges");
});

test("unsatisfiable conditions are never true, and shadowed edges are never taken", () => {
  fc.assert(
    fc.property(sample, (sample) => {
      const { graph, compiled, hidden } = sample;
      const codes = new Map(analyze(graph).map((problem) => [problem.edge_index, problem.code]));
      const { walk } = walkToEnd(sample, startWalk(compiled, hidden));
      for (const [at, { node_id }] of walk.visits.entries()) {
        const visits = walk.visits.slice(0, at + 1);
        const answers = new Map(visits.map((visit) => [visit.node_id, visit.answer]));
        const view = { answer: (id: string) => answers.get(id) ?? null, score: totalScore(visits), hidden };
        const edges = graph.edges.filter((edge) => edge.from === node_id);
        const holding = compiled.nodes.get(node_id)?.edges.map((edge) => edge.matches(view)) ?? [];
        for (const [place, edge] of edges.entries()) {
          const code = codes.get(graph.edges.indexOf(edge));
          if (code === "condition_unsatisfiable") expect(holding[place]).toBe(false);
          if (code === "edge_shadowed") expect(holding.indexOf(true)).not.toBe(place);
        }
      }
    }),
    { numRuns: runs },
  );
});

test("graphs proven without unconditional edges and fallback can be walked", () => {
  const daring = publishableGraph().map((graph) => withoutSafety(graph));
  let proven = 0;
  fc.assert(
    fc.property(
      daring.chain((graph) => {
        const isProven = errorsOf(analyze(graph)).length === 0;
        if (!isProven) return fc.constant(null);
        const compiled = compileGraph(graph);
        return fc.record({ compiled: fc.constant(compiled), answers: validAnswers(compiled), hidden: hiddenValues() });
      }),
      (sample) => {
        if (!sample) return;
        proven += 1;
        walkToEnd(sample, startWalk(sample.compiled, sample.hidden));
      },
    ),
    { numRuns: runs },
  );
  expect(proven).toBeGreaterThan(0);
});

/** Removes the unconditional edge of every second node that also has conditions. */
function withoutSafety(graph: Graph): Graph {
  const risky = new Set(graph.nodes.filter((_, index) => index % 2 === 0).map(({ id }) => id));
  const isConditional = (id: string) => graph.edges.some((edge) => edge.from === id && edge.condition !== null);
  const edges = graph.edges.filter((edge) => {
    return !(edge.condition === null && risky.has(edge.from) && isConditional(edge.from));
  });
  return { ...graph, fallback_end_node_id: null, edges };
}
