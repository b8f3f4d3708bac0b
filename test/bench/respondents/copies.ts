import pg from "pg";
import { untilReady } from "../programs.ts";
import { median } from "../quantile.ts";
import { cpuMs, treeCpuMs } from "../usage.ts";
import { untilNoBacklog } from "./backlog.ts";
import { withPostgres } from "./ground.ts";
import { loadOn } from "./load.ts";
import { type Copies, startCopies } from "./systems.ts";

/**
 * `npm run bench -- copies`: cost of a session with 1, 2 and 4 copies of gateway and sessions over NATS, with as many respondents for each
 * copy, until the work after the last response is done. They pause, because copies that wait for a processor would share more statements. PostgreSQL's WAL and commits tell how many sessions one server takes. Rounds
 * alternate between the three. `BENCH_ROUNDS`, `BENCH_SECONDS` and `BENCH_RESPONDENTS` (for each copy) as in `respondents`.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const respondents = Number(process.env.BENCH_RESPONDENTS ?? 64);
/** ms before each request: about 85 sessions a second for each copy */
const pause = 100;
const counts = [1, 2, 4];

/** Costs of a session: CPU in ms by service, and PostgreSQL's writes. */
interface Costs {
  cpu: Record<string, number>;
  walBytes: number;
  commits: number;
}

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const systems: Copies[] = [];
    try {
      for (const count of counts) systems.push(await startCopies(ground, count));
      for (const { urls, programs } of systems) await Promise.all(urls.map((url) => untilReady(url, programs)));
      const found = systems.map((): Costs[] => []);
      // the first round is a warm-up
      for (let round = 0; round <= rounds; round += 1) {
        for (const [at, system] of systems.entries()) {
          const costs = await measure(system, ground.postmaster);
          if (round > 0) found[at]?.push(costs);
        }
        console.error(`round ${round} of ${rounds}`);
      }
      return table(found);
    } finally {
      for (const system of systems) await system.stop();
    }
  });
}

async function measure(system: Copies, postmaster: number): Promise<Costs> {
  const { urls, database = "" } = system;
  const before = await stateOf(system, postmaster);
  const loads = await Promise.all(urls.map((url) => loadOn({ ...system, url }, respondents, seconds, pause)));
  await untilNoBacklog(database);
  const after = await stateOf(system, postmaster);
  const sessions = loads.reduce((sum, load) => sum + load.sessions, 0);
  const cpu = Object.entries(after.cpu).map(([name, ms]) => [name, (ms - (before.cpu[name] ?? 0)) / sessions]);
  return {
    cpu: Object.fromEntries(cpu),
    walBytes: (after.walBytes - before.walBytes) / sessions,
    commits: (after.commits - before.commits) / sessions,
  };
}

/** Returns what has been used so far. */
async function stateOf({ programs, database }: Copies, postmaster: number): Promise<Costs> {
  const cpu: Record<string, number> = { PostgreSQL: treeCpuMs(postmaster) };
  for (const { name, pid } of programs) {
    const service = name.replace(/\d+$/, "");
    cpu[service] = (cpu[service] ?? 0) + cpuMs(pid);
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ wal: number; commits: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal, xact_commit::float8 as commits
      from pg_stat_database where datname = current_database()`,
  );
  await client.end();
  return { cpu, walBytes: rows[0]?.wal ?? 0, commits: rows[0]?.commits ?? 0 };
}

function table(found: readonly Costs[][]): string {
  const services = Object.keys(found[0]?.[0]?.cpu ?? {});
  const sum = ({ cpu }: Costs) => Object.values(cpu).reduce((total, ms) => total + ms, 0);
  const row = (title: string, of: (costs: Costs) => number, digits: number) => {
    const medians = found.map((rounds) => median(rounds.map(of)));
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 0);
    return `| ${title} | ${medians.map((value) => value.toFixed(digits)).join(" | ")} | ${ratio.toFixed(2)} |`;
  };
  return [
    `Costs of a session, ${respondents} respondents for each copy who pause for ${pause} ms, medians of ${rounds} rounds of ${seconds} s.`,
    "",
    `| Copies of gateway and of sessions | ${counts.join(" | ")} | ${counts.at(-1)} to ${counts[0]} |`,
    `|---|${counts.map(() => "---|").join("")}---|`,
    row("CPU ms", sum, 2),
    ...services.map((name) => row(`${name}: CPU ms`, ({ cpu }) => cpu[name] ?? 0, 2)),
    row("WAL bytes", ({ walBytes }) => walBytes, 0),
    row("Commits", ({ commits }) => commits, 2),
  ].join("\n");
}
