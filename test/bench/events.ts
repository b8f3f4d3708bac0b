import { randomUUID } from "node:crypto";
import pg from "pg";
import { integrationsSchema } from "../../services/integrations/database.ts";
import { planOf, recordOf } from "../../services/integrations/engine/record.ts";
import { recordAttempts } from "../../services/integrations/store/attempts.ts";
import { insertDeliveriesOf } from "../../services/integrations/store/intake.ts";
import { claimDeliveries } from "../../services/integrations/store/queue.ts";
import { failure } from "../../services/integrations/types/outcome.ts";
import { sessionsSchema } from "../../services/sessions/database.ts";
import { acknowledgeChanges, sessionChanges } from "../../services/sessions/store/changes.ts";
import { completeMany } from "../../services/sessions/store/complete.ts";
import { acknowledgeEvents, claimEvents } from "../../services/sessions/store/events.ts";
import { startMany } from "../../services/sessions/store/start.ts";
import { sessionDetail } from "../../shared/domain/sessionDetail.ts";
import { migrate } from "../../shared/platform/database/migrate.ts";
import { newOrderedUuid } from "../../shared/platform/ids.ts";
import { median } from "./quantile.ts";
import { withPostgres } from "./respondents/ground.ts";
import { newDatabase } from "./respondents/systems.ts";
import { treeCpuMs } from "./usage.ts";

/**
 * `npm run bench -- events [open]`: what the events of a session with a webhook cost PostgreSQL, in CPU, WAL, vacuum work and
 * bytes. Runs the statements of the product without its processes. With `open`, a transaction is open all the time, so that
 * nothing can be vacuumed. `BENCH_SESSIONS` (20,000) and `BENCH_HOOKS` (1, receivers per form) change it.
 */
const sessions = Number(process.env.BENCH_SESSIONS ?? 20_000);
const hooks = Number(process.env.BENCH_HOOKS ?? 1);
const round = 1_000;
const batch = 50;
const deadline = "2100-01-01T00:00:00Z";
const form = { id: randomUUID(), slug: "form", title: "A form with a webhook" };
const never = () => undefined;

export function run([option]: string[]): Promise<string> {
  return withPostgres({}, async (ground) => {
    const url = await newDatabase(ground);
    for (const schema of [sessionsSchema, integrationsSchema]) await migrate(schema, url, { warn: never });
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    try {
      await prepare(pool);
      await play(pool, round);
      if (option === "open") await beside.query("begin isolation level repeatable read; select 1 from sessions.events");
      return await measured(pool, ground.postmaster);
    } finally {
      await beside.end();
      await pool.end();
    }
  });
}

async function measured(pool: pg.Pool, postmaster: number): Promise<string> {
  const began = await stateOf(pool);
  const cpu = treeCpuMs(postmaster);
  const claims: number[] = [];
  for (let done = 0; done < sessions; done += round) claims.push(await play(pool, round));
  const cpuMs = treeCpuMs(postmaster) - cpu;
  const ended = await stateOf(pool);
  const per = (value: number) => (value / sessions).toFixed(2);
  const rows = [...ended.tables].map(([name, now]) => {
    const before = began.tables.get(name) ?? now;
    const of = (key: keyof TableState) => per(now[key] - before[key]);
    return `| ${name} | ${of("inserted")} | ${of("updated")} | ${of("hot")} | ${of("deleted")} | ${of("bytes")} |`;
  });
  const first = median(claims.slice(0, 3));
  return [
    `${sessions.toLocaleString("en")} sessions, ${hooks} webhooks, per session: WAL ${per(ended.wal - began.wal)} bytes, ` +
      `CPU of PostgreSQL ${per(cpuMs)} ms. Claims and records of 1,000 sessions took, first and last: ${first.toFixed(0)} and ${median(claims.slice(-3)).toFixed(0)} ms.`,
    "",
    "| Table | inserts | updates | of them HOT | deletes | bytes |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

interface TableState {
  inserted: number;
  updated: number;
  hot: number;
  deleted: number;
  bytes: number;
}

/** Partitions count for their table. */
async function stateOf(pool: pg.Pool): Promise<{ wal: number; tables: Map<string, TableState> }> {
  await pool.query("select pg_stat_force_next_flush()").catch(never);
  await new Promise((done) => setTimeout(done, 1_500));
  const { rows } = await pool.query<TableState & { name: string }>(
    `select coalesce(i.inhparent, s.relid)::regclass::text as name, sum(n_tup_ins)::float8 as inserted,
        sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as hot, sum(n_tup_del)::float8 as deleted,
        sum(pg_total_relation_size(s.relid))::float8 as bytes
      from pg_stat_user_tables s left join pg_inherits i on i.inhrelid = s.relid
      where relname ~ '^(events|deliveries|attempts|payloads|sessions$)' group by 1 order by 1`,
  );
  const { rows: wal } = await pool.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal");
  return { wal: wal[0].wal, tables: new Map(rows.map(({ name, ...state }) => [name, state])) };
}

export async function prepare(pool: pg.Pool): Promise<void> {
  const version = randomUUID();
  await pool.query(
    `insert into sessions.versions (id, form_id, version_number, graph, entry_node_id, hidden_fields)
      values ($1, $2, 1, '{}', 'q1', '{}')`,
    [version, form.id],
  );
  await pool.query(
    `insert into sessions.live_forms (form_id, revision, account_id, slug, title, theme, is_active, is_accepting_responses,
        version_id, version_number) values ($1, 1, $1, $2, $3, '{}', true, true, $4, 1)`,
    [form.id, form.slug, form.title, version],
  );
  for (let hook = 0; hook < hooks; hook += 1) {
    await pool.query(
      `with made as (insert into integrations.integrations (id, account_id, type, name, config, secrets, status)
          values (gen_random_uuid(), $1, 'webhook', 'Receiver', '{}', '{}', 'connected') returning id)
        insert into integrations.attachments (id, form_id, integration_id, events, position)
        select gen_random_uuid(), $1, id, '{session.completed}', 0 from made`,
      [form.id],
    );
  }
}

/** Plays sessions from start to delivery. Returns the time of the claims in ms. */
async function play(pool: pg.Pool, count: number): Promise<number> {
  for (let done = 0; done < count; done += batch) await respond(pool);
  const began = performance.now();
  await takeIn(pool);
  await deliver(pool);
  for (;;) {
    const changes = await sessionChanges(pool, 200);
    if (changes.length === 0) break;
    await acknowledgeChanges(
      pool,
      changes.map(({ id }) => id),
    );
  }
  return performance.now() - began;
}

async function respond(pool: pg.Pool): Promise<void> {
  const now = new Date();
  const ids = Array.from({ length: batch }, newOrderedUuid);
  const started = ids.map((sessionId) => ({ sessionId, slug: form.slug, hidden: {}, userAgent: "bench", now }));
  await startMany(pool, started, deadline);
  const completed = ids.map((sessionId) => {
    const eventId = randomUUID();
    return {
      sessionId,
      revision: 0,
      formId: form.id,
      was: "in_progress" as const,
      now,
      eventId,
      session: detailOf(sessionId, now),
    };
  });
  await completeMany(pool, completed, deadline);
}

export function detailOf(id: string, now: Date) {
  const row = { id, version_number: 1, started_at: now, hidden: {}, user_agent: "bench", version_id: id };
  const ended = {
    current_node_id: "end",
    status: "completed" as const,
    total_score: 3,
    answers_count: 5,
    completed_at: now,
  };
  const detail = sessionDetail({ ...row, ...ended, entry_node_id: "q1" } as never, []);
  const answers = Array.from({ length: 5 }, (_, index) => ({
    ...{ id: randomUUID(), node_id: `question-${index}`, question_type: "long_text" as const },
    ...{ answer: `${randomUUID()} ${randomUUID()}`, score_awarded: null, time_spent_seconds: 4 },
    ...{ shown_at: now.toISOString(), answered_at: now.toISOString() },
  }));
  return { ...detail, answers };
}

async function takeIn(pool: pg.Pool): Promise<void> {
  const versions = { computed: async () => null };
  for (;;) {
    const claimed = await claimEvents({ pool, versions, isDistributed: false }, "bench", 200, never);
    if (claimed.length === 0) return;
    const events = claimed.flatMap((one) =>
      one.kind === "event" ? [{ event: one.event, position: one.position ?? null }] : [],
    );
    await insertDeliveriesOf(pool, events);
    await acknowledgeEvents(
      pool,
      events.map(({ event }) => event.id),
    );
  }
}

async function deliver(pool: pg.Pool): Promise<void> {
  const limits = { rooms: [], newcomer_room: 32, proven_total: 64, unproven_total: 64, lease_ms: 30_000 };
  for (;;) {
    const claimed = await claimDeliveries(pool, limits);
    if (claimed.length === 0) return;
    const records = claimed.map((delivery) => {
      const request = { headers: { "webhook-id": delivery.event_id }, body: JSON.stringify(delivery.payload) };
      const response = { headers: { "content-type": "text/plain" }, body: "ok" };
      const outcome = { ...failure(""), error_message: null, response_code: 200, request, response };
      const attempted = { outcome, is_sent: true, duration_ms: 12 };
      const plan = planOf(delivery, attempted, []);
      return recordOf(delivery, attempted, plan);
    });
    await recordAttempts(pool, records, false);
  }
}
