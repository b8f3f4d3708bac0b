import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { earlierCode } from "../../support/earlierCode.ts";
import { outputOf } from "../programs.ts";
import { treeCpuMs } from "../usage.ts";
import { withPostgres } from "./ground.ts";
import { readLoad } from "./load.ts";
import { type Measured, measure } from "./measure.ts";
import { newDatabase, type System, startMonolith, startOneProcess, startOverNats, startTwin } from "./systems.ts";
import { type Figures, tables } from "./tables.ts";

/**
 * `npm run bench -- respondents`: cost of a session with five answers, compared with yardsticks (test/bench/yardsticks) on the
 * same PostgreSQL. A round measures each system with each number of respondents. Interleaved rounds spread other load evenly.
 * `--beside <commit>` also measures Pathform's code of that commit, `--systems one,nats` only these, and `--limit <n>` a form
 * with a response limit. Pathform's second row counts the work after the last response too, until none is left.
 * `BENCH_ROUNDS`, `BENCH_SECONDS` and `BENCH_RESPONDENTS` (`1,64`) shorten it. `BENCH_LOG_LEVEL=info` adds Pathform's access log, which
 * the yardsticks don't have.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const levels = (process.env.BENCH_RESPONDENTS ?? "1,16,64,256").split(",").map(Number);

const starts = { monolith: startMonolith, twin: startTwin, one: startOneProcess, nats: startOverNats };
const ofPathform: readonly string[] = ["one", "nats"] satisfies (keyof typeof starts)[];

export function run(args: string[]): Promise<string> {
  const options = {
    beside: { type: "string" },
    limit: { type: "string" },
    systems: { type: "string", default: Object.keys(starts).join() },
  } as const;
  const { beside, limit, systems: names } = parseArgs({ args, options }).values;
  const chosen = Object.entries(starts).filter(([name]) => names.split(",").includes(name));
  const earlier = beside === undefined ? null : { code: earlierCode(beside), commit: beside };
  return withPostgres({}, async (server) => {
    const ground = { ...server, responseLimit: limit === undefined ? undefined : Number(limit) };
    const systems: System[] = [];
    try {
      const floor = await newDatabase(ground);
      for (const [name, start] of chosen) {
        systems.push(await start(ground));
        if (earlier && ofPathform.includes(name)) systems.push(await start({ ...ground, earlier }));
      }
      return [machine(), "", ...tables(await measureRounds(systems, floor, ground.postmaster))].join("\n");
    } finally {
      for (const system of systems) await system.stop();
    }
  });
}

async function measureRounds(systems: System[], floor: string, postmaster: number): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const respondents of levels) {
      const measured = [await measureFloor(floor, respondents, postmaster)];
      for (const system of systems) measured.push(await measure(system, { respondents, seconds, postmaster }));
      // the first round is a warm-up
      if (round > 0) figures.push(...measured.map((one) => ({ ...one, round })));
      console.error(`round ${round} of ${rounds}, ${respondents} respondents`);
    }
  }
  return figures;
}

async function measureFloor(database: string, respondents: number, postmaster: number): Promise<Measured> {
  const before = treeCpuMs(postmaster);
  const args = [String(respondents), String(seconds)];
  const printed = await outputOf("test/bench/yardsticks/statements.ts", args, { DATABASE_URL: database });
  const cpu = { PostgreSQL: treeCpuMs(postmaster) - before };
  return {
    system: "bare statements",
    respondents,
    load: readLoad(printed, "bare statements"),
    cpu,
    memoryMb: 0,
    later: null,
  };
}

const machine = (): string =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node.js ${process.version}, ${new Date().toISOString().slice(0, 10)}; ` +
  `medians of ${rounds} rounds of ${seconds} s. A session is a start, five answers and a complete.`;
