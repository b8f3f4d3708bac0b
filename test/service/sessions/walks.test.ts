import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import { totalScore } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { hiddenValues, publishableGraph, validAnswer } from "../../support/graphs.ts";
import { detail, next, outcomes, type Stage, start, startSessions, stored } from "./stage.ts";

/** After any steps, a process's cached session equals the database, and the path has no gap. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

interface Move {
  /** An answer per node, without files, because none were uploaded. */
  answers: ReadonlyMap<string, Json>;
  /** Which of the nodes so far is meant: the current one or a passed one. */
  nodeIndex: number;
  isForward: boolean;
  back: boolean;
  /** Sends the next node of the path along. */
  isSeveral: boolean;
  process: number;
  times: number;
}

const moves = (graph: CompiledGraph): fc.Arbitrary<Move[]> => {
  const nodes = [...graph.nodes.values()];
  const answers = fc
    .tuple(
      ...nodes.map(({ question }) => (question.type === "file_upload" ? fc.constant(null) : validAnswer(question))),
    )
    .map((values) => new Map(nodes.map(({ id }, at) => [id, values[at] ?? null])));
  const move = fc.record({
    answers,
    nodeIndex: fc.nat({ max: 8 }),
    isForward: fc.boolean(),
    back: fc.boolean(),
    isSeveral: fc.boolean(),
    process: fc.constantFrom(0, 0, 0, 1),
    times: fc.constantFrom(1, 1, 1, 2, 3),
  });
  return fc.array(move, { minLength: 1, maxLength: 20 });
};

const walks = fc
  .boolean()
  .chain(publishableGraph)
  .chain((graph) =>
    fc.record({
      graph: fc.constant(withOptionalFiles(graph)),
      hidden: hiddenValues(),
      moves: moves(compileGraph(graph)),
    }),
  );

function withOptionalFiles(graph: Graph): Graph {
  const nodes = graph.nodes.map((node) =>
    node.question_type === "file_upload" ? { ...node, data: { ...node.data, is_required: false } } : node,
  );
  return { ...graph, nodes };
}

test("stays consistent after any sequence of steps, repeats and steps back", async () => {
  await fc.assert(
    fc.asyncProperty(walks, async ({ graph, hidden, moves }) => {
      const id = await start(stage.call, await stage.newForm(graph), { ...hidden });
      for (const move of moves) {
        await runMove(id, move);
        await assertConsistent(id);
      }
    }),
    { numRuns: 60 },
  );
});

async function runMove(id: string, move: Move): Promise<void> {
  const { answers, nodeIndex, isForward, back, isSeveral, process, times } = move;
  const { visits, current_node_id } = await stored(stage, id);
  const path = [...visits.map((visit) => visit.node_id), current_node_id];
  const nodeId = isForward ? current_node_id : (path[nodeIndex % path.length] as string);
  const { call } = stage.processes[process] as Stage["processes"][number];
  const following = path[path.indexOf(nodeId) + 1] ?? nodeId;
  const several = [nodeId, following].map((it) => ({ node_id: it, value: answers.get(it) ?? null }));
  const send = () =>
    isSeveral
      ? call("sessions.answers", { session_id: id, body: { answers: several, back } })
      : next(call, id, nodeId, answers.get(nodeId), { back });
  const { errors } = await outcomes(Array.from({ length: times }, send));
  for (const error of errors) expect([400, 409]).toContain(error.code);
}

async function assertConsistent(id: string): Promise<void> {
  const state = await stored(stage, id);
  const isCurrent = (warm: { revision: number }) => warm.revision === state.revision;
  const warm = stage.processes
    .map(({ service }) => service.respondents.warm.get(id))
    .filter((known) => known !== undefined);
  for (const known of warm.filter(isCurrent)) expect(known).toEqual(state);
  const { rows } = await stage.database.query(
    "select seq from sessions.visits where session_id = $1 and seq is not null order by seq",
    [id],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at));
  const seen = await detail(stage, id);
  expect(new Set(seen.traversal_path).size).toBe(seen.traversal_path.length);
  expect(seen.answers).toHaveLength(seen.answers_count);
  const awarded = seen.answers.reduce((sum, { score_awarded }) => sum + (score_awarded ?? 0), 0);
  expect([seen.total_score, totalScore(state.visits)]).toEqual([awarded, awarded]);
  const texts = [state.hidden, ...seen.answers.map(({ answer }) => answer)].map((value) => JSON.stringify(value));
  expect(state.answers_bytes).toBe(Buffer.byteLength(texts.join("")));
}
