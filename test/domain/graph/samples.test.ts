import { readdirSync, readFileSync } from "node:fs";
import { chance } from "../../../deploy/demo/chance.ts";
import { answer } from "../../../deploy/demo/respondent.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { resultsOf } from "../../../shared/domain/graph/calculations/results.ts";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import type { CalculationResults } from "../../../shared/domain/graph/shapes/calculation.ts";
import { startWalk, takeStep, viewOf, type Walk } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";

/**
 * The sample forms. Published instruments name their source and have known results from their manuals (`vectors`). Skipped
 * questions are absent from `answers`.
 */
interface Vector {
  name: string;
  answers: Record<string, Json>;
  hidden?: Record<string, string>;
  total_score: number;
  calculations?: CalculationResults;
  end_node_id: string;
  path?: string[];
}

interface Sample {
  title: string;
  category?: string;
  source?: { citation: string; licence: string; url: string };
  graph: Graph;
  vectors?: Vector[];
}

const folder = new URL("../../../shared/domain/samples/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
const read = (file: string): Sample => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

/** Answers node after node until an end screen. `answerOf` returns another answer if the first ones are refused. */
function walkThrough(compiled: CompiledGraph, answerOf: (nodeId: string) => Json, hidden: Record<string, string> = {}) {
  const today = new Date().toISOString().slice(0, 10);
  let walk: Walk = startWalk(compiled, hidden, today);
  for (let attempt = 1; ; ) {
    const nodeId = walk.current_node_id;
    const step = { node_id: nodeId, value: answerOf(nodeId) };
    const moved = takeStep(compiled, walk, step, { today, isIssuedFile: () => true });
    if (moved.kind !== "moved") {
      if (++attempt > 200) throw new Error(`${nodeId}: ${JSON.stringify({ step, moved })}`);
      continue;
    }
    const visits = [...walk.visits.slice(0, moved.visits_kept), moved.visit];
    walk = { ...walk, visits, current_node_id: moved.next_node_id };
    if (moved.is_complete) {
      const { calculations } = compiled;
      const reader = calculations?.reader(viewOf(compiled, visits, walk));
      return {
        ...moved,
        answered: visits.filter((visit) => visit.answer !== null),
        calculations: calculations && reader ? resultsOf(calculations, reader) : {},
      };
    }
  }
}

const withVector = (graph: CompiledGraph, { answers, hidden }: Vector) =>
  walkThrough(graph, (nodeId) => answers[nodeId] ?? null, hidden);

/** Returns the path of a respondent with random plausible answers. */
function randomPath(compiled: CompiledGraph, nodes: ReadonlyMap<string, GraphNode>, seed: number): string[] {
  const luck = chance(seed);
  return walkThrough(compiled, (nodeId) => {
    const node = nodes.get(nodeId);
    // a mood of their own, so that an option that isn't offered doesn't come up again and again
    // what people upload isn't made up for demos
    if (node?.question_type === "file_upload") return ["https://example.org/1"];
    return node ? answer(node, chance(luck.integer(0, 2 ** 31))) : null;
  }).traversal_path;
}

test("has a template of each instrument, and at least two in each category", () => {
  const instruments = files.filter((file) => read(file).category && read(file).source);
  expect(instruments).toEqual(
    ["audit", "dass-21", "gad-7", "nps", "phq-9", "sus", "who-5"].map((name) => `${name}.json`),
  );
  const categories = Map.groupBy(files, (file) => read(file).category);
  for (const category of ["feedback", "health", "events", "hr", "education", "sales"]) {
    expect([category, (categories.get(category) ?? []).length >= 2]).toEqual([category, true]);
  }
});

describe.each(files)("%s", (file) => {
  const { source, title, graph, vectors } = read(file);
  const compiled = compileGraph(graph);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));

  test("has a title, and a source only with a license and URL", () => {
    expect(title).not.toBe("");
    if (!source) return;
    expect(source).toEqual({ citation: expect.any(String), licence: expect.any(String), url: expect.any(String) });
    expect(new URL(source.url).protocol).toBe("https:");
  });

  // only texts that were published with an instrument are translated
  test("is valid without problems", () =>
    expect(analyze(graph).filter(({ code }) => code !== "translation_missing")).toEqual([]));

  if (vectors) {
    test.each(vectors.map((vector) => [vector.name, vector] as const))("%s", (_name, vector) => {
      const { total_score, next_node_id, traversal_path, answered, calculations } = withVector(compiled, vector);
      expect({ total_score, end_node_id: next_node_id, calculations }).toEqual({
        total_score: vector.total_score,
        end_node_id: vector.end_node_id,
        calculations: vector.calculations ?? {},
      });
      // an answer to a node that the walk skips would be a mistake in the file
      expect(answered.map((visit) => visit.node_id).sort()).toEqual(Object.keys(vector.answers).sort());
      if (vector.path) expect(traversal_path).toEqual(vector.path);
    });
  }

  test("reaches every end screen and every node", () => {
    const paths = vectors
      ? vectors.map((vector) => withVector(compiled, vector).traversal_path)
      : Array.from({ length: 300 }, (_, seed) => randomPath(compiled, nodes, seed));
    expect([...new Set(paths.flat())].sort()).toEqual(graph.nodes.map((node) => node.id).sort());
  });
});

test("all-types.json uses every question type", () => {
  const used = new Set(read("all-types.json").graph.nodes.map((node) => node.question_type));
  expect([...used].sort()).toEqual([...questionTypes].sort());
});

test("dass-21.json has the items and severities of the manual", () => {
  const { calculations = [] } = read("dass-21.json").graph;
  const scales = calculations.map(({ key, value, bands = [] }) => ({
    key,
    items: JSON.stringify(value)
      .match(/(?<=q)\d+/g)
      ?.map(Number),
    from: bands.map(({ from }) => from),
  }));
  expect(scales).toEqual([
    { key: "depression", items: [3, 5, 10, 13, 16, 17, 21], from: [0, 10, 14, 21, 28] },
    { key: "anxiety", items: [2, 4, 7, 9, 15, 19, 20], from: [0, 8, 10, 15, 20] },
    { key: "stress", items: [1, 6, 8, 11, 12, 14, 18], from: [0, 15, 19, 26, 34] },
  ]);
});

test("patient-intake.json has 60 questions, event-registration.json three pages", () => {
  const questions = read("patient-intake.json").graph.nodes.filter(
    ({ question_type: type }) => !type.endsWith("_screen"),
  );
  expect(questions).toHaveLength(60);
  expect(read("event-registration.json").graph.pages).toHaveLength(3);
});
