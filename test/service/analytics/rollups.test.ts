import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type pg from "pg";
import { filtersOf, noFilters } from "../../../services/analytics/filters.ts";
import { indexChanges } from "../../../services/analytics/indexing/follow.ts";
import { forgetSession } from "../../../services/analytics/indexing/forget.ts";
import type { AnalyticsService } from "../../../services/analytics/readers.ts";
import { backfillBatch, trackAll } from "../../../services/analytics/rollups/backfill.ts";
import type { RollupLimits } from "../../../services/analytics/rollups/write.ts";
import { forgetForms } from "../../../services/analytics/store/accountTables.ts";
import { listSessions } from "../../../services/analytics/store/list.ts";
import { abandonSession } from "../../../services/sessions/store/abandon.ts";
import { parseOrdering } from "../../../shared/api/paging.ts";
import type { InsightsQuery, WholeInsights } from "../../../shared/api/shapes/insights.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { eventually } from "../../support/eventually.ts";
import { earlier } from "../../support/onCitus.ts";
import { question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** Rollups of insights (docs/adr/0015), compared with a count of every session after random histories. */
const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
const questionsOf = (choices: string[], third: string) => [
  question("age", "number", {}),
  question("color", "multiple_choice", { options: options(...choices), allow_other: true }),
  question("uses", third, third === "checkbox" ? { options: options("x", "y", "z") } : {}),
  question("rank", "ranking", { options: options("one", "two") }),
  question("rate", "opinion_scale", { scoring: { mode: "value" } }),
  question("why", "long_text"),
];
const first: Graph = {
  ...rowOf(questionsOf(["red", "blue"], "checkbox")),
  calculations: [
    { key: "old", title: "Old", value: { answer: "age" }, bands: [{ key: "young", from: 0, to: 3 }] },
    { key: "total", title: "Total", value: { sum: [{ points: "rate" }, { answer: "age" }] } },
  ],
};
const second: Graph = {
  ...rowOf(questionsOf(["blue", "green", "other text"], "short_text")),
  calculations: [
    { key: "total", title: "Total", value: { points: "rate" }, bands: [{ key: "high", from: 6, to: 10 }] },
  ],
};

let stage: Stage;
let form: FormReference;
let random: () => number;
let live: Map<string, { isOver: boolean }>;
let corrections: number;

beforeAll(async () => {
  stage = await startStage();
  await analytics().following.stop();
  await analytics().backfilling.stop();
});
beforeEach(async () => {
  limits = small;
  live = new Map();
  corrections = 0;
  form = await stage.newForm(first);
});
afterAll(() => stage?.stop());

const analytics = () => stage.broker.getLocalService("analytics") as unknown as AnalyticsService;
const small: RollupLimits = { sessions: 1, waiting: 7 };
let limits = small;
const rolling = (pool: pg.Pool = analytics().own.pool) => ({
  pool,
  call: stage.call,
  calculations: analytics().calculations,
  limits,
  warn: () => undefined,
});

async function index(): Promise<void> {
  while (await indexChanges(rolling()));
  while (await backfillBatch(rolling()));
}

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const nodeIds = ["age", "color", "uses", "rank", "rate", "why"];
async function answerTo(nodeId: string, sessionId: string): Promise<Json> {
  if (random() < 0.15) return null;
  if (nodeId === "age") return below(8);
  if (nodeId === "color") return oneOf(["blue", "blue", "other text", "more"]);
  if (nodeId === "rank")
    return oneOf([
      ["one", "two"],
      ["two", "one"],
    ]);
  if (nodeId === "rate") return below(11);
  if (nodeId === "why") return "because";
  const { rows } = await stage.database.query("select version_number from sessions.sessions where id = $1", [
    sessionId,
  ]);
  return rows[0].version_number === 1 ? oneOf([["x"], ["x", "z"], ["y"]]) : "text";
}

const step = async (sessionId: string, nodeId: string, back = false) =>
  stage.call("sessions.next", {
    session_id: sessionId,
    body: { node_id: nodeId, value: await answerTo(nodeId, sessionId), back },
  });

async function begin(): Promise<void> {
  const id = await respond(stage.call, form.slug, { isCompleted: false });
  // over two months, each with whole and partial days in the ranges below
  await stage.database.query(
    `update sessions.sessions set started_at = ${earlier("started_at", "$2 * interval '1 minute'")} where id = $1`,
    [id, below(45 * 24 * 60)],
  );
  live.set(id, { isOver: false });
}

async function abandon(sessionId: string): Promise<void> {
  const { rows } = await stage.database.query("select revision, was_abandoned from sessions.sessions where id = $1", [
    sessionId,
  ]);
  const session = await stage.call("analytics.getResponse", {
    caller: stage.caller,
    slug: form.slug,
    session_id: sessionId,
  });
  const event = rows[0].was_abandoned ? null : { id: randomUUID(), session };
  await abandonSession(stage.database, { sessionId, revision: rows[0].revision, now: new Date(), event });
}

async function act(): Promise<void> {
  const open = [...live.keys()].filter((id) => !live.get(id)?.isOver);
  const dice = random();
  if (open.length < 4 || dice < 0.1) return begin();
  if (dice < 0.14) return erase(oneOf([...live.keys()]));
  if (dice < 0.22) return abandon(oneOf(open));
  if (dice >= 0.26 && dice < 0.32) return correct(oneOf([...live.keys()]));
  if (dice < 0.225) return stage.publish(form, form.current_version === 1 ? second : first);
  if (dice < 0.26) return index();
  return proceed(oneOf(open));
}

async function proceed(id: string): Promise<void> {
  const text = "select current_node_id from sessions.sessions where id = $1";
  const { rows } = await stage.database.query(text, [id]);
  const at = nodeIds.indexOf(rows[0].current_node_id);
  if (at >= 0) {
    const isBack = at > 0 && random() < 0.1;
    await step(id, nodeIds[isBack ? below(at) : at] as string, isBack);
    return;
  }
  await stage.call("sessions.complete", { session_id: id });
  live.set(id, { isOver: true });
}

/** Corrects some answers of a session that is over (features §18.1). All its questions are optional. */
async function correct(sessionId: string): Promise<void> {
  const sql = "select status from sessions.sessions where id = $1";
  const { rows } = await stage.database.query(sql, [sessionId]);
  if (rows[0].status === "in_progress") return;
  const ids = nodeIds.filter(() => random() < 0.4);
  const answers: Record<string, Json> = {};
  for (const id of ids) answers[id] = await answerTo(id, sessionId);
  await stage.call("sessions.correct", {
    form_id: form.form_id,
    session_id: sessionId,
    body: { answers },
    editor: { kind: "owner", name: null },
  });
  corrections += 1;
}

async function erase(sessionId: string): Promise<void> {
  live.delete(sessionId);
  await stage.call("analytics.eraseResponse", { caller: stage.caller, slug: form.slug, session_id: sessionId });
}

const insights = (query: InsightsQuery): Promise<WholeInsights> =>
  stage.call("analytics.insights", { caller: stage.caller, slug: form.slug, query }) as Promise<WholeInsights>;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
const queries = (): InsightsQuery[] => [
  {},
  { version: 1 },
  { version: 2 },
  { status: "completed" },
  { status: "abandoned", version: 1 },
  { status: "in_progress" },
  { started_at_from: day(40).slice(0, 10) },
  { started_at_to: day(20).slice(0, 10) },
  { started_at_from: day(9).slice(0, 10), started_at_to: day(3).slice(0, 10), compare: "previous" },
  { started_at_from: day(44), started_at_to: day(4) },
  { started_at_from: day(10), compare: "previous", version: 1 },
  { started_at_from: day(0.4), started_at_to: day(0.2) },
  { version: 1, started_at_to: "9999-12-31" },
  { started_at_from: "9999-12-02" },
  { started_at_from: "9999-12-31T23:00:00Z", started_at_to: "9999-12-31T23:30:00Z", compare: "previous" },
];

const sorted = ({ questions, ...rest }: WholeInsights) => ({
  ...rest,
  // a value that the version doesn't list can come in any order
  questions: questions.map(({ distribution, ...one }) => ({
    ...one,
    ...(distribution && {
      distribution: distribution.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1)),
    }),
  })),
});

/** Counts all sessions of the form, without rollups. */
async function counted(query: InsightsQuery): Promise<WholeInsights> {
  const set = "update analytics.rollup_forms set is_complete = not is_complete where form_id = $1 and is_complete = $2";
  const { rowCount } = await stage.database.query(set, [form.form_id, true]);
  try {
    return await insights(query);
  } finally {
    if (rowCount) await stage.database.query(set, [form.form_id, false]);
  }
}

async function assertExact(asked = queries()): Promise<void> {
  for (const query of asked) {
    expect({ query, ...sorted(await insights(query)) }).toEqual({ query, ...sorted(await counted(query)) });
    expect({ query, ...(await listed(query)) }).toEqual({ query, count: await countedInList(query) });
  }
}

/** Returns the count of a list, which is the same on its first page and past its end. */
async function listed(query: InsightsQuery): Promise<{ count: number }> {
  const filters = filtersOf(query, []);
  const paging = { limit: 5, offset: 0, ordering: parseOrdering("-started_at") };
  const counts = [];
  for (const offset of [0, 10_000]) {
    const page = await listSessions(analytics().database, form.form_id, filters, { ...paging, offset });
    counts.push(page.count);
  }
  expect(counts[0]).toBe(counts[1]);
  return { count: counts[0] as number };
}

/** Expects pages by score, which come from contributions, to have the sessions in the order of the sessions table. */
async function assertOrder(): Promise<void> {
  for (const status of [null, "completed", "in_progress"] as const) {
    for (const [ordering, order] of Object.entries({ "-total_score": "desc", total_score: "asc" })) {
      const { rows } = await stage.database.query(
        `select id from sessions.sessions where form_id = $1 and status = coalesce($2, status)
          order by total_score ${order}, id ${order}`,
        [form.form_id, status],
      );
      const ids = rows.map(({ id }) => id);
      for (const offset of [0, 7, ids.length - 3].filter((at) => at >= 0)) {
        const paging = { limit: 5, offset, ordering: parseOrdering(ordering) };
        const page = await listSessions(analytics().database, form.form_id, { ...noFilters, status }, paging);
        expect([status, ordering, offset, page.results.map(({ id }) => id), page.count]).toEqual([
          status,
          ordering,
          offset,
          ids.slice(offset, offset + 5),
          ids.length,
        ]);
      }
    }
  }
}

async function countedInList({ status, version, ...days }: InsightsQuery): Promise<number> {
  const { started } = filtersOf(days, []);
  const { rows } = await stage.database.query(
    `select count(*)::integer as count from sessions.sessions where form_id = $1 and status = coalesce($2, status)
      and version_number = coalesce($3, version_number) and started_at >= coalesce($4, '-infinity'::timestamptz)
      and started_at < coalesce($5, 'infinity'::timestamptz)`,
    [form.form_id, status, version, started.from, started.before],
  );
  return rows[0].count;
}

const storedRows = async (table: string) =>
  (await stage.database.query(`select * from analytics.${table} where form_id = $1`, [form.form_id])).rows;

/** Makes sessions until the form has rollups and contributions that wait for them. */
async function history(actions: number): Promise<void> {
  for (let action = 0; action < actions; action += 1) await act();
}

test.each([1, 2])(
  "equals a count of all sessions after a random history (%d)",
  async (seed) => {
    random = seeded(seed);
    for (let part = 0; part < 4; part += 1) {
      await history(100);
      await assertExact();
      await assertOrder();
    }
    await index();
    await assertExact();
    expect(corrections).toBeGreaterThan(3);
    expect((await storedRows("rollups")).length).toBeGreaterThan(10);
    expect(await withoutContribution()).toBe(0);
    for (const id of [...live.keys()]) await erase(id);
    expect([await storedRows("rollups"), await storedRows("contributions")]).toEqual([[], []]);
  },
  120_000,
);

/** Counts sessions that would be counted directly after all changes were indexed, without those in progress. */
async function withoutContribution(): Promise<number> {
  const over = "select id from sessions.sessions where form_id = $1 and status <> 'in_progress'";
  const { rows } = await stage.database.query<{ id: string }>(over, [form.form_id]);
  const ids = rows.map(({ id }) => id);
  const counted = "select from analytics.contributions where session_id = any($1::uuid[])";
  return ids.length - ((await stage.database.query(counted, [ids])).rowCount ?? 0);
}

test("subtracts a session from the rollups when it is completed after it was abandoned", async () => {
  random = () => 0.5;
  limits = { ...small, waiting: 1 };
  await begin();
  const [id = ""] = live.keys();
  await proceed(id);
  await abandon(id);
  await index();
  expect((await storedRows("rollups")).map(({ status }) => status)).toEqual(["abandoned", "abandoned", "abandoned"]);
  while (!live.get(id)?.isOver) await proceed(id);
  await assertExact(queries().slice(0, 3));
  await index();
  expect((await storedRows("rollups")).map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  await assertExact(queries().slice(0, 3));
}, 60_000);

/** A pool whose connections are lost at their nth statement. */
function losing(pool: pg.Pool, nth: number): { pool: pg.Pool; wasLost(): boolean } {
  let left = nth;
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const release = client.release.bind(client);
    const lost = { is: false };
    const own = {
      query: async (...args: unknown[]) => {
        left -= 1;
        if (left === 0) {
          lost.is = true;
          const { rows } = (await query("select pg_backend_pid() as pid")) as { rows: { pid: number }[] };
          await stage.database.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
        }
        return query(...args);
      },
      release: (error?: Error | boolean) => release(error ?? lost.is),
    };
    return own;
  };
  return { pool: { connect, query: pool.query.bind(pool) } as unknown as pg.Pool, wasLost: () => left <= 0 };
}

test("is exact after its connection was lost at any statement", async () => {
  random = seeded(4);
  await history(250);
  const work = async (pool: pg.Pool, erased: string) => {
    await forgetSession(pool, erased);
    await indexChanges(rolling(pool));
    await backfillBatch(rolling(pool));
  };
  let statement = 1;
  for (; ; statement += 1) {
    await history(6);
    // forgotten by its action and, if that fails, by the follower
    const gone = oneOf([...live.keys()]);
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: gone });
    live.delete(gone);
    const { pool, wasLost } = losing(analytics().own.pool, statement);
    await work(pool, gone).catch(() => undefined);
    if (!wasLost()) break;
    await assertExact(queries().slice(0, 3));
    if (statement % 5 === 0) await index();
  }
  expect(statement).toBeGreaterThan(20);
  await index();
  await assertExact();
}, 300_000);

/** A pool whose transactions wait for `before` ahead of their commit. */
const committingAfter = (pool: pg.Pool, before: () => Promise<void>): pg.Pool => {
  const connect = async () => {
    const client = await pool.connect();
    const query = async (...args: Parameters<typeof client.query>) => {
      if (String(args[0]) === "commit") await before();
      return client.query(...args);
    };
    return { query, release: client.release.bind(client) };
  };
  return { connect } as unknown as pg.Pool;
};

test("forgets a session that is erased while it is backfilled", async () => {
  random = seeded(8);
  limits = { ...small, sessions: 1_000_000 };
  await history(150);
  await index();
  limits = small;
  await trackAll(rolling());
  const { rows } = await stage.database.query(
    "select id from sessions.sessions where form_id = $1 and status = 'completed' limit 1",
    [form.form_id],
  );
  const erased: string = rows[0].id;
  live.delete(erased);
  let forgotten: Promise<void> | undefined;
  await backfillBatch(
    rolling(
      committingAfter(analytics().own.pool, async () => {
        await stage.call("sessions.erase", { form_id: form.form_id, session_id: erased });
        forgotten = forgetSession(analytics().own.pool, erased);
        await Promise.race([forgotten, eventually(assertWaiting)]);
      }),
    ),
  );
  await forgotten;
  expect((await storedRows("contributions")).map(({ session_id }) => session_id)).not.toContain(erased);
  await assertExact(queries().slice(0, 3));
}, 120_000);

async function assertWaiting(): Promise<void> {
  const { rowCount } = await stage.database.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
  );
  if (!rowCount) throw new Error("No transaction waits for the backfill.");
}

test("repeats changes whose acknowledgement was lost without counting them twice", async () => {
  random = seeded(5);
  await history(200);
  const call = (async (name: string, params: never) => {
    if (name === "sessions.acknowledgeChanges") throw new Error("lost");
    return stage.call(name as never, params);
  }) as unknown as Stage["call"];
  await index();
  await history(60);
  for (let time = 0; time < 3; time += 1) {
    await expect(indexChanges({ ...rolling(), call })).rejects.toThrow("lost");
    await assertExact(queries().slice(0, 3));
  }
  await index();
  await assertExact();
}, 120_000);

test("backfills forms from before rollups, and counts them directly until that is complete", async () => {
  random = seeded(6);
  limits = { ...small, sessions: 1_000_000 };
  await history(250);
  await index();
  expect(await storedRows("rollup_forms")).toEqual([]);
  limits = small;
  await trackAll(rolling());
  const before = await insights({});
  expect((await storedRows("rollup_forms")).map(({ is_complete }) => is_complete)).toEqual([false]);
  while (await backfillBatch(rolling()));
  expect((await storedRows("rollup_forms")).map(({ is_complete }) => is_complete)).toEqual([true]);
  expect(sorted(await insights({}))).toEqual(sorted(before));
  await assertExact();
}, 120_000);

test("deletes the rollups of a deleted account's forms", async () => {
  random = seeded(7);
  await history(200);
  await index();
  expect(await storedRows("rollups")).not.toEqual([]);
  await forgetForms(analytics().own.pool, [form.form_id]);
  for (const table of ["rollups", "contributions", "rollup_forms"]) expect(await storedRows(table)).toEqual([]);
}, 120_000);
