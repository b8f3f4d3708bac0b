import { randomUUID } from "node:crypto";
import pg from "pg";
import { completeMany, completeTogether } from "../../services/sessions/store/complete.ts";
import { startMany, startOne } from "../../services/sessions/store/start.ts";
import { stepMany, stepOne } from "../../services/sessions/store/step.ts";
import { newOrderedUuid } from "../../shared/platform/ids.ts";
import { type CitusNode, startCitus } from "../support/citus.ts";
import { connected, distributedDatabase, migrate } from "../support/postgres.ts";
import { treeCpuMs } from "./usage.ts";

/** CPU of a session of five answers, in ms. */
export interface Costs {
  coordinatorMs: number;
  /** of all workers */
  workersMs: number;
  /** of one PostgreSQL, with one session per statement and with 50 */
  oneMs: number;
  batchedMs: number;
}

const sessions = Number(process.env.BENCH_SESSIONS ?? 1_000);
const answers = 5;
const together = 50;
const form = { id: randomUUID(), slug: "form" };

/** Measures the statements of respondents alone, on a coordinator with two workers and on the coordinator without Citus. */
export async function measureCosts(): Promise<Costs> {
  const citus = await startCitus();
  try {
    const [coordinator, ...workers] = citus.nodes as [CitusNode, ...CitusNode[]];
    const database = await distributedDatabase(citus.nodes.map(({ url }) => url));
    const [coordinatorMs = 0, ...workerMs] = await cpuOf(database.url, [coordinator, ...workers], distributed);
    const url = await plainDatabase(coordinator.url);
    const [oneMs = 0] = await cpuOf(url, [coordinator], onePostgres(1));
    const [batchedMs = 0] = await cpuOf(url, [coordinator], onePostgres(together));
    return { coordinatorMs, workersMs: workerMs.reduce((sum, ms) => sum + ms, 0), oneMs, batchedMs };
  } finally {
    await citus.stop();
  }
}

type Play = (pool: pg.Pool, ids: string[]) => Promise<void>;

/** Returns each server's CPU per session. */
async function cpuOf(url: string, servers: CitusNode[], play: Play): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  try {
    await prepare(pool);
    await playAll(pool, play, sessions / 10);
    const before = servers.map(({ pid }) => treeCpuMs(pid()));
    await playAll(pool, play, sessions);
    return servers.map(({ pid }, at) => (treeCpuMs(pid()) - (before[at] ?? 0)) / sessions);
  } finally {
    await pool.end();
  }
}

async function playAll(pool: pg.Pool, play: Play, count: number): Promise<void> {
  for (let done = 0; done < count; done += together) {
    await play(pool, Array.from({ length: together }, newOrderedUuid));
  }
}

const distributed: Play = async (pool, ids) => {
  const waiting = [...ids];
  const respondents = Array.from({ length: 8 }, async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      await startOne(pool, { ...startOf(id), deadline: undefined });
      for (let seq = 0; seq < answers; seq += 1) await stepOne(pool, { ...stepOf(id, seq), deadline: undefined });
      await completeTogether(pool, [{ ...completionOf(id), deadline: undefined }]);
    }
  });
  await Promise.all(respondents);
};

const onePostgres =
  (batch: number): Play =>
  async (pool, ids) => {
    for (let at = 0; at < ids.length; at += batch) {
      const some = ids.slice(at, at + batch);
      await startMany(pool, some.map(startOf), "infinity");
      for (let seq = 0; seq < answers; seq += 1) {
        const steps = some.map((id) => stepOf(id, seq));
        await stepMany(pool, steps, "infinity");
      }
      await completeMany(pool, some.map(completionOf), "infinity");
    }
  };

const startOf = (sessionId: string) => ({ sessionId, slug: form.slug, hidden: {}, userAgent: null, now: new Date() });

const stepOf = (sessionId: string, seq: number) => ({
  sessionId,
  revision: seq,
  wasAbandoned: false,
  now: new Date(),
  visit: {
    node_id: `q${seq}`,
    shown_at: new Date(),
    answered_at: new Date(),
    answer_id: randomUUID(),
    question_type: "short_text",
    answer: "An answer",
    score_awarded: null,
    given_by: null,
  },
  seq,
  nextNodeId: `q${seq + 1}`,
  nextShownAt: new Date(),
  totalScore: 0,
  answersCount: seq + 1,
  answersBytes: 20 * (seq + 1),
  isTooLarge: false,
  language: null,
  back: null,
});

const completionOf = (sessionId: string) => ({
  sessionId,
  revision: answers,
  was: "in_progress" as const,
  formId: form.id,
  now: new Date(),
  eventId: randomUUID(),
  session: () => ({}) as never,
  language: null,
});

async function plainDatabase(server: string): Promise<string> {
  const url = new URL(server);
  url.pathname = "/plain";
  await connected(server, (client) => client.query("create database plain"));
  await migrate(url.href);
  return url.href;
}

async function prepare(pool: pg.Pool): Promise<void> {
  const version = randomUUID();
  await pool.query("delete from sessions.live_forms");
  await pool.query("delete from sessions.attached_forms");
  await pool.query(
    `insert into sessions.versions (id, form_id, version_number, graph, entry_node_id, hidden_fields)
      values ($1, $2, 1, '{}', 'q0', '{}') on conflict do nothing`,
    [version, form.id],
  );
  await pool.query(
    `insert into sessions.live_forms (form_id, revision, account_id, slug, title, theme, is_active, is_accepting_responses,
        version_id, version_number) select $1, 1, $1, $2, 'Form', '{}', true, true, id, 1 from sessions.versions where form_id = $1`,
    [form.id, form.slug],
  );
}
