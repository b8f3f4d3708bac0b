import { quantile } from "../quantile.ts";
import { loadOn } from "./load.ts";
import type { System } from "./systems.ts";

const respondents = 8;
/** about 150 requests a second together */
const pauseMs = 50;

/** Times of respondents' requests in ms. */
export interface Beside {
  alone: number[];
  beside: number[];
}

/** Alternates respondents alone with respondents beside other work, which ends when it is told to. */
export async function alternate(
  system: System,
  { rounds, seconds }: { rounds: number; seconds: number },
  work: (leaving: AbortSignal) => Promise<unknown>,
): Promise<Beside> {
  const times: Beside = { alone: [], beside: [] };
  const load = () => loadOn(system, respondents, seconds, pauseMs);
  await load();
  for (let round = 0; round < rounds; round += 1) {
    times.alone.push(...(await load()).latencies);
    const leaving = new AbortController();
    const working = work(leaving.signal);
    times.beside.push(...(await load()).latencies);
    leaving.abort();
    await working;
  }
  return times;
}

export const timesHead = ["| | p50 | p95 | p99 | Slowest |", "|---|---|---|---|---|"];

export const timesRow = (name: string, latencies: number[]): string =>
  `| ${name} | ${[0.5, 0.95, 0.99, 1].map((share) => `${quantile(latencies, share).toFixed(1)} ms`).join(" | ")} |`;

export const ratioAt = ({ alone, beside }: Beside, share: number): string =>
  (quantile(beside, share) / quantile(alone, share)).toFixed(2);
