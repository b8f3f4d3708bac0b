import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withPostgres } from "./respondents/ground.ts";
import { loadOn } from "./respondents/load.ts";
import { type System, startOverNats } from "./respondents/systems.ts";
import { cpuMs, residentMb, treeCpuMs } from "./usage.ts";

/**
 * `npm run bench -- idle`: what Pathform over NATS costs while no one uses it, in a minute: statements by kind, bus messages, and CPU
 * and memory by process. Then the memory with 256 respondents. `BENCH_SECONDS` shortens the minute.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** After the start, searches and rollups follow the last response, and sessions of the start end. */
const quietSeconds = Number(process.env.BENCH_QUIET ?? 30);
const respondents = 256;
const loadSeconds = 20;

const settings = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "off" };

export function run(): Promise<string> {
  return withPostgres(settings, async (ground) => {
    const system = await startOverNats(ground);
    const client = new pg.Client({ connectionString: ground.adminUrl });
    try {
      await client.connect();
      await client.query("create extension pg_stat_statements");
      // also keeps each statement of the start in the past
      await sleep(quietSeconds * 1_000);
      const idle = await idleFigures(system, client, ground.postmaster);
      const atRest = memory(system);
      await loadOn(system, respondents, loadSeconds);
      return [machine(), "", ...tables(idle, atRest, memory(system))].join("\n");
    } finally {
      await client.end();
      await system.stop();
    }
  });
}

interface Idle {
  statements: Statement[];
  messages: Messages;
  cpu: Record<string, number>;
}

interface Statement {
  text: string;
  calls: number;
}

async function idleFigures(system: System, client: pg.Client, postmaster: number): Promise<Idle> {
  await client.query("select pg_stat_statements_reset()");
  const [cpuBefore, messagesBefore] = [cpu(system, postmaster), await messages(system)];
  await sleep(seconds * 1_000);
  const [cpuAfter, messagesAfter] = [cpu(system, postmaster), await messages(system)];
  const { rows } = await client.query<Statement>(
    `select query as text, sum(calls)::integer as calls from pg_stat_statements
      where query !~* 'pg_stat_statements' group by 1 order by 2 desc, 1`,
  );
  return {
    statements: rows,
    messages: {
      in_msgs: messagesAfter.in_msgs - messagesBefore.in_msgs,
      out_msgs: messagesAfter.out_msgs - messagesBefore.out_msgs,
    },
    cpu: Object.fromEntries(Object.entries(cpuAfter).map(([name, ms]) => [name, ms - (cpuBefore[name] ?? 0)])),
  };
}

interface Messages {
  /** published */
  in_msgs: number;
  /** delivered */
  out_msgs: number;
}

async function messages({ busFigures }: System): Promise<Messages> {
  const answered = await fetch(String(busFigures));
  return (await answered.json()) as Messages;
}

const cpu = ({ programs }: System, postmaster: number): Record<string, number> => ({
  ...Object.fromEntries(programs.map(({ name, pid }) => [name, cpuMs(pid)])),
  PostgreSQL: treeCpuMs(postmaster),
});

const memory = ({ programs }: System): Record<string, number> =>
  Object.fromEntries(programs.map(({ name, pid }) => [name, residentMb(pid)]));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function tables(idle: Idle, atRest: Record<string, number>, busy: Record<string, number>): string[] {
  const perSecond = (ms: number) => (ms / seconds).toFixed(1);
  const mb = (one: number | undefined) => (one === undefined ? "" : Math.round(one));
  const row = (name: string, ms: number, quiet?: number, loaded?: number) =>
    `| ${name} | ${perSecond(ms)} | ${mb(quiet)} | ${mb(loaded)} |`;
  const { statements, messages: bus } = idle;
  return [
    `${sum(statements.map(({ calls }) => calls))} statements and ${bus.in_msgs} bus messages (${bus.out_msgs} deliveries) in ${seconds} s.`,
    "",
    `| Process | CPU-ms a second | MB | MB with ${respondents} respondents |`,
    "|---|---|---|---|",
    ...Object.entries(idle.cpu).map(([name, ms]) => row(name, ms, atRest[name], busy[name])),
    row("all", sum(Object.values(idle.cpu)), sum(Object.values(atRest)), sum(Object.values(busy))),
    "",
    "| Statements | Statement |",
    "|---|---|",
    ...statements.map(({ text, calls }) => `| ${calls} | \`${text.replaceAll(/\s+/g, " ").slice(0, 110)}\` |`),
  ];
}

const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node.js ${process.version}, load average ${loadavg()[0]?.toFixed(1)}`;
