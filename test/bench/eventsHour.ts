import { loadavg } from "node:os";
import pg from "pg";
import { integrationsSchema } from "../../services/integrations/database.ts";
import { claimDeliveries } from "../../services/integrations/store/queue.ts";
import { sessionsSchema } from "../../services/sessions/database.ts";
import { sessionChanges } from "../../services/sessions/store/changes.ts";
import { claimEvents } from "../../services/sessions/store/events.ts";
import { migrate } from "../../shared/platform/database/migrate.ts";
import type { SchemaOptions } from "../../shared/platform/database/orm.ts";
import { openReadStart, type ReadStart } from "../../shared/platform/database/readStart.ts";
import { detailOf, prepare } from "./events.ts";
import {
  chunkSize,
  chunkStatements,
  type Design,
  dropAttempts,
  prepareStatements,
  retain,
} from "./eventsStatements.ts";
import { withPostgres } from "./respondents/ground.ts";
import { newDatabase } from "./respondents/systems.ts";
import { cpuMs, treeCpuMs } from "./usage.ts";
import { sum, type Vacuumed, vacuum, vacuumAll, vacuumLines } from "./vacuum.ts";

/**
 * `npm run bench -- events-hour [open] [before] [random]`: what the events of an hour leave in PostgreSQL. Stores
 * `BENCH_SESSIONS` (2,000,000: 550 per second) by statements that write the same rows as the product's, 2,000 sessions each.
 * With `open`, a transaction is open from the first session to the last. `before` is the design before payloads and
 * partitions. `random` has random ids of events, deliveries and attempts.
 *
 * Autovacuum is off. Every six minutes of that hour, a table is vacuumed if autovacuum would do so by its default settings.
 * Stops writing after `BENCH_MINUTES` (18), whatever it has stored, and measures.
 */
const { BENCH_SESSIONS, BENCH_MINUTES } = process.env;
const most = Number(BENCH_SESSIONS ?? 2_000_000);
const minutes = Number(BENCH_MINUTES ?? 18);
let sessions = 0;
/** Sessions in six minutes. */
const round = Math.min(200_000, most / 10);
const settings = { autovacuum: "off", fsync: "off", shared_buffers: "1GB", maintenance_work_mem: "256MB" };
const never = () => undefined;

export function run(options: string[]): Promise<string> {
  const design: Design = {
    isBefore: options.includes("before"),
    isRandom: options.includes("before") || options.includes("random"),
  };
  return withPostgres(settings, async (ground) => {
    const url = await newDatabase(ground);
    await migrate(without(sessionsSchema, design.isRandom && "0016-drop-acknowledged"), url, { warn: never });
    await migrate(without(integrationsSchema, design.isBefore && "0010-partitions"), url, { warn: never });
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on("error", never);
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    try {
      await prepare(pool);
      if (options.includes("open"))
        await beside.query("begin isolation level repeatable read; select 1 from sessions.events");
      return [
        `Options: ${options.join(" ") || "none"}.`,
        ...(await measured(pool, beside, ground.postmaster, design)),
      ].join("\n");
    } finally {
      await beside.end();
      await pool.end();
    }
  });
}

const without = (schema: SchemaOptions, left: string | false): SchemaOptions => ({
  ...schema,
  migrations: schema.migrations.filter(({ name }) => name !== left),
});

async function measured(pool: pg.Pool, beside: pg.Client, postmaster: number, design: Design): Promise<string[]> {
  const lines: string[] = [];
  const began = { wal: await walOf(pool), cpu: treeCpuMs(postmaster), time: performance.now() };
  const written = await write(pool, design);
  const per = (value: number) => (value / sessions).toFixed(0);
  const bulk = treeCpuMs(postmaster) - began.cpu - sum(written.map(({ cpuMs: spent }) => spent));
  const wal = (await walOf(pool)) - began.wal - sum(written.map((one) => one.wal));
  lines.push(
    `${sessions.toLocaleString("en")} sessions in ${((performance.now() - began.time) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}.`,
    `Per session: WAL ${per(wal)} bytes, CPU of the bulk statements ${(bulk / sessions).toFixed(3)} ms.`,
    "",
    ...(await storedLines(pool)),
    "",
    ...vacuumLines("Vacuums in the hour", written),
    "",
    ...(await claimLines(pool, design)),
    "",
  );
  await beside.query("rollback");
  lines.push(...vacuumLines("Vacuum after it", await vacuumAll(pool, true)), "");
  return [...lines, ...(await retentionLines(pool, postmaster, design))];
}

/** Writes the sessions, and returns the vacuums. */
async function write(pool: pg.Pool, design: Design): Promise<Vacuumed[]> {
  const statements = chunkStatements(design, JSON.stringify(detailOf("{id}", new Date())));
  for (const text of prepareStatements(design)) await pool.query(text);
  const vacuums: Vacuumed[] = [];
  const end = performance.now() + minutes * 60_000;
  for (let next = round; sessions < most && performance.now() < end; ) {
    for (const text of statements) await pool.query(text);
    if (sessions === 0) await pool.query("analyze");
    sessions += chunkSize;
    if (sessions < next) continue;
    next += round;
    console.error(`${sessions} sessions`);
    vacuums.push(...(await vacuumAll(pool, false)));
  }
  return vacuums;
}

async function storedLines(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; bytes: number; indexes: number; updates: number; deletes: number }>(
    `select regexp_replace(relname, '_.*', '') as name, sum(pg_table_size(relid))::float8 as bytes,
        sum(pg_indexes_size(relid))::float8 as indexes, sum(n_tup_upd)::float8 as updates, sum(n_tup_del)::float8 as deletes
      from pg_stat_user_tables where relname ~ '^(events|deliveries|attempts|payloads)' group by 1 order by 1`,
  );
  const per = (value: number) => (value / sessions).toFixed(0);
  return [
    "| Table | bytes per session | of its indexes | updates and deletes per session |",
    "|---|---|---|---|",
    ...rows.map(
      (row) =>
        `| ${row.name} | ${per(row.bytes)} | ${per(row.indexes)} | ${((row.updates + row.deletes) / sessions).toFixed(1)} |`,
    ),
  ];
}

/** Measures reads that find nothing, from the start and from the oldest waiting row. */
async function claimLines(pool: pg.Pool, design: Design): Promise<string[]> {
  if (design.isBefore)
    await pool.query("alter table integrations.deliveries add payload_at timestamptz, add attempt_began timestamptz");
  await pool.query("analyze");
  const limits = { rooms: [], newcomer_room: 32, proven_total: 64, unproven_total: 64, lease_ms: 30_000 };
  const reads: Record<string, (start: ReadStart) => Promise<unknown>> = {
    "claim of events": (start) =>
      claimEvents({ pool, versions: { computed: async () => null }, isDistributed: false, start }, "bench", 200, never),
    "changes for the search": (start) => sessionChanges(pool, 200, start),
    "claim of deliveries": (start) => claimDeliveries(pool, limits, start),
  };
  const lines = ["| CPU of one read that finds nothing, ms | from the start | as the product reads |", "|---|---|---|"];
  for (const [name, read] of Object.entries(reads)) {
    const whole = await cpuOf(pool, 5, () => read({ read: (work) => work("-infinity") }));
    const start = openReadStart(pool);
    for (let times = 0; times < 3; times += 1) await read(start);
    lines.push(`| ${name} | ${whole.toFixed(1)} | ${(await cpuOf(pool, 50, () => read(start))).toFixed(1)} |`);
  }
  return lines;
}

async function cpuOf(pool: pg.Pool, times: number, work: () => Promise<unknown>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid as number;
  const began = cpuMs(pid);
  for (let done = 0; done < times; done += 1) await work();
  return (cpuMs(pid) - began) / times;
}

/** Deletes a half of the hour as retention does, and vacuums. */
async function retentionLines(pool: pg.Pool, postmaster: number, design: Design): Promise<string[]> {
  const lines = [
    "| Retention, per 1,000 sessions | CPU, ms | WAL, kB | vacuum: CPU, ms | its WAL, kB | pages, buffers |",
    "|---|---|---|---|---|---|",
  ];
  const add = async (name: string, share: number, work: () => Promise<unknown>, table?: string) => {
    const began = { cpu: treeCpuMs(postmaster), wal: await walOf(pool) };
    await work();
    const per = (value: number) => (value / ((sessions * share) / 1000)).toFixed(2);
    const spent = [per(treeCpuMs(postmaster) - began.cpu), per(((await walOf(pool)) - began.wal) / 1000)];
    const after = table ? await vacuum(pool, table) : null;
    const vacuumed = after
      ? [per(after.cpuMs), per(after.wal / 1000), `${per(after.pages)}, ${per(after.buffers)}`]
      : ["", "", ""];
    lines.push(`| ${[name, ...spent, ...vacuumed].join(" | ")} |`);
  };
  await add("deliveries, row by row", 0.5, () => retain(pool, "deliveries", sessions / 2), "integrations.deliveries");
  if (design.isBefore)
    await add("attempts, row by row", 0.5, () => retain(pool, "attempts", sessions / 2), "integrations.attempts");
  else await add("partitions of attempts and payloads", 1, () => dropAttempts(pool));
  return lines;
}

async function walOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal");
  return rows[0].wal;
}
