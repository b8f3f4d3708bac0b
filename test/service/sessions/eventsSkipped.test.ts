import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import pg from "pg";
import { acknowledgeChanges, sessionChanges } from "../../../services/sessions/store/changes.ts";
import { acknowledgeEvents, claimEvents } from "../../../services/sessions/store/events.ts";
import { openReadStart, type ReadStart } from "../../../shared/platform/database/readStart.ts";
import { migratedDatabase, type TestDatabase } from "../../support/postgres.ts";

/** No event is skipped, in whatever order transactions commit (docs/adr/0016-events.md). */
let database: TestDatabase;
let pool: pg.Pool;
const open: Writer[] = [];
const committed = new Set<string>();

interface Writer {
  client: pg.PoolClient;
  id: string;
}

beforeAll(async () => {
  database = await migratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
});
afterEach(async () => {
  for (const { client } of open.splice(0)) client.release(true);
  committed.clear();
  await pool.query("truncate sessions.events");
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Each read takes 1 ms of this clock and is slow, so one read in about twenty is of the whole index. */
function slowReads(): ReadStart {
  let now = 0;
  return openReadStart(pool, { slow: 0, clock: () => (now += 1) });
}

/** A cursor: each read begins where the previous one ended. */
function cursor(): ReadStart {
  let last = "-infinity";
  return {
    async read(work) {
      const rows = await work(last);
      last = rows.at(-1)?.at.toISOString() ?? last;
      return rows;
    },
  };
}

let minute = 0;

/** Begins a transaction with an event. Each one is a minute later than the previous one. */
async function begin(): Promise<void> {
  if (open.length >= 5) return;
  const client = await pool.connect();
  const id = randomUUID();
  minute += 1;
  await client.query("begin");
  await client.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session)
      values ($1, 'session.completed', gen_random_uuid(), gen_random_uuid(), $2, '{}', '{"answers": []}')`,
    [id, new Date(Date.UTC(2020, 0, 1, 0, minute))],
  );
  open.push({ client, id });
}

async function end(which: number, how: "commit" | "rollback"): Promise<void> {
  const [writer] = open.splice(which % Math.max(1, open.length), 1);
  if (!writer) return;
  await writer.client.query(how);
  writer.client.release();
  if (how === "commit") committed.add(writer.id);
}

interface Consumers {
  claims: ReadStart;
  changes: ReadStart;
  claimed: Set<string>;
  followed: Set<string>;
}

/** A consumer that dies before it acknowledges reads the same events again later. */
async function claim({ claims, claimed }: Consumers, dies: boolean): Promise<void> {
  const context = { pool, versions: { computed: async () => null }, isDistributed: false, start: claims };
  const events = await claimEvents(context, "test", 2, () => undefined);
  if (dies)
    return void (await pool.query(
      "update sessions.events set leased_until = now() - interval '1 second' where leased_until is not null",
    ));
  const ids = events.flatMap((one) => (one.kind === "event" ? [one.event.id] : []));
  for (const id of ids) claimed.add(id);
  await acknowledgeEvents(pool, ids);
}

async function follow({ changes, followed }: Consumers, dies: boolean): Promise<void> {
  const ids = (await sessionChanges(pool, 2, changes)).map(({ id }) => id);
  if (dies) return;
  for (const id of ids) followed.add(id);
  await acknowledgeChanges(pool, ids);
}

type Step =
  | { step: "begin" }
  | { step: "end"; which: number; how: "commit" | "rollback" }
  | { step: "claim" | "follow"; dies: boolean };

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ step: fc.constant("begin" as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        ...{ step: fc.constant("end" as const), which: fc.nat(4) },
        how: fc.constantFrom("commit" as const, "commit" as const, "rollback" as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ step: fc.constantFrom("claim" as const, "follow" as const), dies: fc.boolean() }),
    },
  ),
  { minLength: 20, maxLength: 60 },
);

/** Plays the steps, ends all transactions, and reads until the consumers have had time for two whole reads. */
async function play(all: Step[], consumers: Consumers): Promise<void> {
  for (const one of all) {
    if (one.step === "begin") await begin();
    else if (one.step === "end") await end(one.which, one.how);
    else await (one.step === "claim" ? claim : follow)(consumers, one.dies);
  }
  while (open.length > 0) await end(0, "commit");
  for (let reads = 0; reads < 50 + committed.size; reads += 1) {
    await claim(consumers, false);
    await follow(consumers, false);
  }
}

const consumersWith = (start: () => ReadStart): Consumers => ({
  ...{ claims: start(), changes: start(), claimed: new Set<string>(), followed: new Set<string>() },
});

test("reads every committed event with both consumers, and none that was rolled back", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const consumers = consumersWith(slowReads);
      committed.clear();
      await play(all, consumers);
      expect([...consumers.claimed].toSorted()).toEqual([...committed].toSorted());
      expect([...consumers.followed].toSorted()).toEqual([...committed].toSorted());
      expect((await pool.query("select from sessions.events")).rowCount).toBe(0);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);

const late: Step[] = [
  ...[{ step: "begin" } as const, { step: "begin" } as const],
  { step: "end", which: 1, how: "commit" },
  { step: "claim", dies: false },
  { step: "follow", dies: false },
];

test("reads an event whose transaction was open while later ones were read, where a cursor skips it", async () => {
  const consumers = consumersWith(slowReads);
  await play(late, consumers);
  expect(consumers.claimed.size).toBe(2);
  const skipping = consumersWith(cursor);
  committed.clear();
  await play(late, skipping);
  expect(skipping.claimed.size).toBe(1);
});

test("begins at the oldest row after a slow read, and reads the start again after nineteen more", async () => {
  const start = slowReads();
  const seen: string[] = [];
  const read = async (from: string) => {
    seen.push(from);
    return [{ at: new Date("2026-01-01T00:00:30Z") }];
  };
  for (let reads = 0; reads < 25; reads += 1) await start.read(read);
  const after = Array.from({ length: 20 }, () => "2026-01-01T00:00:20.000Z");
  expect(seen.slice(0, 22)).toEqual(["-infinity", ...after.slice(0, 19), "-infinity", after[0]]);
});

test("always begins at the start while reads are fast", async () => {
  const start = openReadStart(pool, { clock: () => 0 });
  const seen: string[] = [];
  for (let reads = 0; reads < 3; reads += 1)
    await start.read(async (from) => {
      seen.push(from);
      return [];
    });
  expect(seen).toEqual(["-infinity", "-infinity", "-infinity"]);
});

test("isn't misled by two slow reads of a busy machine", async () => {
  const durations = [60, 60, 1, 60, 60, 60, 60];
  let now = 0;
  const start = openReadStart(pool, { clock: () => now });
  const seen: string[] = [];
  for (const duration of durations)
    await start.read(async (from) => {
      seen.push(from);
      now += duration;
      return [{ at: new Date("2026-01-01T00:00:30Z") }];
    });
  expect(seen).toEqual([...Array.from({ length: 6 }, () => "-infinity"), "2026-01-01T00:00:20.000Z"]);
});
