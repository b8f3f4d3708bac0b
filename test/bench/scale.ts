import { chance } from "../../deploy/demo/chance.ts";
import { type Costs, measureCosts } from "./scaleCosts.ts";

/**
 * A model of a distributed Pathform (docs/operate/scale.md). It says which part is full first, and places an hour of traffic on workers.
 * `measured` is what `npm run bench -- scale measure` printed.
 */
const measured: Costs = { coordinatorMs: 7.26, workersMs: 6.37, oneMs: 2.29, batchedMs: 0.22 };

/** CPU of a session over NATS in all processes and PostgreSQL (test/bench/RESULTS.md), and stored bytes (docs/operate/scale.md). */
const reported = { sessionMs: 0.66 * 1.51, bytesPerSession: 3_500 };

const assumed = {
  answersPerSession: 5,
  cores: 32,
  /** usable share of a core */
  utilization: 0.6,
  diskBytes: 4e12,
  workers: 8,
  shards: 128,
};

export interface Part {
  part: string;
  needed: number;
  available: number;
}

/** Returns what each part needs for this load, the fullest first. */
export function partsFor(answersPerSecond: number, sessions: number, costs: Costs): Part[] {
  const { workers } = assumed;
  const cores = (ms: number) => (answersPerSecond / assumed.answersPerSession) * (ms / 1000);
  const perServer = assumed.cores * assumed.utilization;
  const stored = (sessions * reported.bytesPerSession) / 1e12;
  const disk = assumed.diskBytes / 1e12;
  const services = reported.sessionMs - costs.batchedMs;
  const parts = [
    { part: "One PostgreSQL: cores", needed: cores(costs.batchedMs), available: perServer },
    { part: "One PostgreSQL: TB", needed: stored, available: disk },
    { part: "Coordinator: cores", needed: cores(costs.coordinatorMs), available: perServer },
    { part: `${workers} workers: cores`, needed: cores(costs.workersMs), available: workers * perServer },
    { part: `${workers} workers: TB`, needed: stored, available: workers * disk },
    { part: "Gateways and services: cores", needed: cores(services), available: Infinity },
  ];
  return parts.sort((a, b) => b.needed / b.available - a.needed / a.available);
}

export interface Hour {
  /** sessions of the busiest worker in its busiest minute, compared with the mean */
  skew: number;
  /** of that minute, while shards move to a new worker */
  movingSkew: number;
  sessions: number;
}

/** Places an hour of sessions on workers. A session's shard follows from its random id, so a hot form is spread as any other. */
export function placeHour(sessionsPerSecond: number, seed = 1): Hour {
  const luck = chance(seed);
  const { workers, shards } = assumed;
  const home = Array.from({ length: shards }, (_, shard) => shard % workers);
  let skew = 0;
  let movingSkew = 0;
  let sessions = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    const isMoving = minute >= 30;
    // one shard a minute moves from the first worker to a ninth
    if (isMoving) {
      const shard = home.indexOf(0);
      if (shard >= 0) home[shard] = workers;
    }
    const counts = new Array<number>(workers + 1).fill(0);
    const arrivals = sessionsPerSecond * 60;
    for (let made = 0; made < arrivals; made += 1) {
      const worker = home[luck.integer(0, shards - 1)] ?? 0;
      counts[worker] = (counts[worker] ?? 0) + 1;
    }
    sessions += arrivals;
    const ratio = Math.max(...counts) / (arrivals / workers);
    if (isMoving) movingSkew = Math.max(movingSkew, ratio);
    else skew = Math.max(skew, ratio);
  }
  return { skew, movingSkew, sessions };
}

/** `npm run bench -- scale [answers per second] [sessions]`, or `scale measure`, which needs Citus. */
export async function run([first = "50000", sessions = "1000000000"]: string[]): Promise<string> {
  const isMeasuring = first === "measure";
  const answers = isMeasuring ? 50_000 : Number(first);
  const costs = isMeasuring ? await measureCosts() : measured;
  const rows = partsFor(answers, Number(sessions), costs).map(({ part, needed, available }) => {
    const [has, used] = Number.isFinite(available)
      ? [available.toFixed(1), `${Math.round((100 * needed) / available)}%`]
      : ["add copies", ""];
    return `| ${part} | ${needed.toFixed(1)} | ${has} | ${used} |`;
  });
  // a tenth of the sessions shows the same skew or more
  const { skew, movingSkew } = placeHour(answers / assumed.answersPerSession / 10);
  const { coordinatorMs, workersMs, oneMs, batchedMs } = costs;
  return [
    `CPU ms per session: coordinator ${coordinatorMs.toFixed(2)}, workers ${workersMs.toFixed(2)}, ` +
      `one PostgreSQL ${oneMs.toFixed(2)}, with 50 sessions per statement ${batchedMs.toFixed(2)}.`,
    "",
    `| ${answers} answers/s, ${sessions} sessions | Needed | Available | Used |`,
    "|---|---|---|---|",
    ...rows,
    "",
    `Busiest worker in an hour: ${skew.toFixed(2)} times the mean, ${movingSkew.toFixed(2)} while shards move.`,
  ].join("\n");
}
