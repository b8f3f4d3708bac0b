import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Jobs, jobsOf, type Kind, later } from "../../shared/platform/jobs/jobs.ts";
import { createJobs } from "../../shared/platform/jobs/table.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import { eventually } from "../support/eventually.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";

/** Jobs run at least once although copies die, and no account takes all the room. */
interface Told {
  pool: pg.Pool;
  began: string[];
  ended: string[];
  /** a running job waits until the test ends it */
  holds: Map<string, PromiseWithResolvers<void>>;
  refused: Set<string>;
}

const tell: Kind<Told, string> = {
  task: "tell",
  priority: 1,
  pauses: { first: 20, longest: 20 },
  attempts: null,
  async run(told, name) {
    told.began.push(name);
    await told.holds.get(name)?.promise;
    if (told.refused.has(name)) throw new Error("refused");
    told.ended.push(name);
  },
};
/** Asks for another run until the third. */
const thrice: Kind<Told, string> = {
  ...tell,
  async run(told, name) {
    told.began.push(name);
    return told.began.length < 3 ? later(0) : null;
  },
};
/** Has its effect with its end. */
const once: Kind<Told, string> = {
  ...tell,
  async run(told, name, job) {
    told.began.push(name);
    await told.holds.get(name)?.promise;
    if (!(await job.isOurs(1_000))) return;
    await job.end(told.pool);
    told.ended.push(name);
  },
};
const kinds = {
  tell,
  thrice,
  once,
  letter: { ...tell, attempts: 2 },
  urgent: { ...tell, priority: 0 },
  patient: { ...tell, priority: 2 },
} as const;
const log = { info: () => undefined, warn: (message: string) => warnings.push(message) };
const warnings: string[] = [];

let database: TestDatabase;
let pool: pg.Pool;
let jobs: Jobs<Told, typeof kinds>;
let copies: Loop[];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query(`create schema auth; ${createJobs("auth")}`);
  jobs = jobsOf("auth", kinds);
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(() => {
  copies = [];
  warnings.length = 0;
});
afterEach(async () => {
  await Promise.all(copies.map((copy) => copy.stop()));
  await pool.query("delete from auth.jobs");
});

const newTold = (...held: string[]): Told => ({
  pool,
  began: [],
  ended: [],
  holds: new Map(held.map((name) => [name, Promise.withResolvers<void>()])),
  refused: new Set(),
});
/** Starts a copy of the service. */
function copy(told: Told): void {
  const [runner, gauge] = jobs.open(told, pool, log) as [Loop, Loop];
  copies.push(runner, gauge);
  runner.wake();
}
const waiting = async () =>
  (await pool.query("select data from auth.jobs order by created")).rows.map(({ data }) => JSON.parse(data));
const account = (digit: number) => `${digit}`.repeat(8).concat("-0000-4000-8000-000000000000");

test("runs each job once, however many copies look for it, and forgets it", async () => {
  const told = newTold();
  for (let index = 0; index < 20; index += 1) await jobs.add(pool, "tell", { data: `job ${index}` });
  for (let index = 0; index < 3; index += 1) copy(told);
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(told.began.sort()).toEqual(Array.from({ length: 20 }, (_, index) => `job ${index}`).sort());
});

test("begins right after the transaction of its cause, while its copy sleeps", async () => {
  const told = newTold();
  const asked = jest.spyOn(pool, "query");
  copy(told);
  // it sleeps then, until the next job is due
  await eventually(() => expect(asked.mock.calls.flat().join()).toContain("min(due_at)"));
  asked.mockRestore();
  await inTransaction(pool, (client) => jobs.add(client, "tell", { data: "now" }));
  await eventually(() => expect(told.ended).toEqual(["now"]), 10);
});

test("begins when it is due, or the lease of a dead copy ends", async () => {
  const told = newTold();
  await jobs.add(pool, "tell", { data: "leased" });
  await pool.query("update auth.jobs set due_at = clock_timestamp() + interval '3 seconds'");
  copy(told);
  await eventually(() => expect(told.ended).toEqual(["leased"]), 10);
});

test("exists only if its cause was committed", async () => {
  const client = await pool.connect();
  await client.query("begin");
  await jobs.add(client, "tell", { data: "never" });
  await client.query("rollback");
  client.release();
  expect(await waiting()).toEqual([]);
});

test("begins urgent jobs first, and one of each account at a time", async () => {
  const told = newTold("a1", "a2");
  for (const name of ["a1", "a2", "a3"]) await jobs.add(pool, "tell", { data: name, account_id: account(1) });
  await jobs.add(pool, "tell", { data: "b1", account_id: account(2) });
  await jobs.add(pool, "urgent", { data: "now" });
  copy(told);
  await eventually(async () => expect(told.ended).toEqual(["now", "b1"]));
  expect(told.began).toEqual(["now", "a1", "b1"]);
  told.holds.get("a1")?.resolve();
  told.holds.get("a2")?.resolve();
  await eventually(async () => expect(told.ended).toEqual(["now", "b1", "a1", "a2", "a3"]));
});

test("serves each account once before any of them again, whoever added more jobs first", async () => {
  const told = newTold();
  const add = (name: string, digit: number) => jobs.add(pool, "tell", { data: name, account_id: account(digit) });
  const many = ["a", "b", "c", "d"];
  for (const turn of [1, 2, 3]) for (const [at, name] of many.entries()) await add(`${name}${turn}`, at + 1);
  await add("late", 5);
  copy(told);
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(told.began.slice(0, 5).sort()).toEqual(["a1", "b1", "c1", "d1", "late"]);
});

test("repeats what fails, until it succeeds or for its attempts, and harms no other", async () => {
  const told = newTold();
  told.refused.add("down").add("full mailbox");
  await jobs.add(pool, "tell", { data: "down" });
  await jobs.add(pool, "letter", { data: "full mailbox" });
  await jobs.add(pool, "tell", { data: "fine" });
  copy(told);
  await eventually(async () => expect(told.began.filter((name) => name === "down").length).toBeGreaterThan(2));
  await eventually(async () => expect(await waiting()).toEqual(["down"]));
  told.refused.clear();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(told.began.filter((name) => name === "full mailbox")).toHaveLength(2);
  expect(told.ended.sort()).toEqual(["down", "fine"]);
  expect(warnings.filter((warning) => warning.includes("giving up"))).toEqual(["Failed to tell, giving up: refused"]);
});

test("runs again after a kill, once the lease of the killed copy ends", async () => {
  await jobs.add(pool, "tell", { data: "cut off" });
  // as a copy that was killed while it ran
  await pool.query("update auth.jobs set tries = 1, due_at = clock_timestamp() + interval '300 milliseconds'");
  const told = newTold();
  copy(told);
  await eventually(async () => expect(told.ended).toEqual(["cut off"]));
});

test("runs once more with the new data if it is added while it runs", async () => {
  const told = newTold("old");
  await jobs.add(pool, "tell", { data: "old", key: "same" });
  copy(told);
  await eventually(async () => expect(told.began).toEqual(["old"]));
  await jobs.add(pool, "tell", { data: "new", key: "same" });
  told.holds.get("old")?.resolve();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(told.ended.sort()).toEqual(["new", "old"]);
});

test("forgets what waits about a subject, and leaves kinds of a later release alone", async () => {
  await jobs.add(pool, "tell", { data: "about a person", subject: "person 1" });
  await pool.query(
    "insert into auth.jobs (id, kind, data, priority, due_at) values (gen_random_uuid(), 'later', '\"later\"', 0, now())",
  );
  await jobs.erase(pool, ["person 1"]);
  expect(await waiting()).toEqual(["later"]);
  const told = newTold();
  copy(told);
  await jobs.add(pool, "tell", { data: "next" });
  await eventually(async () => expect(told.ended).toEqual(["next"]));
  expect(await waiting()).toEqual(["later"]);
});

test("runs again as often as a run asks for", async () => {
  const told = newTold();
  await jobs.add(pool, "thrice", { data: "again" });
  copy(told);
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(told.began).toEqual(["again", "again", "again"]);
});

test("has no effect if it was erased while it ran, or another copy may have begun it", async () => {
  const full = ["full 1", "full 2"];
  const told = newTold("erased", "late", ...full);
  await jobs.add(pool, "once", { data: "erased", subject: "person 1" });
  await jobs.add(pool, "once", { data: "late" });
  await jobs.add(pool, "once", { data: "fine" });
  copy(told);
  await eventually(() => expect(told.ended).toEqual(["fine"]));
  await jobs.erase(pool, ["person 1"]);
  // it begins nothing more, also not what another copy is to begin
  for (const data of full) await jobs.add(pool, "tell", { data });
  await eventually(() => expect(told.began).toEqual(expect.arrayContaining(full)));
  // as a copy that was paused for longer than its lease
  await pool.query("update auth.jobs set due_at = due_at - interval '1 hour' where kind = 'once'");
  const other = newTold();
  copy(other);
  await eventually(() => expect(other.ended).toEqual(["late"]));
  for (const { resolve } of told.holds.values()) resolve();
  // waits for what runs
  await Promise.all(copies.map((stopped) => stopped.stop()));
  expect(told.ended.toSorted()).toEqual(["fine", ...full]);
});

test("keeps its time if it is added to run then, and runs once more if it runs already", async () => {
  const told = newTold("running");
  const add = (data: string) => jobs.add(pool, "tell", { data, key: "same", ifKnown: "then" });
  await add("running");
  copy(told);
  await eventually(() => expect(told.began).toEqual(["running"]));
  await add("ignored");
  told.holds.get("running")?.resolve();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(told.began).toEqual(["running", "running"]);
  await Promise.all(copies.map((each) => each.stop()));
  await jobs.add(pool, "tell", { data: "waits", key: "waits" });
  await pool.query("update auth.jobs set due_at = now() + interval '1 hour'");
  await jobs.add(pool, "tell", { data: "hurries", key: "waits", ifKnown: "then" });
  await jobs.add(pool, "tell", { data: "hurries", key: "waits", ifKnown: "once" });
  const due = "select from auth.jobs where due_at > now() + interval '59 minutes'";
  expect((await pool.query(due)).rowCount).toBe(1);
});

test("leaves a place for others while patient jobs wait", async () => {
  const names = ["p1", "p2", "p3", "p4"];
  const told = newTold(...names);
  for (const data of names) await jobs.add(pool, "patient", { data });
  copy(told);
  await eventually(() => expect(told.began).toHaveLength(3));
  await jobs.add(pool, "tell", { data: "other" });
  await eventually(() => expect(told.ended).toEqual(["other"]));
  expect(told.began).toHaveLength(4);
  for (const { resolve } of told.holds.values()) resolve();
  await eventually(async () => expect(await waiting()).toEqual([]));
});
