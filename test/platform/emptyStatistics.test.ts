import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type pg from "pg";
import { indexSessions, inTurn } from "../../services/analytics/store/searchIndex.ts";
import { listDeliveries, retryDelivery } from "../../services/integrations/store/deliveries.ts";
import { unmailedNotices } from "../../services/integrations/store/notices.ts";
import { abandonSession } from "../../services/sessions/store/abandon.ts";
import { acknowledgeChanges } from "../../services/sessions/store/changes.ts";
import { completeMany } from "../../services/sessions/store/complete.ts";
import { acknowledgeEvents, claimEvents } from "../../services/sessions/store/events.ts";
import { expireFiles, findFile, sessionsToCheck } from "../../services/sessions/store/files.ts";
import { forgetDays } from "../../services/sessions/store/quotas.ts";
import { loadMany } from "../../services/sessions/store/sessions.ts";
import { startMany } from "../../services/sessions/store/start.ts";
import { stepMany, stepOne } from "../../services/sessions/store/step.ts";
import { openVersions } from "../../services/sessions/versions.ts";
import { releasePool, type ServerPools, takePool } from "../../shared/platform/database/pools.ts";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { believeEmpty, countRows, explainAll } from "../support/rowsTouched.ts";

/**
 * Tables that fill quickly: statements stay efficient even if the statistics say that all tables are empty
 * (shared/platform/database/plannerHints.ts).
 */
const waiting = 3_000;
const batch = 50;
/** Maximum rows of a plan's steps: a few full scans are below it, and one scan per row is far above it. */
const readOnce = 4 * waiting;
const foundById = 20 * batch;

let database: TestDatabase;
let pools: ServerPools;
let pool: pg.Pool;
let hotPool: pg.Pool;
let touch: ReturnType<typeof countRows>;
let sessions: { id: string; form_id: string }[];
const now = new Date();
const integration = randomUUID();

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_URL = database.url;
  await explainAll(database.url);
  pools = takePool(database.url, () => undefined);
  ({ pool, hotPool } = pools);
  touch = countRows(pools);
  await fill();
  await believeEmpty(database.url);
}, 60_000);
afterAll(async () => {
  await releasePool(database.url);
  await database.drop();
});

/** Rows in a hundred forms. */
async function makeSessions(pool: pg.Pool): Promise<typeof sessions> {
  await pool.query(`
    insert into sessions.versions (id, form_id, version_number, graph, entry_node_id, hidden_fields)
      select gen_random_uuid(), gen_random_uuid(), 1, '{}', 'a', '{}' from generate_series(1, 100);
    insert into sessions.live_forms (form_id, revision, account_id, slug, title, theme, is_active, is_accepting_responses,
        version_id, version_number, response_limit)
      select form_id, 1, gen_random_uuid(), 'form-' || row_number() over (), 'Form', '{}', true, true, id, 1,
        case when row_number() over () <= 50 then 1000000 end from sessions.versions`);
  const { rows } = await pool.query(
    `with f as (select form_id, version_id, row_number() over () - 1 as place from sessions.live_forms)
      insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at)
      select gen_random_uuid(), form_id, version_id, 1, 'in_progress', 3, 'd', now(), 0, 3, 30, '{}', now(), now()
      from generate_series(1, $1::integer) i join f on f.place = i % 100 returning id, form_id`,
    [waiting],
  );
  return rows;
}

async function fill(): Promise<void> {
  sessions = await makeSessions(pool);
  await pool.query(`
    insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select id, 'n' || seq, seq, now(), now(), gen_random_uuid(), 'short_text', '"hay"'
      from sessions.sessions, generate_series(0, 2) seq;
    insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session)
      select gen_random_uuid(), e.type, id, form_id, now(), '{"id": "1", "slug": "s", "title": "T"}', e.session
      from sessions.sessions, (values ('session.started', null), ('session.completed', '{"answers": []}'::json)) e (type, session);
    insert into sessions.files (id, session_id, node_id, url, key, state, size, created, check_at, form_id)
      select gen_random_uuid(), id, 'n1', 'url', 'key', 'stored', 9, now() - interval '2 days', now(), form_id from sessions.sessions;
    insert into sessions.form_uploads (form_id, bytes) select form_id, 1000000 from sessions.live_forms;
    insert into sessions.form_days (form_id, day, reserved) select gen_random_uuid(), '2020-01-01', 1 from sessions.sessions`);
  await pool.query(
    `insert into integrations.integrations (id, account_id, type, name, config, secrets, status)
      values ($1, $1, 'webhook', 'Receiver', '{}', '{}', 'connected')`,
    [integration],
  );
  await pool.query(`
    insert into integrations.attachments (id, form_id, integration_id, events, position)
      select gen_random_uuid(), form_id, i.id, '{session.completed}', 1 from sessions.live_forms, integrations.integrations i;
    insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id, form_slug,
        session_id, event, payload, state, attempts, due_at)
      select gen_random_uuid(), gen_random_uuid(), a.id, i.id, i.account_id, s.form_id, 'form', s.id, 'session.completed',
        '{}', 'queued', 1, now()
      from sessions.sessions s join integrations.attachments a on a.form_id = s.form_id cross join integrations.integrations i;
    insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id,
        event, session_id, status, attempt, duration_ms)
      select gen_random_uuid(), id, integration_id, 'Receiver', 'webhook', event_id, event, session_id, 'error', 1, 5
      from integrations.deliveries;
    insert into integrations.notices (id, account_id, kind, message, mail, mailed_at)
      select gen_random_uuid(), session_id, 'delivery_failed', 'Failed.', m.mail, now()
      from integrations.deliveries, (values ('waiting'), ('sent')) m (mail);
    update integrations.notices set mailed_at = now() - interval '1 hour' where mail = 'sent'`);
}

const some = (from: number) => sessions.slice(from, from + batch);

const stepsOf = (rows: typeof sessions, isBack = false) =>
  rows.map(({ id }) => ({
    sessionId: id,
    revision: 3,
    wasAbandoned: false,
    now,
    visit: {
      node_id: "d",
      shown_at: now,
      answered_at: now,
      answer_id: randomUUID(),
      question_type: "short_text",
      answer: "hay",
      score_awarded: null,
      given_by: null,
    },
    seq: isBack ? 1 : 3,
    nextNodeId: "e",
    nextShownAt: now,
    totalScore: 0,
    answersCount: 4,
    answersBytes: 40,
    isTooLarge: false,
    language: null,
    back: isBack ? { leftNodeId: "d", leftShownAt: now } : null,
  }));

const completionsOf = (rows: typeof sessions) =>
  rows.map(({ id, form_id }) => ({
    sessionId: id,
    revision: 3,
    was: "in_progress" as const,
    formId: form_id,
    now,
    eventId: randomUUID(),
    session: () => ({}) as never,
    language: null,
  }));

const startsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    sessionId: randomUUID(),
    slug: `form-${1 + at}`,
    hidden: {},
    userAgent: null,
    now,
  }));

async function eventIds(): Promise<string[]> {
  const { rows } = await pool.query("select id from sessions.events limit $1", [batch]);
  return rows.map(({ id }) => id);
}

const page = { limit: batch, offset: 0, ordering: { field: "created", descending: true }, search: null };
const all = { status: null, event: null, from: null, before: null };

/** Prepares the data of a statement and returns the statement. */
const statements: [string, () => Promise<() => Promise<unknown>>, limit?: number][] = [
  [
    "a claim of events",
    async () => () =>
      claimEvents({ pool, versions: openVersions(pool), isDistributed: false }, "test", batch, () => undefined),
  ],
  [
    "acknowledging events",
    async () => {
      const ids = await eventIds();
      return () => acknowledgeEvents(pool, ids);
    },
    foundById,
  ],
  [
    "acknowledging changes",
    async () => {
      const ids = await eventIds();
      return () => acknowledgeChanges(pool, ids);
    },
    foundById,
  ],
  [
    "loading sessions",
    async () => () =>
      loadMany(
        hotPool,
        some(0).map(({ id }) => id),
      ),
  ],
  ["starts", async () => () => startMany(hotPool, startsOf(batch), "infinity")],
  ["steps", async () => () => stepMany(hotPool, stepsOf(some(0)))],
  [
    "a step back",
    async () => () =>
      Promise.all(stepsOf(some(100).slice(0, 5), true).map((step) => stepOne(pool, { ...step, deadline: undefined }))),
  ],
  [
    "completions",
    async () => {
      const completions = completionsOf(some(300));
      return () => completeMany(hotPool, completions, "infinity");
    },
  ],
  [
    "the expiry of files",
    async () => async () => expireFiles(pool, new Date(), await sessionsToCheck(pool, new Date(), batch)),
    5 * waiting,
  ],
  [
    "looking a file up",
    async () => {
      const { rows } = await pool.query("select id from sessions.files offset 1000 limit 1");
      return () => findFile(pool, rows[0].id);
    },
  ],
  ["forgetting days", async () => () => forgetDays(pool, "2021-01-01", batch)],
  [
    "indexing for the search",
    async () => {
      const ids = some(400).map(({ id }) => id);
      return () => inTurn(pool, async (client) => void (await indexSessions(client, ids)));
    },
  ],
  ["a page of deliveries", async () => () => listDeliveries(pool, integration, all, page)],
  [
    "a retry",
    async () => {
      const { rows } = await pool.query("select id from integrations.attempts offset 1000 limit 1");
      return () => retryDelivery(pool, rows[0].id, withoutDeadline);
    },
  ],
  [
    "notifications to be emailed",
    async () => {
      const { rows } = await pool.query("select account_id from integrations.notices limit 1");
      return () => unmailedNotices(pool, rows[0].account_id);
    },
  ],
];

test.each(statements)("%s doesn't scan a table per row", async (_name, prepare, limit = readOnce) => {
  const statement = await prepare();
  const { rows } = await touch(statement);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(limit);
});

test("cached plans for empty tables don't scan them per row once they are full", async () => {
  const fresh = await migratedDatabase();
  await explainAll(fresh.url);
  const pools = takePool(fresh.url, () => undefined);
  const abandon = async (ids: string[]) => {
    let abandoned = 0;
    for (const sessionId of ids)
      if (await abandonSession(pools.pool, { sessionId, revision: 3, now, event: null })) abandoned += 1;
    return abandoned;
  };
  try {
    const touch = countRows(pools);
    // one connection, which reuses its plan from the sixth execution
    for (let time = 0; time < 8; time += 1) expect(await abandon(Array.from({ length: batch }, randomUUID))).toBe(0);
    const ids = (await makeSessions(pools.pool)).map(({ id }) => id);
    const { rows, result } = await touch(() => abandon(ids.slice(0, batch)));
    expect(result).toBe(batch);
    expect(rows).toBeLessThan(readOnce);
  } finally {
    await releasePool(fresh.url);
    await fresh.drop();
  }
});
