import { performance } from "node:perf_hooks";
import pg from "pg";
import { Api } from "../../../deploy/demo/client.ts";
import { readContributions } from "../../../services/analytics/rollups/contributions.ts";
import { formWordsSql } from "../../../services/analytics/store/formWords.ts";
import { eventually } from "../../support/eventually.ts";
import { recount } from "../../support/recount.ts";
import { rollUpForm } from "../../support/rolledUp.ts";
import { newKey } from "../product.ts";
import { median } from "../quantile.ts";
import { cpuMs, treeCpuMs } from "../usage.ts";
import { withPostgres } from "./ground.ts";
import { loadOn } from "./load.ts";
import { costsOf, tableOf } from "./owners.ts";
import { newDatabase, type System, startBareProcess, withForm } from "./systems.ts";

/**
 * `npm run bench -- growth`: PostgreSQL's CPU for an owner's requests with more and more stored sessions in one form, and the
 * cost of a respondent's request with all of them, and on a path of 200 nodes, relative to an empty database and a path of 5.
 * One process with PostgreSQL; stored sessions are copies of a real one. `BENCH_STORED` (such as `20000,200000`),
 * `BENCH_ROUNDS` and `BENCH_SECONDS` shorten it.
 */
const stored = (process.env.BENCH_STORED ?? "200000,1000000,3000000").split(",").map(Number);
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
      const key = await newKey(system.url);
      const api = new Api(system.url).withKey(key);
      const [short, long] = [await withForm(system, api, 5), await withForm(system, api, longPath)];
      const measured = (form: System) => cpuOfRequest(form, ground.postmaster);
      // the first round is a warm-up
      await measured(short);
      const [before, onLong]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        before.push(await measured(short));
        onLong.push(await measured(long));
      }
      const columns: Parameters<typeof tableOf>[0] = [];
      for (const [at, count] of stored.entries()) {
        await store(client, short.slug, stored[at - 1] ?? 0, count);
        const owner = { url: system.url, key, slug: short.slug, postmaster: ground.postmaster };
        columns.push({ stored: count, ...(await costsOf(owner, count)) });
      }
      await measured(short);
      const after: number[] = [];
      for (let round = 0; round < rounds; round++) after.push(await measured(short));
      return [tableOf(columns), "", table(before, onLong, after)].join("\n");
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
    row(`${(stored.at(-1) ?? 0).toLocaleString("en")} stored sessions`, after),
  ].join("\n");
}

/** CPU time of the process and PostgreSQL; a session is a start, its steps and a complete. */
async function cpuOfRequest(system: System, postmaster: number): Promise<number> {
  const cpu = () => system.programs.reduce((sum, { pid }) => sum + cpuMs(pid), treeCpuMs(postmaster));
  const before = cpu();
  const { latencies } = await loadOn(system, respondents, seconds);
  return (cpu() - before) / latencies.length;
}

/**
 * Copies a completed session with its visits until there are `to` copies. Copies are a second apart. Three in ten are abandoned. All
 * have the word `common` in the search index, and 1,000 of each million `rare`. All are in the rollups.
 */
export async function store(client: pg.Client, slug: string, from: number, to: number): Promise<void> {
  const begun = performance.now();
  const { rows } = await client.query<{ id: string }>(
    `select s.id from sessions.sessions s join sessions.live_forms f using (form_id)
      where f.slug = $1 and s.status = 'completed' order by s.started_at limit 1`,
    [slug],
  );
  const ofSession = await columnsOf(client, "sessions", {
    id: "made.id",
    status: "case when n % 10 < 7 then 'completed' else 'abandoned' end",
    started_at: "s.started_at - n * interval '1 second'",
    completed_at: "case when n % 10 < 7 then s.completed_at - n * interval '1 second' end",
  });
  const ofVisit = await columnsOf(client, "visits", { session_id: "made.id" });
  const { formId, facts } = await rollupsOf(client, rows[0]?.id ?? "");
  await client.query("create temporary table if not exists made (id uuid, n integer)");
  for (let made = from; made < to; made += chunk) {
    await client.query("truncate made");
    await client.query("insert into made select uuidv7(), n from generate_series($1::integer, $2::integer) n", [
      made + 1,
      Math.min(made + chunk, to),
    ]);
    await client.query(
      `insert into sessions.sessions (${ofSession.names}) select ${ofSession.values}
        from made, sessions.sessions s where s.id = $1`,
      [rows[0]?.id],
    );
    await client.query(
      `insert into sessions.visits (${ofVisit.names}) select ${ofVisit.values}
        from made, sessions.visits s where s.session_id = $1`,
      [rows[0]?.id],
    );
    await client.query(
      `insert into analytics.search (session_id, words)
        select id, ${formWordsSql} || to_tsvector('simple', case when n % 1000 = 0 then 'rare ' else '' end || 'common')
        from made join sessions.sessions s using (id)`,
    );
    await rollUpForm(client, formId, { facts, part: "made" });
  }
  await recount(client, formId);
  await client.query(`vacuum analyze sessions.sessions, sessions.visits, analytics.search, analytics.contributions,
    analytics.rollups, sessions.form_counts`);
  await client.query("checkpoint");
  console.error(`${to} sessions stored in ${Math.round((performance.now() - begun) / 1000)} s`);
}

/** Returns the form, and SQL of what a copy of the session adds to its rollups. Waits until a backfill is done. */
async function rollupsOf(client: pg.Client, sessionId: string): Promise<{ formId: string; facts: string }> {
  const nothing = { of: async () => null, pagesOf: async () => [], choicesOf: async () => new Map() };
  const [copied] = await readContributions(client, nothing, [sessionId]);
  if (!copied) throw new Error("No session was completed. Raise BENCH_SECONDS.");
  const { form_id: formId, facts } = copied;
  await eventually(async () => {
    const text = "select 1 from analytics.rollup_forms where form_id = $1 and not is_complete";
    const { rowCount } = await client.query(text, [formId]);
    if (rowCount) throw new Error("The rollups' backfill isn't done.");
  }, 300);
  const [completed, abandoned] = [facts, { ...facts, d: null }].map((of) => pg.escapeLiteral(JSON.stringify(of)));
  return { formId, facts: `case when s.status = 'completed' then ${completed} else ${abandoned} end` };
}

/** Returns the columns of a table of the sessions schema as SQL: names, and values of the row `s`, some of them others. */
async function columnsOf(client: pg.Client, table: string, others: Record<string, string>) {
  const { rows } = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'sessions' and table_name = $1",
    [table],
  );
  const names = rows.map(({ name }) => name);
  return { names: names.join(), values: names.map((name) => others[name] ?? `s.${name}`).join() };
}
