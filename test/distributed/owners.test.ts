import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import type { AnalyticsService } from "../../services/analytics/readers.ts";
import { backfillBatch, trackAll } from "../../services/analytics/rollups/backfill.ts";
import { bySessionFields } from "../../shared/api/lists.ts";
import { orderingsOf } from "../../shared/api/paging.ts";
import type { ExportQuery, ResponsesQuery } from "../../shared/api/shapes/sessions.ts";
import { fillForm, words } from "../growth/sessions.ts";
import { exported, paging, question, rowOf, type Stage, startStage } from "../service/analytics/stage.ts";

/** Reads of a form with more sessions than a batch of the rollups, with each filter. */
const count = 2_000;
/** in progress, which rollups don't have */
const open = 50;

let stage: Stage;
let slug: string;
let caller: Stage["caller"];
beforeAll(async () => {
  // the open sessions of the fill are old
  process.env.ABANDON_AFTER_MINUTES = "100000000";
  stage = await startStage();
  const form = await stage.newForm(rowOf([question("name"), question("rate", "opinion_scale")]));
  ({ slug } = form);
  ({ caller } = stage);
  await fill(form.form_id);
}, 240_000);
afterAll(() => stage?.stop());

/** Fills the form, and lets the product roll up its sessions. */
async function fill(formId: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL ?? "" });
  await client.connect();
  await fillForm(client, formId, 0, count);
  for (const table of ["contributions", "rollups", "rollup_forms"])
    await client.query(`delete from analytics.${table}`);
  await client.end();
  const { own, calculations } = stage.broker.getLocalService("analytics") as unknown as AnalyticsService;
  const backfill = { pool: own.pool, calculations };
  await trackAll(backfill);
  while (await backfillBatch(backfill));
}

/** Sessions start a second apart, the newest at the start of 2026. */
const partOfDay = { started_at_from: "2025-12-31T23:45:00Z", started_at_to: "2025-12-31T23:55:00Z" };

const queries: [string, ResponsesQuery & { search?: string }, matches: number][] = [
  ["no filter", {}, count],
  ["the status completed", { status: "completed" }, (count * 4) / 5 - open],
  ["the status in_progress", { status: "in_progress" }, open],
  ["the status abandoned", { status: "abandoned" }, count / 5],
  ["a version", { version: 1 }, count],
  ["another version", { version: 2 }, 0],
  ["whole days", { started_at_from: "2025-12-31", started_at_to: "2025-12-31" }, count - 1],
  ["a part of a day", partOfDay, 601],
  ["a version and a part of a day", { version: 1, ...partOfDay }, 601],
  ["a status and whole days", { status: "abandoned", started_at_to: "2025-12-31" }, count / 5 - 1],
  ["an answer", { answer: { name: "hay" } }, count],
  ["answers that differ", { answer: { name: "hay", rate: "7" } }, 0],
  ["a common word", { search: words.common }, count - open],
  ["a rare word", { search: words.rare }, 45],
  ["a rare word, an answer and a version", { search: words.rare, answer: { name: "hay" }, version: 1 }, 45],
];

test.each(queries)("lists sessions in each order with %s", async (_, { search = null, ...query }, matches) => {
  for (const ordering of orderingsOf(bySessionFields)) {
    const params = { caller, slug, query, paging: paging(ordering, { search }) };
    const listed = await stage.call("analytics.listResponses", params);
    expect([ordering, listed.count, listed.results.length]).toEqual([ordering, matches, Math.min(matches, 100)]);
  }
  const next = { caller, slug, query: { ...query, include: "answers" as const } };
  const page = await stage.call("analytics.listResponses", {
    ...next,
    paging: paging("-started_at", { limit: 10, search }),
  });
  if (!page.next_after) return;
  const after = { ...next, query: { ...next.query, after: page.next_after } };
  const { results } = await stage.call("analytics.listResponses", {
    ...after,
    paging: paging("-started_at", { limit: 10, offset: 10, search }),
  });
  expect(results[0]?.answers).toHaveProperty("name");
  expect(results.map(({ id }) => id)).not.toContain(page.results.at(-1)?.id);
});

test.each(queries)("counts insights with %s", async (_, query, matches) => {
  const { sessions } = await stage.call("analytics.insights", { caller, slug, query });
  expect(sessions.started).toBe(matches);
  if (!query.started_at_from) return;
  const compared = await stage.call("analytics.insights", { caller, slug, query: { ...query, compare: "previous" } });
  expect(compared.previous?.sessions.started).toBeGreaterThanOrEqual(0);
});

test.each(queries)("exports sessions with %s", async (_, query, matches) => {
  for (const format of ["csv", "json"] as const) {
    const { text } = await exported(stage, slug, { ...query, format } satisfies ExportQuery);
    const lines = text.trim().split("\n").filter(Boolean);
    expect([format, lines.length]).toEqual([format, matches + (format === "csv" ? 1 : 0)]);
  }
});

test("reads and erases one response", async () => {
  const list = { caller, slug, query: {}, paging: paging("-total_score", { limit: 1 }) };
  const { results } = await stage.call("analytics.listResponses", list);
  const one = { caller, slug, session_id: results[0]?.id ?? "" };
  expect((await stage.call("analytics.getResponse", one)).answers).toHaveLength(1);
  await stage.call("analytics.eraseResponse", one);
  expect((await stage.call("analytics.listResponses", list)).count).toBe(count - 1);
  const { sessions } = await stage.call("analytics.insights", { caller, slug, query: {} });
  expect(sessions.started).toBe(count - 1);
});
