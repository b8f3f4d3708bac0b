import vm from "node:vm";
import { build } from "esbuild";
import { analyze, errorsOf } from "../../../shared/domain/graph/analyze.ts";
import * as compiling from "../../../shared/domain/graph/compile.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import * as walking from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { upTo, within } from "../../support/budget.ts";
import { context } from "../../support/graphs.ts";
import { edgeExpanded, pick, type Random, randomOf, showIfGraph } from "../../support/showIfGraphs.ts";

/**
 * 20,000 walks through random graphs with `show_if` take the same path and earn the same total as their twins with edges only, in
 * the service's code and in its browser build (features §11.1).
 */
const graphs = 1_000;
/** ms of CPU time for them */
const budget = 3_000;
const walksPerGraph = 20;

type Engine = Pick<typeof compiling, "compileGraph"> & Pick<typeof walking, "startWalk" | "takeStep">;
const service: Engine = { ...compiling, ...walking };
let browser: Engine;

beforeAll(async () => {
  const contents = `
    export { compileGraph } from "./shared/domain/graph/compile.ts";
    export { startWalk, takeStep } from "./shared/domain/graph/traverse.ts";
  `;
  const bundle = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/../../..` },
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "walking",
  });
  const sandbox: { walking?: Engine } = {};
  vm.runInNewContext(`${bundle.outputFiles[0]?.text}; globalThis.walking = walking`, Object.assign(sandbox, { URL }));
  browser = sandbox.walking as Engine;
});

interface Submitted {
  node_id: string;
  value: Json;
  back?: boolean;
}

/** Walks with these submissions and returns all replies as JSON, to compare them across realms. */
function replies({ compileGraph, startWalk, takeStep }: Engine, graph: Graph, submitted: Submitted[], plan: string) {
  const compiled = compileGraph(graph);
  let walk = startWalk(compiled, { plan });
  return submitted.map((submission) => {
    const step = takeStep(compiled, walk, submission, context);
    if (step.kind === "moved") {
      const visits = [...walk.visits.slice(0, step.visits_kept), step.visit];
      walk = { ...walk, visits, current_node_id: step.next_node_id };
    }
    return JSON.stringify(step);
  });
}

/** Walks at random, sometimes back, and returns the accepted submissions and the answers on the path. */
function randomWalk(graph: Graph, answers: ReadonlyMap<string, readonly Json[]>, random: Random, plan: string) {
  const compiled = compiling.compileGraph(graph);
  let walk = walking.startWalk(compiled, { plan });
  const submitted: Submitted[] = [];
  for (let tries = 0; tries < 40 && !compiled.nodes.get(walk.current_node_id)?.question.is_end; tries += 1) {
    const back = walk.visits.length > 0 && random() < 0.2;
    const id = back ? pick(random, walk.visits).node_id : walk.current_node_id;
    const value = random() < 0.15 ? null : pick(random, answers.get(id) ?? []);
    const submission = { node_id: id, value, ...(back && { back }) };
    const step = walking.takeStep(compiled, walk, submission, context);
    if (step.kind === "invalid") continue;
    submitted.push(submission);
    if (step.kind !== "moved") continue;
    const visits = [...walk.visits.slice(0, step.visits_kept), step.visit];
    walk = { ...walk, visits, current_node_id: step.next_node_id };
  }
  return { submitted, walk };
}

test("graphs with show_if walk like their twins with edges only", () => {
  const random = randomOf(20_260_101);
  let tried = 0;
  let passed = 0;
  for (const count of within(budget, upTo(graphs))) {
    tried += 1;
    const { graph, answers } = showIfGraph(random);
    if (count % 20 === 0) expect(errorsOf(analyze(graph))).toEqual([]);
    const twin = edgeExpanded(graph);
    for (let walkCount = 0; walkCount < walksPerGraph; walkCount += 1) {
      const plan = pick(random, ["", "pro"]);
      const { submitted, walk } = randomWalk(graph, answers, random, plan);
      const own = replies(service, graph, submitted, plan);
      const others = replies(service, twin, submitted, plan);
      if (own.join() !== others.join()) expect({ graph, own }).toEqual({ graph, own: others });
      if (walkCount < 4) expect(replies(browser, graph, submitted, plan)).toEqual(own);
      if (walkCount === 0) {
        const given = Object.fromEntries(
          walk.visits.flatMap(({ node_id, answer }) => (answer === null ? [] : [[node_id, answer]])),
        );
        const { traversal_path, steps, total_score } = simulate(graph, {
          answers: given,
          hidden: { plan },
          today: "2026-06-01",
        });
        expect(traversal_path.slice(0, walk.visits.length)).toEqual(walk.visits.map(({ node_id }) => node_id));
        expect(total_score).toBe(walking.totalScore(walk.visits));
        passed += steps.filter(({ passed_over }) => passed_over).length;
      }
    }
  }
  expect(passed).toBeGreaterThan(tried / 4);
});
