import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { withPostgres } from "./ground.ts";
import { loadOn } from "./load.ts";
import { startOverNats } from "./systems.ts";

/**
 * `npm run bench -- profile`: profiles Pathform's processes over NATS under respondents (V8 sampling profiler, self time by
 * function), and lists their statements (pg_stat_statements). `BENCH_SECONDS` and `BENCH_RESPONDENTS` as in `respondents`.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const respondents = Number(process.env.BENCH_RESPONDENTS ?? 64);
const functionsShown = 25;

export function run(): Promise<string> {
  const settings = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on" };
  return withPostgres(settings, async (ground) => {
    const nodeOptions = (name: string) => ["--cpu-prof", `--cpu-prof-dir=${join(ground.folder, `profile-${name}`)}`];
    const system = await startOverNats({ ...ground, nodeOptions });
    const statements = new pg.Client({ connectionString: ground.adminUrl });
    await statements.connect();
    try {
      await statements.query("create extension if not exists pg_stat_statements");
      // compiles the code and fills caches
      await loadOn(system, respondents, seconds);
      await statements.query("select pg_stat_statements_reset()");
      const load = await loadOn(system, respondents, seconds);
      const sent = await statementTable(statements, load.sessions);
      await system.stop();
      const profiles = ["gateway", "sessions", "rest"].map((name) => profileTable(ground.folder, name, load.sessions));
      return [`${load.sessions} sessions by ${respondents} respondents in ${seconds} s`, "", ...profiles, sent].join(
        "\n",
      );
    } finally {
      await statements.end();
      await system.stop();
    }
  });
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** µs */
  timeDeltas: number[];
}

/** Returns functions by self time, without idle time and startup. */
function profileTable(folder: string, name: string, sessions: number): string {
  const [file] = readdirSync(join(folder, `profile-${name}`));
  const profile = JSON.parse(readFileSync(join(folder, `profile-${name}`, file ?? ""), "utf8")) as Profile;
  const functions = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const own = new Map<string, number>();
  const whole = profile.timeDeltas.reduce((sum, delta) => sum + delta, 0);
  let passed = 0;
  for (const [at, id] of profile.samples.entries()) {
    passed += profile.timeDeltas[at] ?? 0;
    if (passed < whole - seconds * 1_000_000) continue;
    const called = functions.get(id) ?? "";
    own.set(called, (own.get(called) ?? 0) + (profile.timeDeltas[at] ?? 0) / 1000);
  }
  for (const idle of ["(idle)", "(program)", "(root)", "reallyExit"]) own.delete(idle);
  const rows = [...own].toSorted(([, a], [, b]) => b - a).slice(0, functionsShown);
  const total = own.values().reduce((sum, ms) => sum + ms, 0);
  const lines = rows.map(
    ([called, ms]) => `| ${called} | ${((1000 * ms) / sessions).toFixed(0)} | ${((100 * ms) / total).toFixed(1)} % |`,
  );
  return [`**${name}**`, "", "| function | µs a session | of all |", "|---|---|---|", ...lines, ""].join("\n");
}

function nameOf({ functionName, url, lineNumber }: Profile["nodes"][number]["callFrame"]): string {
  const file = url.split("/").slice(-3).join("/");
  return url ? `${functionName || "(anonymous)"} ${file}:${lineNumber + 1}` : functionName;
}

async function statementTable(client: pg.Client, sessions: number): Promise<string> {
  const { rows } = await client.query<{ query: string; calls: string; rows: string; exec: number; plan: number }>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as query, calls, rows, total_exec_time as exec, total_plan_time as plan
      from pg_stat_statements order by total_exec_time + total_plan_time desc limit 12`,
  );
  const lines = rows.map(({ query, calls, rows, exec, plan }) => {
    const text = query.replaceAll("|", "\\|").slice(0, 90);
    return `| ${text} | ${(Number(calls) / sessions).toFixed(2)} | ${(Number(rows) / sessions).toFixed(2)} | ${((1000 * exec) / sessions).toFixed(0)} | ${((1000 * plan) / sessions).toFixed(0)} |`;
  });
  const head = "| statement | calls a session | rows | µs a session | planning |";
  return ["**PostgreSQL**", "", head, "|---|---|---|---|---|", ...lines, ""].join("\n");
}
