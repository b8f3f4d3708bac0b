import { readdirSync, readFileSync } from "node:fs";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { startWalk, takeStep } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";

/**
 * Published instruments as graphs, checked against their manuals' scores, bounds and skip rules. Each file has known results
 * (`vectors`). Skipped questions are absent from `answers`.
 */
interface Vector {
  name: string;
  answers: Record<string, Json>;
  hidden?: Record<string, string>;
  total_score: number;
  end_node_id: string;
  path?: string[];
}

interface Questionnaire {
  source: { citation: string; licence: string; url: string };
  title: string;
  graph: Graph;
  vectors: Vector[];
}

const folder = new URL("../../../shared/domain/samples/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
const read = (file: string): Questionnaire => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

/** Answers node after node until an end screen. Fails at the first node that doesn't move the walk. */
function walkThrough(graph: Graph, vector: Vector) {
  const compiled = compileGraph(graph);
  let walk = startWalk(compiled, vector.hidden ?? {});
  for (;;) {
    const nodeId = walk.current_node_id;
    const step = { node_id: nodeId, value: vector.answers[nodeId] ?? null };
    const moved = takeStep(compiled, walk, step, { today: "2026-06-01", isIssuedFile: () => true });
    if (moved.kind !== "moved") throw new Error(`${nodeId}: ${JSON.stringify(moved)}`);
    const visits = [...walk.visits.slice(0, moved.visits_kept), moved.visit];
    walk = { ...walk, visits, current_node_id: moved.next_node_id };
    if (moved.is_complete) return { ...moved, answered: visits.filter((visit) => visit.answer !== null) };
  }
}

test("includes every instrument", () => {
  expect(files.sort()).toEqual(
    ["all-types", "audit", "gad-7", "nps", "phq-9", "sus", "who-5"].map((name) => `${name}.json`),
  );
});

describe.each(files)("%s", (file) => {
  const { source, title, graph, vectors } = read(file);

  test("names its source, license and URL", () => {
    expect(source).toEqual({ citation: expect.any(String), licence: expect.any(String), url: expect.any(String) });
    expect(new URL(source.url).protocol).toBe("https:");
    expect(title).not.toBe("");
  });

  test("is valid without problems", () => expect(analyze(graph)).toEqual([]));

  test.each(vectors.map((vector) => [vector.name, vector] as const))("%s", (_name, vector) => {
    const { total_score, next_node_id, traversal_path, answered } = walkThrough(graph, vector);
    expect({ total_score, end_node_id: next_node_id }).toEqual({
      total_score: vector.total_score,
      end_node_id: vector.end_node_id,
    });
    // an answer to a node that the walk skips would be a mistake in the file
    expect(answered.map((visit) => visit.node_id).sort()).toEqual(Object.keys(vector.answers).sort());
    if (vector.path) expect(traversal_path).toEqual(vector.path);
  });

  test("its vectors reach every end screen and every node", () => {
    const reached = new Set(vectors.flatMap((vector) => walkThrough(graph, vector).traversal_path));
    expect([...reached].sort()).toEqual(graph.nodes.map((node) => node.id).sort());
  });
});

test("all-types.json uses every question type", () => {
  const used = new Set(read("all-types.json").graph.nodes.map((node) => node.question_type));
  expect([...used].sort()).toEqual([...questionTypes].sort());
});
