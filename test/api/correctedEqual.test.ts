import fc from "fast-check";
import { parseString } from "fast-csv";
import { compileGraph } from "../../shared/domain/graph/compile.ts";
import { startWalk, takeStep, type Walk } from "../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../shared/domain/graph/types.ts";
import { expecting, type Owner, owner, publishForm, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { context, publishableGraph, validAnswers, withPages } from "../support/graphs.ts";

/** Corrected responses equal, in every read, responses that were answered that way from the start (features §18.1). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

type Answers = Record<string, Json>;

const bands = [{ key: "low", from: -1e6, to: 0, label: "Low" }];
const calculations = [{ key: "doubled", title: "Doubled", value: { multiply: [{ total: true }, 2] }, bands }];

const limitable = new Set(["multiple_choice", "picture_choice", "dropdown", "checkbox"]);

/** Limits the places of the first of several options of each question. */
function withLimits(graph: Graph): Graph {
  const nodes = graph.nodes.map((node) => {
    const { options } = (node.data.config ?? {}) as { options?: object[] };
    if (!limitable.has(node.question_type) || !options || options.length < 2) return node;
    const limited = options.map((option, at) => (at === 0 ? { ...option, limit: 10 } : option));
    return { ...node, data: { ...node.data, config: { ...node.data.config, options: limited } } };
  });
  return { ...graph, nodes } as Graph;
}

/** Random graphs with points, pages, conditions, limits and a calculation, and two ways to answer each several times. */
const samples = fc.sample(
  publishableGraph(true)
    .chain(withPages)
    .map(withLimits)
    .filter(({ nodes }) => !nodes.some(({ question_type }) => question_type === "file_upload"))
    .chain((graph) => {
      const answers = validAnswers(compileGraph(graph)).map((given): Answers => Object.fromEntries(given));
      return fc.tuple(fc.constant(graph), fc.array(fc.tuple(answers, answers), { minLength: 3, maxLength: 3 }));
    }),
  { seed: 20_261_127, numRuns: 25 },
);

test("is so for random graphs", async () => {
  let corrected = 0;
  expect(samples.filter(([graph]) => JSON.stringify(graph).includes('"limit":10')).length).toBeGreaterThan(3);
  for (const [graph, ways] of samples) corrected += await compareOn(graph, ways);
  expect(corrected).toBeGreaterThan(20);
}, 240_000);

/** Returns how many sessions were corrected. */
async function compareOn(graph: Graph, ways: [Answers, Answers][]): Promise<number> {
  const sample = { ...graph, calculations };
  const possible = ways.flatMap(([before, after]) => {
    const paths = [before, after].map((answers) => walkedBy(sample as unknown as Graph, answers));
    return paths.every((path) => path !== null) ? [{ before: paths[0] as Answers, after: paths[1] as Answers }] : [];
  });
  if (possible.length === 0) return 0;
  const slugs = [await publishForm(me, sample), await publishForm(me, sample)] as const;
  for (const { before, after } of possible) {
    const session = await walk(slugs[0], before);
    const path = `/api/v2/form/${slugs[0]}/responses/${session}/answers/`;
    const { body } = await expecting(200, me.patch(path, { answers: after }));
    // also the old answers that stay on the path, where `after` skips
    const final = Object.fromEntries(
      body.answers.map(({ node_id, answer }: { node_id: string; answer: Json }) => [node_id, answer]),
    );
    await walk(slugs[1], final);
  }
  await eventually(async () => {
    const [one, other] = await Promise.all(slugs.map(readsOf));
    expect(one).toEqual(other);
  });
  return possible.length;
}

/** Returns the answers on the path that these lead to, with null for skipped questions. Null if one is refused. */
function walkedBy(graph: Graph, answers: Answers): Answers | null {
  const compiled = compileGraph(graph);
  let at: Walk = startWalk(compiled);
  const given: Answers = {};
  for (;;) {
    const node = compiled.nodes.get(at.current_node_id);
    if (!node || node.question.is_end) return given;
    const value = Object.hasOwn(answers, node.id) ? (answers[node.id] ?? null) : null;
    const step = takeStep(compiled, at, { node_id: node.id, value }, context);
    if (step.kind !== "moved") return null;
    if (!node.question.is_screen) given[node.id] = step.visit.answer;
    at = { ...at, visits: [...at.visits, step.visit], current_node_id: step.next_node_id };
  }
}

/** Everything that owners read of a form's responses, without ids, times and revisions. */
async function readsOf(slug: string) {
  const at = `/api/v2/form/${slug}`;
  const [places, list, insights, csv] = await Promise.all([
    expecting(200, me.get(`/api/v2/r/${slug}/places/`)),
    expecting(200, me.get(`${at}/responses/?include=answers&limit=100`)),
    expecting(200, me.get(`${at}/insights/`)),
    expecting(200, me.get(`${at}/responses/export/?scores=true`)),
  ]);
  const details = await Promise.all(
    list.body.results.map(async ({ id }: { id: string }) => {
      const { body } = await expecting(200, me.get(`${at}/responses/${id}/`));
      const { score_breakdown, traversal_path, calculations: values, total_score, answers_count } = body;
      const answers = body.answers.map(({ node_id, answer, score_awarded }: Record<string, Json>) => [
        node_id,
        answer,
        score_awarded,
      ]);
      return { score_breakdown, traversal_path, values, total_score, answers_count, answers };
    }),
  );
  const rows = list.body.results.map(({ answers, total_score }: Record<string, Json>) => ({ answers, total_score }));
  const { questions, score, sessions, calculations: figures } = insights.body;
  return {
    places: places.body,
    details,
    rows,
    table: await tableOf(csv.body),
    insights: { questions, score, figures, sessions: { ...sessions, median_duration_seconds: 0 } },
  };
}

/** Columns of ids and times differ. */
const own = new Set(["session_id", "started_at", "completed_at", "duration_seconds"]);

async function tableOf(text: string): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  await new Promise<void>((done, fail) => {
    parseString(text, { headers: (names) => names.map((name, at) => `${at} ${name}`) })
      .on("error", fail)
      .on("data", (row: Record<string, string>) => {
        rows.push(Object.fromEntries(Object.entries(row).filter(([name]) => !own.has(name.replace(/^\d+ /, "")))));
      })
      .on("end", () => done());
  });
  return rows;
}
