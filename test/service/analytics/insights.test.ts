import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { InsightsQuery, WholeInsights } from "../../../shared/api/shapes/insights.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { validAnswers } from "../../support/graphs.ts";
import { earlier } from "../../support/onCitus.ts";
import { sampleForm } from "../../support/sampleForms.ts";
import { exported, failure, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** Insights (decisions §6, features §19), compared with numbers computed from the exported NDJSON. */
const { graph: sample } = sampleForm("all-types");
const graph = { ...sample, pages: [{ id: "first", node_ids: [sample.entry_node_id ?? ""] }] };
const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
const sessionCount = 300;

let stage: Stage;
let form: FormReference;

beforeAll(async () => {
  stage = await startStage();
  form = await stage.newForm(graph);
  const compiled = compileGraph(graph);
  const walkers = fc.sample(fc.tuple(validAnswers(compiled), fc.integer({ min: 1, max: 40 }), fc.boolean()), {
    numRuns: sessionCount,
    seed: 7,
  });
  for (let at = 0; at < walkers.length; at += 30) {
    await Promise.all(walkers.slice(at, at + 30).map((walker) => walk(...walker)));
    if (at === 120) await stage.publish(form, graph);
  }
  await spreadTimes();
});
afterAll(() => stage.stop());

/** Takes at most `steps` steps and completes at an end. */
async function walk(answers: ReadonlyMap<string, Json>, steps: number, isVip: boolean): Promise<void> {
  const hidden: Record<string, string> = isVip ? { ticket: "vip" } : {};
  const sessionId = await respond(stage.call, form.slug, { hidden, isCompleted: false });
  let nodeId = graph.entry_node_id ?? "";
  for (let step = 0; step < steps; step += 1) {
    const value = nodes.get(nodeId)?.question_type === "file_upload" ? null : (answers.get(nodeId) ?? null);
    const next = await stage.call("sessions.next", { session_id: sessionId, body: { node_id: nodeId, value } });
    nodeId = next.next_node_id;
    if (next.is_complete) {
      await stage.call("sessions.complete", { session_id: sessionId });
      return;
    }
  }
}

const below = (limit: number) => Math.floor(Math.random() * limit);

/** Gives sessions realistic times. A third of those who left are abandoned. */
async function spreadTimes(): Promise<void> {
  const visits = await stage.database.query("select session_id, node_id from sessions.visits");
  for (const { session_id, node_id } of visits.rows)
    await stage.database.query(
      `update sessions.visits set shown_at = ${earlier("answered_at", "$3 * interval '1 millisecond'")}
        where session_id = $1 and node_id = $2`,
      [session_id, node_id, below(90_000)],
    );
  const sessions = await stage.database.query("select id, status from sessions.sessions");
  for (const { id, status } of sessions.rows)
    await stage.database.query(
      `update sessions.sessions set started_at = ${earlier("started_at", "$2 * interval '1 millisecond'")}, status = $3
        where id = $1`,
      [id, below(345_600_000), status === "in_progress" && below(10) < 3 ? "abandoned" : status],
    );
}

async function details(query: InsightsQuery): Promise<SessionDetail[]> {
  const { text } = await exported(stage, form.slug, { ...query, format: "json" });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const insights = (query: InsightsQuery = {}, slug = form.slug): Promise<WholeInsights> =>
  stage.call("analytics.insights", { caller: stage.caller, slug, query }) as Promise<WholeInsights>;

const middle = (numbers: number[]): number | null => {
  const sorted = numbers.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
};
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function bruteSessions(sessions: SessionDetail[]): WholeInsights["sessions"] {
  const of = (status: string) => sessions.filter((session) => session.status === status);
  const completed = of("completed");
  return {
    started: sessions.length,
    completed: completed.length,
    abandoned: of("abandoned").length,
    in_progress: of("in_progress").length,
    completion_rate: ratio(completed.length, sessions.length),
    median_duration_seconds: middle(completed.map((session) => session.duration_seconds ?? Number.NaN)),
  };
}

function bruteDays(sessions: SessionDetail[]): WholeInsights["by_day"] {
  const byDay = Map.groupBy(sessions, ({ started_at }) => started_at.slice(0, 10));
  return [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, ofDay]) => ({
      date,
      started: ofDay.length,
      completed: ofDay.filter(({ status }) => status === "completed").length,
    }));
}

function bruteFunnel(sessions: SessionDetail[]): WholeInsights["funnel"] {
  return graph.nodes.map(({ id, data }) => {
    const reached = sessions.filter(({ traversal_path }) => traversal_path.includes(id)).length;
    const answers = sessions.flatMap((session) => session.answers.filter(({ node_id }) => node_id === id));
    const left = sessions.filter((one) => one.status !== "completed" && one.traversal_path.at(-1) === id).length;
    return {
      node_id: id,
      page_id: id === graph.entry_node_id ? "first" : null,
      title: data.title ?? "",
      reached,
      answered: answers.length,
      skipped: reached - answers.length - left,
      left,
      drop_off_rate: ratio(left, reached),
      median_seconds: middle(answers.map(({ time_spent_seconds }) => time_spent_seconds)),
    };
  });
}

const answersTo = (sessions: SessionDetail[], id: string): Json[] =>
  sessions.flatMap((session) => session.answers.filter(({ node_id }) => node_id === id).map(({ answer }) => answer));

/** Counts each given value. */
function bruteDistribution(answers: Json[], type: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const cells = type === "matrix" ? Object.entries(answer as object).map((cell) => cell.join(".")) : [answer].flat();
    for (const value of type === "ranking" ? cells.slice(0, 1) : cells) {
      counts[String(value)] = (counts[String(value)] ?? 0) + 1;
    }
  }
  return counts;
}

function assertQuestions(given: WholeInsights["questions"], sessions: SessionDetail[]): void {
  const asked = graph.nodes.filter(({ question_type }) => !question_type.endsWith("_screen"));
  expect(given.map(({ node_id }) => node_id)).toEqual(asked.map(({ id }) => id));
  for (const question of given) {
    const { node_id, question_type, answers, rows, fields } = question;
    const all = answersTo(sessions, node_id);
    expect([node_id, answers]).toEqual([node_id, all.length]);
    const records = question_type === "records" ? (all as Record<string, Json>[][]) : null;
    assertFigures(question, question_type, records ? records.map(({ length }) => length) : all);
    expect(rows).toBe(records?.flat().length);
    for (const { key, answers: cells, question_type: type, ...figures } of fields ?? []) {
      const values = (records ?? []).flat().flatMap((row) => row[key] ?? []);
      const filled = (records ?? []).flat().filter((row) => row[key] !== undefined).length;
      expect([node_id, key, cells]).toEqual([node_id, key, filled]);
      assertFigures(figures, type, values);
    }
  }
}

type Figures = Pick<WholeInsights["questions"][number], "statistics" | "distribution" | "histogram">;

function assertFigures({ statistics, distribution, histogram }: Figures, type: string, all: Json[]): void {
  const numbers = all.filter((answer) => typeof answer === "number");
  expect(histogram !== undefined).toBe(statistics !== undefined);
  if (histogram) assertHistogram(histogram, numbers);
  if (statistics && numbers.length > 0) {
    expect(statistics).toEqual({
      min: Math.min(...numbers),
      max: Math.max(...numbers),
      mean: expect.closeTo(numbers.reduce((a, b) => a + b) / numbers.length, 9),
      median: middle(numbers),
    });
  }
  if (!distribution) return;
  const given = distribution.filter(({ count }) => count > 0).map(({ value, count }) => [value ?? "", count]);
  const brute = bruteDistribution(all, type);
  const named = new Set(distribution.map(({ value }) => value));
  const other = Object.entries(brute).filter(([value]) => !named.has(value));
  const rest = other.reduce((sum, [, count]) => sum + count, 0);
  const known = Object.entries(brute).filter(([value]) => named.has(value));
  expect(Object.fromEntries(given)).toEqual(Object.fromEntries([...known, ...(rest > 0 ? [["", rest]] : [])]));
}

function assertScore({ min, median, max, histogram }: WholeInsights["score"], sessions: SessionDetail[]): void {
  const scores = sessions.flatMap(({ status, total_score }) => (status === "completed" ? [total_score] : []));
  const isEmpty = scores.length === 0;
  expect([min, median, max]).toEqual([
    isEmpty ? null : Math.min(...scores),
    middle(scores),
    isEmpty ? null : Math.max(...scores),
  ]);
  assertHistogram(histogram, scores);
}

function assertHistogram(histogram: WholeInsights["score"]["histogram"], numbers: readonly number[]): void {
  expect(histogram.length).toBeLessThanOrEqual(20);
  for (const [index, { from, to, count }] of histogram.entries()) {
    const isIn = (number: number) =>
      number >= from && (number < to || (index === histogram.length - 1 && number === to));
    expect(count).toBe(numbers.filter((number) => isIn(number) || number === from).length);
  }
  expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

test.each<[string, () => InsightsQuery]>([
  ["everything", () => ({})],
  ["a status", () => ({ status: "completed" })],
  ["sessions in progress", () => ({ status: "in_progress" })],
  ["a version", () => ({ version: 1 })],
  ["days", () => ({ started_at_from: day(3), started_at_to: day(1) })],
  ["nothing", () => ({ started_at_to: "2020-01-01" })],
])("equals a count by hand for %s", async (_name, query) => {
  const [sessions, given] = [await details(query()), await insights(query())];
  if (_name === "everything") expect(sessions).toHaveLength(sessionCount);
  expect(given.sessions).toEqual(bruteSessions(sessions));
  expect(given.by_day).toEqual(bruteDays(sessions));
  expect(given.funnel).toEqual(bruteFunnel(sessions));
  assertQuestions(given.questions, sessions);
  assertScore(given.score, sessions);
});

it("counts the period right before for compare=previous", async () => {
  const [from, to] = [day(1), day(0)];
  const given = await insights({ started_at_from: from, started_at_to: to, compare: "previous", status: "completed" });
  const sessions = await details({ started_at_from: day(3), started_at_to: day(2), status: "completed" });
  expect(sessions.length).toBeGreaterThan(0);
  expect(given.previous?.sessions).toEqual(bruteSessions(sessions));
  assertScore(given.previous?.score as WholeInsights["score"], sessions);
  expect(given).toEqual({
    ...(await insights({ started_at_from: from, started_at_to: to, status: "completed" })),
    previous: given.previous,
  });
});

it("has no previous period unless asked, and rejects compare without a start", async () => {
  expect((await insights({ started_at_from: day(1) })).previous).toBeNull();
  expect(await failure(insights({ compare: "previous", started_at_to: day(1) }))).toMatchObject({ code: 400 });
});

test("has the labels that respondents saw, and a distribution or statistics by type", async () => {
  const { questions } = await insights();
  const of = (id: string) => questions.find(({ node_id }) => node_id === id);
  expect(of("role")?.distribution?.every(({ label }) => label !== "")).toBe(true);
  expect(of("aspects")?.distribution?.[0]?.label).toMatch(/ - /);
  expect(of("consent")?.distribution?.map(({ value }) => value)).toEqual(["yes", "no"]);
  expect(of("recommend")?.statistics).toBeDefined();
  expect(of("name")).toEqual({
    node_id: "name",
    question_type: "short_text",
    title: nodes.get("name")?.data.title,
    answers: expect.any(Number),
  });
});

test("has no funnel for a form that was never published or a missing version", async () => {
  const other = await stage.newForm(rowOf([question("a")]));
  expect((await insights({ version: 7 }, other.slug)).funnel).toEqual([]);
  expect(await insights({}, other.slug)).toMatchObject({
    sessions: { started: 0, completion_rate: null, median_duration_seconds: null },
    score: { min: null, median: null, max: null, histogram: [] },
  });
  expect(await failure(insights({}, "not-there"))).toMatchObject({ code: 404 });
});
