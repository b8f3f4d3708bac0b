import { performance } from "node:perf_hooks";
import pg from "pg";
import { Api } from "../../../deploy/demo/client.ts";
import { keyOf } from "../product.ts";
import { alternate, ratioAt, timesHead, timesRow } from "../respondents/beside.ts";
import { withPostgres } from "../respondents/ground.ts";
import { loadOn } from "../respondents/load.ts";
import { newDatabase, type System, startWithAnalytics, withForm } from "../respondents/systems.ts";
import { cpuMs, treeCpuMs } from "../usage.ts";
import { type Exported, exportAll } from "./download.ts";
import { copyRows, skipRollups, storeSessions } from "./stored.ts";

/**
 * `npm run bench -- export`: a million sessions as CSV without other load, `COPY … TO STDOUT` of the same rows in the same
 * run, and respondents alone and beside an export. A process per service over NATS with PostgreSQL. `BENCH_STORED` stores fewer
 * sessions, `BENCH_ROUNDS` and `BENCH_SECONDS` shorten the respondents' rounds.
 */
const stored = Number(process.env.BENCH_STORED ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const questions = 5;

interface Bench {
  system: System;
  client: pg.Client;
  key: string;
  postmaster: number;
}

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const profiles = process.env.BENCH_PROFILES;
    const nodeOptions = (name: string) => (profiles ? ["--cpu-prof", `--cpu-prof-dir=${profiles}/${name}`] : []);
    const database = await newDatabase(ground);
    const bare = await startWithAnalytics({ ...ground, nodeOptions }, database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const key = await keyOf(bare.url);
      const system = await withForm(bare, new Api(bare.url).withKey(key), questions);
      return await measure({ system, client, key, postmaster: ground.postmaster });
    } finally {
      await client.end();
      await bare.stop();
    }
  });
}

async function measure(bench: Bench): Promise<string> {
  const { system, client } = bench;
  await loadOn(system, 1, 1);
  await storeSessions(client, system.slug, stored);
  await skipRollups(client, system.slug);
  console.error(`${stored} sessions stored`);
  const copied = await timed(bench, () => copyRows(client, system.slug));
  const alone = await timed(bench, () => exportAll(bench));
  if (alone.result.rows < stored) throw new Error(`The export has ${alone.result.rows} rows.`);
  return [table(alone, copied), "", await besideTable(bench)].join("\n");
}

interface Timed<T> {
  result: T;
  seconds: number;
  /** CPU seconds by program and of PostgreSQL */
  cpu: Record<string, number>;
}

async function timed<T>({ system, postmaster }: Bench, work: () => Promise<T>): Promise<Timed<T>> {
  const usage = (): [string, number][] => [
    ...system.programs.map(({ name, pid }): [string, number] => [name, cpuMs(pid)]),
    ["PostgreSQL", treeCpuMs(postmaster)],
  ];
  const before = new Map(usage());
  const begun = performance.now();
  const result = await work();
  const took = (performance.now() - begun) / 1_000;
  const cpu = Object.fromEntries(usage().map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / 1_000]));
  return { result, seconds: took, cpu };
}

function table(alone: Timed<Exported>, copied: Timed<number>): string {
  const { rows, bytes, firstByteMs, memory } = alone.result;
  const perSecond = (count: number, took: number) => Math.round(count / took).toLocaleString("en");
  const cpu = (name: string) => (alone.cpu[name] ?? 0).toFixed(1);
  const all = Object.values(alone.cpu).reduce((sum, each) => sum + each, 0);
  return [
    `| ${rows.toLocaleString("en")} sessions, ${Math.round(bytes / 1e6)} MB | |`,
    "|---|---|",
    `| First byte | ${Math.round(firstByteMs)} ms |`,
    `| Export | ${alone.seconds.toFixed(1)} s, ${perSecond(rows, alone.seconds)} rows/s |`,
    `| \`COPY … TO STDOUT\` | ${copied.seconds.toFixed(1)} s, ${perSecond(copied.result, copied.seconds)} rows/s |`,
    `| Rate of the export | ${((rows / alone.seconds / copied.result) * copied.seconds).toFixed(2)} of COPY |`,
    `| CPU of COPY | ${(copied.cpu.PostgreSQL ?? 0).toFixed(1)} s |`,
    `| CPU of the export | ${all.toFixed(1)} s: PostgreSQL ${cpu("PostgreSQL")}, analytics ${cpu("analytics")}, gateway ${cpu("gateway")}, NATS ${cpu("nats")} |`,
    ...Object.entries(memory).map(
      ([name, each]) => `| Memory of ${name} | ${tenOf(each).map(Math.round).join(", ")} MB |`,
    ),
  ].join("\n");
}

const tenOf = (values: readonly number[]): number[] =>
  values.filter((_, at) => at % Math.ceil(values.length / 10) === 0);

async function besideTable(bench: Bench): Promise<string> {
  let rows = 0;
  const times = await alternate(bench.system, { rounds, seconds }, async (leaving) => {
    rows += (await exportAll(bench, leaving)).rows;
  });
  return [
    `Rate beside respondents: ${Math.round(rows / rounds / seconds)} rows/s. Their p99 is ${ratioAt(times, 0.99)} of the one alone.`,
    "",
    ...timesHead,
    timesRow("Respondents alone", times.alone),
    timesRow("Respondents beside an export", times.beside),
  ].join("\n");
}
