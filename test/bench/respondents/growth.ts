import { performance } from "node:perf_hooks";
import pg from "pg";
import { Api } from "../../../deploy/demo/client.ts";
import { newKey } from "../product.ts";
import { median } from "../quantile.ts";
import { cpuMs, treeCpuMs } from "../usage.ts";
import { withPostgres } from "./ground.ts";
import { loadOn } from "./load.ts";
import { newDatabase, type System, startBareProcess, withForm } from "./systems.ts";

/**
 * `npm run bench -- growth`: cost of a respondent's request with a million stored sessions, and on a path of 200 nodes, relative
 * to an empty database and a path of 5. One process with PostgreSQL; stored sessions are copies of a real one. `BENCH_STORED`,
 * `BENCH_ROUNDS` and `BENCH_SECONDS` shorten it.
 */
const stored = Number(process.env.BENCH_STORED ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const respondents = 16;
const longPath = 200;
const chunk = 50_000;

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const database = await newDatabase(ground);
    const system = await startBareProcess(ground, database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const api = new Api(system.url).withKey(await newKey(system.url));
      const [short, long] = [await withForm(system, api, 5), await withForm(system, api, longPath)];
      const measured = (form: System) => cpuOfRequest(form, ground.postmaster);
      // the first round is a warm-up
      await measured(short);
      const [before, onLong]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        before.push(await measured(short));
        onLong.push(await measured(long));
      }
      await store(client, short.slug);
      await measured(short);
      const after: number[] = [];
      for (let round = 0; round < rounds; round++) after.push(await measured(short));
      return table(before, onLong, after);
    } finally {
      await client.end();
      await system.stop();
    }
  });
}

function table(before: number[], onLong: number[], after: number[]): string {
  const row = (what: string, values: number[]) =>
    `| ${what} | ${median(values).toFixed(2)} | ${(median(values) / median(before)).toFixed(2)} |`;
  return [
    `One process with all services and its PostgreSQL, ${respondents} respondents, medians of ${rounds} rounds of ${seconds} s.`,
    "",
    "| | CPU-ms a request | of the first |",
    "|---|---|---|",
    row("a path of 5 nodes, few stored sessions", before),
    row(`a path of ${longPath} nodes`, onLong),
    row(`${stored.toLocaleString("en")} stored sessions`, after),
  ].join("\n");
}

/** CPU time of the process and PostgreSQL; a session is a start, its steps and a complete. */
async function cpuOfRequest(system: System, postmaster: number): Promise<number> {
  const cpu = () => system.programs.reduce((sum, { pid }) => sum + cpuMs(pid), treeCpuMs(postmaster));
  const before = cpu();
  const { latencies } = await loadOn(system, respondents, seconds);
  return (cpu() - before) / latencies.length;
}

/** Copies a completed session with its visits until there are `stored`. */
async function store(client: pg.Client, slug: string): Promise<void> {
  const begun = performance.now();
  const columns = async (name: string, id: string) => {
    const { rows } = await client.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'sessions' and table_name = $1",
      [name],
    );
    return rows.map((row) => row.name).filter((column) => column !== id);
  };
  const [ofSession, ofVisit] = [await columns("sessions", "id"), await columns("visits", "session_id")];
  const { rows } = await client.query<{ id: string }>(
    `select s.id from sessions.sessions s join sessions.live_forms f using (form_id)
      where f.slug = $1 and s.status = 'completed' limit 1`,
    [slug],
  );
  await client.query("create temporary table made (id uuid)");
  for (let made = 0; made < stored; made += chunk) {
    await client.query("truncate made");
    await client.query("insert into made select uuidv7() from generate_series(1, $1::integer)", [
      Math.min(chunk, stored - made),
    ]);
    await client.query(
      `insert into sessions.sessions (id, ${ofSession.join()}) select made.id, ${ofSession.map((name) => `s.${name}`).join()}
        from made, sessions.sessions s where s.id = $1`,
      [rows[0]?.id],
    );
    await client.query(
      `insert into sessions.visits (session_id, ${ofVisit.join()}) select made.id, ${ofVisit.map((name) => `v.${name}`).join()}
        from made, sessions.visits v where v.session_id = $1`,
      [rows[0]?.id],
    );
  }
  await client.query("vacuum analyze sessions.sessions, sessions.visits");
  await client.query("checkpoint");
  console.error(`${stored} sessions stored in ${Math.round((performance.now() - begun) / 1000)} s`);
}
