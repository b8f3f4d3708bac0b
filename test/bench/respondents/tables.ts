import { median, quantile } from "../quantile.ts";
import type { Load } from "./generator.ts";

/** Result of one system in one round. */
export interface Figures {
  system: string;
  round: number;
  respondents: number;
  load: Load;
  /** CPU time in ms by process */
  cpu: Record<string, number>;
  memoryMb: number;
  /** Until search index, insights and integrations had all events: seconds after the load, and CPU with the load. Null without them. */
  later: { seconds: number; cpu: Record<string, number> } | null;
}

/** Returns the same with the work after the last response. */
const withLater = (one: Figures): Figures[] =>
  one.later
    ? [
        {
          ...one,
          system: `${one.system}, ${laterWork}`,
          load: { ...one.load, seconds: one.load.seconds + one.later.seconds },
          cpu: one.later.cpu,
        },
      ]
    : [];

const laterWork = "with search, insights and events";

const yardstick = "monolith";

/** Returns a Markdown table per number of respondents. Ratios are per round, with minimum and maximum in brackets. */
export function tables(figures: readonly Figures[]): string[] {
  const levels = [...new Set(figures.map(({ respondents }) => respondents))];
  return levels.flatMap((respondents) => {
    const rows = figures.filter((one) => one.respondents === respondents).flatMap((one) => [one, ...withLater(one)]);
    const systems = [...new Set(rows.map(({ system }) => system))];
    return [
      `**${respondents} respondent${respondents === 1 ? "" : "s"}**`,
      "",
      "| | sessions/s | of the monolith's | CPU-ms a session | of the monolith's | step p50 | of the monolith's | p99 | of the monolith's | MB |",
      "|---|---|---|---|---|---|---|---|---|---|",
      ...systems.map((system) => row(system, rows)),
      "",
      ...systems.map((system) => `- ${system}: ${byProcess(rows.filter((one) => one.system === system))}`),
      "",
    ];
  });
}

function row(system: string, rows: readonly Figures[]): string {
  const own = rows.filter((one) => one.system === system);
  const ratio = (of: (one: Figures) => number) =>
    spread(
      own.map((one) => {
        const base = rows.find(({ system, round }) => system === yardstick && round === one.round);
        return base ? of(one) / of(base) : Number.NaN;
      }),
    );
  return [
    `| ${system}`,
    Math.round(median(own.map(throughput))),
    ratio(throughput),
    median(own.map(cpuPerSession)).toFixed(2),
    ratio(cpuPerSession),
    `${median(own.map((one) => quantile(one.load.latencies, 0.5))).toFixed(2)} ms`,
    ratio((one) => quantile(one.load.latencies, 0.5)),
    `${median(own.map((one) => quantile(one.load.latencies, 0.99))).toFixed(1)} ms`,
    ratio((one) => quantile(one.load.latencies, 0.99)),
    `${Math.round(median(own.map(({ memoryMb }) => memoryMb)))} |`,
  ].join(" | ");
}

/** Returns the CPU-ms per session of each process. */
function byProcess(own: readonly Figures[]): string {
  const names = Object.keys(own[0]?.cpu ?? {});
  return names
    .map((name) => `${name} ${median(own.map(({ cpu, load }) => (cpu[name] ?? 0) / load.sessions)).toFixed(2)}`)
    .join(", ");
}

const throughput = ({ load }: Figures): number => load.sessions / load.seconds;
const cpuPerSession = ({ cpu, load }: Figures): number =>
  Object.values(cpu).reduce((sum, ms) => sum + ms, 0) / load.sessions;

function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
}
