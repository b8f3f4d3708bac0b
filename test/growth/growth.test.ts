import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Calculations } from "../../services/analytics/answers/calculations.ts";
import { noFilters } from "../../services/analytics/filters.ts";
import { countFigures } from "../../services/analytics/rollups/count.ts";
import { detailShape, exportSpan } from "../../services/analytics/store/export.ts";
import { listSessions } from "../../services/analytics/store/list.ts";
import { readAnswers } from "../../services/analytics/store/pageAnswers.ts";
import { type ListPaging, startedAtUs } from "../../services/analytics/store/pageKey.ts";
import { listSearched } from "../../services/analytics/store/searchedList.ts";
import { putLiveForm } from "../../services/sessions/store/liveForms.ts";
import { countByForms } from "../../services/sessions/store/sessions.ts";
import { parseOrdering } from "../../shared/api/paging.ts";
import type { LiveForm, VersionGraph } from "../../shared/bus/contract.ts";
import type { Reader } from "../../shared/platform/database/open.ts";
import { releasePool, takePool } from "../../shared/platform/database/pools.ts";
import { connected, migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { countRows, explainAll } from "../support/rowsTouched.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { fillForm, words } from "./sessions.ts";

/**
 * Owners' requests don't depend on the number of a form's sessions: each touches nearly as many buffers of PostgreSQL with
 * 200,000 sessions as with 20,000. The numbers don't depend on the machine.
 */
const [few, many] = [20_000, 200_000];
const ratioLimit = 1.5;

const now = Date.parse("2026-01-02T00:00:00Z");
const withoutDeadline = { locals: { deadline: undefined } };
const graph = graphOf([node("name", "short_text"), end()], [edge("name", "end")]) as unknown as VersionGraph["graph"];

const formId = randomUUID();
const version = { id: randomUUID(), version_number: 1 };
const form: LiveForm = {
  form_id: formId,
  revision: 1,
  account_id: randomUUID(),
  slug: "survey",
  title: "Survey",
  theme: { id: randomUUID(), name: "Default" } as never,
  is_active: true,
  is_accepting_responses: true,
  response_limit: null,
  opens_at: null,
  closes_at: null,
  closed_message: null,
  language: "en",
  embed_origins: ["*"],
  version,
};

let database: TestDatabase;
/** buffers by request, with few and many sessions */
const touched: Record<string, number>[] = [];

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_URL = database.url;
  const { pool } = takePool(database.url, () => undefined);
  await putLiveForm(pool, form, { version_id: version.id, version_number: 1, graph }, withoutDeadline);
  await fill(0, few);
  touched.push(await touchedByAll(few));
  await fill(few, many);
  touched.push(await touchedByAll(many));
  await releasePool(database.url);
}, 180_000);
afterAll(() => database?.drop());

/** Without the pool's limit of a statement's time. */
const fill = (from: number, to: number) => connected(database.url, (client) => fillForm(client, formId, from, to));

/** Runs every request twice, because the first loads caches of its connection. */
async function touchedByAll(count: number): Promise<Record<string, number>> {
  await explainAll(database.url);
  const pools = takePool(database.url, () => undefined, "read");
  const measured = countRows(pools);
  const entries: [string, number][] = [];
  for (const [name, request] of Object.entries(requests)) {
    const run = await request(pools, count);
    await run();
    entries.push([name, (await measured(run)).buffers]);
  }
  await releasePool(database.url, "read");
  return Object.fromEntries(entries);
}

const page = (further: Partial<ListPaging> = {}): ListPaging => ({
  limit: 20,
  offset: 0,
  ordering: parseOrdering("-started_at"),
  ...further,
});

/** The start of the 90th percent of the sessions, which are a second apart. */
const deep = (count: number) => new Date(Date.parse("2026-01-01") - count * 900).toISOString();
const searching = (word: string) => ({ ...noFilters, words: [`'${word}'`] });

const wanted = { tabulated: [], hasCalculations: false };
const withoutCalculations: Calculations = {
  of: async () => null,
  pagesOf: async () => [],
  choicesOf: async () => new Map(),
};

type Request = (reader: Reader, count: number) => Promise<() => Promise<unknown>>;

const requests: Record<string, Request> = {
  "a form's detail and the list of forms":
    async ({ pool }) =>
    () =>
      countByForms(pool, [formId], now),
  "the first page of responses": async (reader) => () => listSessions(reader, formId, noFilters, page()),
  "the first page with answers": async (reader) => async () => {
    const { results } = await listSessions(reader, formId, noFilters, page());
    await readAnswers(reader, results);
  },
  "the first page of a status": async (reader) => () =>
    listSessions(reader, formId, { ...noFilters, status: "abandoned" }, page()),
  "the first page of a version": async (reader) => () =>
    listSessions(reader, formId, { ...noFilters, version: 1 }, page()),
  "the first page since a day": async (reader) => () =>
    listSessions(reader, formId, { ...noFilters, started: { from: new Date("2025-12-31"), before: null } }, page()),
  "the first page by score": async (reader) => () =>
    listSessions(reader, formId, noFilters, page({ ordering: parseOrdering("-total_score") })),
  insights: async (reader) => () =>
    countFigures(reader, withoutCalculations, { formId, filters: noFilters, previous: null, wanted }),
  "insights of a version since a day": async (reader) => () =>
    countFigures(reader, withoutCalculations, {
      formId,
      filters: { ...noFilters, version: 1, started: { from: new Date("2025-12-30"), before: null } },
      previous: null,
      wanted,
    }),
  "a page at 90% by its link": async (reader, count) => {
    const text = `select ${startedAtUs} || '_' || id as after from sessions.sessions s where form_id = $1 and started_at = $2`;
    const { rows } = await reader.pool.query(text, [formId, deep(count)]);
    return () => listSessions(reader, formId, noFilters, page({ ...rows[0], offset: count * 0.9 }));
  },
  "a search for a common word": async (reader) => () =>
    listSearched(reader, { formId, filters: searching(words.common), paging: page() }),
  "a search for a rare word": async (reader) => () =>
    listSearched(reader, { formId, filters: searching(words.rare), paging: page() }),
  "1,000 sessions of an export at 90%": async (reader, count) => () =>
    exportSpan(reader, detailShape(), {
      formId,
      filters: noFilters,
      newestVersion: 1,
      position: { startedAt: deep(count), id: formId, included: false },
      span: 1_000,
      limit: 1_000,
      bytes: 10_000_000,
    }),
};

test.each(Object.keys(requests))("%s touches at most half more buffers with ten times the sessions", (name) => {
  const [before, after] = touched.map((all) => all[name] as number) as [number, number];
  expect(before).toBeGreaterThan(0);
  expect(after / before).toBeLessThanOrEqual(ratioLimit);
});
