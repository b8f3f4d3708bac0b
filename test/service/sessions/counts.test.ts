import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { abandonBatch } from "../../../services/sessions/abandonment.ts";
import { sessionsSchema } from "../../../services/sessions/database.ts";
import { eraseSessions } from "../../../services/sessions/store/accountTables.ts";
import { forgetDays } from "../../../services/sessions/store/quotas.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { migrate } from "../../../shared/platform/database/migrate.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { recount } from "../../support/recount.ts";
import {
  answer,
  back,
  blocked,
  complete,
  lockInserts,
  next,
  outcomes,
  type Stage,
  short,
  start,
  startSessions,
} from "./stage.ts";

/** Counts in slots (docs/adr/0014) equal counts of the sessions, at any time. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
  // two slots, so that concurrent statements share them
  const { rows } = await stage.database.query("select pg_get_functiondef('sessions.count_slot'::regproc) as text");
  expect(rows[0].text).toContain("% 64");
  await stage.database.query(rows[0].text.replace("% 64", "% 2"));
});
afterAll(() => stage?.stop());

type Pool = Pick<pg.Pool, "query">;

const statuses = ["in_progress", "completed", "abandoned"]
  .map((status) => `(count(*) filter (where status = '${status}'))::integer as ${status}`)
  .join();
const sums = ["in_progress", "completed", "abandoned"].map((status) => `sum(${status})::integer as ${status}`).join();

/** Returns forms and days whose counts differ from those of the sessions, and limited forms with another count. */
async function differences(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `with counted as (
        select form_id, date '-infinity' as day, ${statuses} from sessions.sessions group by 1
        union all select form_id, (completed_at at time zone 'UTC')::date, 0, count(*)::integer, 0
        from sessions.sessions where status = 'completed' group by 1, 2
      ), slots as (
        select form_id, day, ${sums} from sessions.form_counts group by 1, 2
        having sum(in_progress) <> 0 or sum(completed) <> 0 or sum(abandoned) <> 0
      )
      select form_id::text, day::text, 'sessions' as of, in_progress, completed, abandoned from (table counted except table slots) c
      union all
      select form_id::text, day::text, 'slots', in_progress, completed, abandoned from (table slots except table counted) s
      union all
      select form_id::text, null, 'limit', null, f.completed_count, null from sessions.live_forms f
      where f.response_limit is not null and f.completed_count <> (select count(*) from sessions.sessions s
        where s.form_id = f.form_id and s.status = 'completed')`,
  );
  return rows;
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const anyCall = () => pick(stage.processes).call;

async function limit(forms: LiveForm[], at: number): Promise<void> {
  forms[at] = await stage.change(forms[at] as LiveForm, { response_limit: pick([null, null, 3, 1000]) });
}

async function atItsEnd(form: LiveForm): Promise<string> {
  const id = await start(stage.call, form);
  await answer(stage.call, id, { name: "Ada" });
  return id;
}

/** One random request of a respondent or an owner. */
async function act(forms: LiveForm[], sessions: Map<string, LiveForm>): Promise<void> {
  const call = anyCall();
  const at = Math.floor(Math.random() * forms.length);
  const form = forms[at] as LiveForm;
  const [id, of] = pick([...sessions, [randomUUID(), form] as const]);
  const actions: [number, () => Promise<unknown>][] = [
    [10, async () => sessions.set(await start(call, form), form)],
    [6, () => next(call, id, "name", pick(["Ada", "Eve"]))],
    [2, () => back(call, id, "name", pick(["Ada", "Eve"]))],
    [
      6,
      () =>
        call("sessions.answers", {
          session_id: id,
          body: { answers: [{ node_id: "name", value: "Ada" }], back: true },
          query: { complete: pick([true, false]) },
        }),
    ],
    [8, () => complete(call, id)],
    [1, () => call("sessions.erase", { form_id: of.form_id, session_id: id })],
    [1, () => abandonBatch(pick(stage.processes).service, -1)],
    [1, () => limit(forms, at)],
  ];
  const all = actions.flatMap(([weight, action]) => new Array<() => Promise<unknown>>(weight).fill(action));
  await pick(all)();
}

test("counts random histories of concurrent processes exactly", async () => {
  const forms = await Promise.all([{}, {}, { response_limit: 5 }].map((limits) => stage.newForm(short(), limits)));
  const sessions = new Map<string, LiveForm>();
  let written = 0;
  for (let round = 0; round < 12; round += 1) {
    const { results, errors } = await outcomes(Array.from({ length: 40 }, () => act(forms, sessions)));
    for (const error of errors) expect([404, 409]).toContain(error.code);
    written += results.length;
    expect(await differences(stage.database)).toEqual([]);
  }
  expect(written).toBeGreaterThan(100);
}, 120_000);

test("counts sessions of a deleted account", async () => {
  const form = await stage.newForm(short());
  await complete(stage.call, await atItsEnd(form));
  await atItsEnd(form);
  await eraseSessions(stage.database, [form.form_id]);
  expect(await differences(stage.database)).toEqual([]);
});

test("counts an upload that reopens an abandoned session", async () => {
  const form = await stage.newForm(short());
  const id = await atItsEnd(form);
  await abandonBatch((stage.processes[0] as Stage["processes"][number]).service, -1);
  const { touchSession } = await import("../../../services/sessions/store/files.ts");
  const client = await stage.database.connect();
  await touchSession(client, id, new Date());
  client.release();
  expect(await differences(stage.database)).toEqual([]);
});

test("counts SQL of an operator by the recount of ADR 14", async () => {
  const form = await stage.newForm(short());
  const [abandoned, completed] = [await start(stage.call, form), await atItsEnd(form)];
  await complete(stage.call, completed);
  await stage.database.query("update sessions.sessions set status = 'abandoned', revision = 9 where id = $1", [
    abandoned,
  ]);
  expect(await differences(stage.database)).not.toEqual([]);
  await recount(stage.database, form.form_id);
  expect(await differences(stage.database)).toEqual([]);
});

/** Makes calls of the function fail until the returned function is called. */
async function breakFunction(name: string): Promise<() => Promise<unknown>> {
  const { rows } = await stage.database.query("select pg_get_functiondef($1::regproc) as text", [name]);
  await stage.database.query(rows[0].text.replace(/\bbegin\b/i, `begin raise '${name} was called';`));
  return () => stage.database.query(rows[0].text);
}

test("counts starts and completions in their own statements, and steps by no function", async () => {
  const form = await stage.newForm(short());
  const repairs = await Promise.all(["sessions.count_changes", "sessions.in_time"].map(breakFunction));
  try {
    const id = await atItsEnd(form);
    await complete(stage.call, id);
  } finally {
    for (const repair of repairs) await repair();
  }
  expect(await differences(stage.database)).toEqual([]);
});

test("counts nothing for a statement whose connection is killed", async () => {
  const form = await stage.newForm(short());
  const id = await atItsEnd(form);
  const unlock = await lockInserts(stage, "events");
  const completion = outcomes([complete(stage.call, id)]);
  const [pid] = await blocked(stage, 1);
  await stage.database.query("select pg_terminate_backend($1)", [pid]);
  await unlock();
  await completion;
  expect(await differences(stage.database)).toEqual([]);
});

test("locks slots in one order, so that batches of the same forms don't deadlock", async () => {
  const { pool } = (stage.processes[0] as Stage["processes"][number]).service.database;
  const forms = Array.from({ length: 20 }, () => randomUUID());
  const text = "select sessions.count_changes($1::uuid[], null, 'in_progress', null)";
  const batches = Array.from({ length: 60 }, () => pool.query(text, [forms.toSorted(() => Math.random() - 0.5)]));
  await Promise.all(batches);
  const { rows } = await stage.database.query(
    "select sum(in_progress)::integer as sum from sessions.form_counts where form_id = any($1) group by form_id",
    [forms],
  );
  expect(rows).toEqual(forms.map(() => ({ sum: 60 })));
  await stage.database.query("delete from sessions.form_counts where form_id = any($1)", [forms]);
});

test("forgets days that are no longer shown, but no total", async () => {
  const form = await stage.newForm(short());
  const id = await atItsEnd(form);
  await complete(stage.call, id);
  const kept = async () => {
    const { rows } = await stage.database.query(
      "select day::text from sessions.form_counts where form_id = $1 group by day order by day",
      [form.form_id],
    );
    return rows.map(({ day }) => day);
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await forgetDays(stage.database, inDays(15), 1_000);
  expect(await kept()).toEqual(["-infinity", inDays(0)]);
  await forgetDays(stage.database, inDays(16), 1_000);
  expect(await kept()).toEqual(["-infinity"]);
});

/** Statements of a copy that doesn't count, in one form of several. */
async function olderCopy(pool: pg.Pool, forms: string[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await pool.query(
      `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at)
        select gen_random_uuid(), f, f, 1, 'in_progress', 0, 'a', now(), 0, 0, 0, '{}', now(), now()
        from unnest($1::uuid[]) f, generate_series(1, 3)`,
      [forms],
    );
    await pool.query(
      `update sessions.sessions set status = 'completed', completed_at = now() where id in
        (select id from sessions.sessions where status <> 'completed' order by id limit 4 for update skip locked)`,
    );
    await pool.query(
      `update sessions.sessions set status = case status when 'abandoned' then 'in_progress' else 'abandoned' end where id in
        (select id from sessions.sessions where status <> 'completed' order by id limit 2 for update skip locked)`,
    );
    await pool.query(
      `delete from sessions.sessions where id in
        (select id from sessions.sessions order by last_activity_at, id limit 1 for update skip locked)`,
    );
  }
}

test("counts the sessions from before the migration, and those that an older copy changes during it", async () => {
  const { url, drop } = await freshDatabase();
  const log = { warn: () => undefined };
  await migrate({ ...sessionsSchema, migrations: sessionsSchema.migrations.slice(0, 12) }, url, log);
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  const forms = Array.from({ length: 10 }, () => randomUUID());
  await olderCopy(pool, forms, 20);
  const writing = Promise.all([olderCopy(pool, forms, 30), olderCopy(pool, forms.toReversed(), 30)]);
  const counting = { ...sessionsSchema, migrations: sessionsSchema.migrations.slice(0, 18) };
  await migrate(counting, url, log);
  expect(await differences(pool)).toEqual([]);
  await writing;
  expect(await differences(pool)).toEqual([]);
  // interrupted before it was noted, so it runs again
  await pool.query("delete from sessions.migrations where name >= '0013-counts'");
  await Promise.all([migrate(counting, url, log), olderCopy(pool, forms, 10)]);
  expect(await differences(pool)).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    await migrate(sessionsSchema, url, log);
    await pool.query("delete from sessions.migrations where name = '0019-drop-counting-triggers'");
  }
  const { rows } = await pool.query(
    "select tgname from pg_trigger where tgrelid = 'sessions.sessions'::regclass and not tgisinternal",
  );
  expect(rows).toEqual([]);
  expect(await differences(pool)).toEqual([]);
  await pool.end();
  await drop();
});
