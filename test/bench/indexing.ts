import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceBroker } from "moleculer";
import pg from "pg";
import { analyticsSchema } from "../../services/analytics/database.ts";
import type { AnalyticsService } from "../../services/analytics/readers.ts";
import { sessionsSchema } from "../../services/sessions/database.ts";
import { startEmbedded } from "../../shared/platform/database/embedded.ts";
import { openDatabase } from "../../shared/platform/database/open.ts";

/**
 * `npm run bench -- indexing`: sessions per second that the search index takes from a backlog, and their CPU time. Each session has
 * five answers of BENCH_WORDS words (2), from 50,000. With BENCH_DATABASE_URL it uses that database, which may be full.
 */
const backlog = 20_000;
const words = Number(process.env.BENCH_WORDS ?? 2);

export async function run(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "pathform-bench-"));
  // PostgreSQL can run as another user, who needs access
  chmodSync(folder, 0o711);
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given ? null : await startEmbedded({ dataDir: folder });
  const url = given ?? (embedded?.url as string);
  process.env.DATABASE_URL = url;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const broker = new ServiceBroker({ logger: false });
  try {
    for (const schema of [sessionsSchema, analyticsSchema]) await (await openDatabase(schema, console)).close();
    await fill(pool);
    const { rows } = await pool.query("select count(*)::integer as stored from analytics.search");
    const { default: sessions } = await import("../../services/sessions/sessions.service.ts");
    const { default: analytics } = await import("../../services/analytics/analytics.service.ts");
    broker.createService(sessions);
    const service = broker.createService(analytics) as unknown as AnalyticsService;
    await broker.start();
    const own = process.cpuUsage();
    const server = await serverCpuMs(pool);
    const begun = performance.now();
    service.following.wake();
    await untilIndexed(pool);
    const seconds = (performance.now() - begun) / 1_000;
    const used = process.cpuUsage(own);
    const ownMs = (used.user + used.system) / 1_000;
    const serverMs = (await serverCpuMs(pool)) - server;
    const each = (ms: number) => (ms / backlog).toFixed(2);
    return [
      "| Stored before | Words | Sessions/s | CPU ms per session: analytics and sessions | PostgreSQL |",
      "|---|---|---|---|---|",
      `| ${rows[0].stored.toLocaleString("en")} | ${5 * words} | ${Math.round(backlog / seconds)} | ${each(ownMs)} | ${each(serverMs)} |`,
    ].join("\n");
  } finally {
    await broker.stop();
    await pool.end();
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with new as (
        insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at, completed_at)
        select gen_random_uuid(), '11111111-1111-4111-8111-111111111112', gen_random_uuid(), 1, 'completed', 6, 'end',
          now(), 0, 5, 500, '{}', now(), now(), now()
        from generate_series(1, $1::integer) returning id, form_id
      ), visits as (
        insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
        select new.id, 'q' || q, q, now(), now(), gen_random_uuid(), 'long_text', to_json((
          select string_agg('word' || (random() * 50000 * random())::integer, ' ')
          from generate_series(1, $2::integer) w where new.id is not null and q is not null))
        from new, generate_series(0, 4) q
      )
      insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
      select gen_random_uuid(), 'session.completed', id, form_id, clock_timestamp(), '{}' from new`,
    [backlog, words],
  );
  await pool.query("analyze sessions.sessions");
  await pool.query("analyze sessions.visits");
}

async function untilIndexed(pool: pg.Pool): Promise<void> {
  // the last change, because others are searched among thousands of outdated index entries
  const text = `select indexed_at from sessions.events where acknowledged_at is null order by occurred_at desc limit 1`;
  while ((await pool.query(text)).rows[0]?.indexed_at === null) await sleep(20);
}

/** CPU time of PostgreSQL's processes for this database. Connections stay open until the second call. */
async function serverCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database()",
  );
  const running = new Set(readdirSync("/proc"));
  return rows.reduce((sum, { pid }) => sum + (running.has(String(pid)) ? cpuMs(pid) : 0), 0);
}

/** User and system time (proc_pid_stat(5)), in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
