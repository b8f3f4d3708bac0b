import { execFileSync, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Outcomes of requests or respondents in one phase. Times are in ms. */
export interface Outcome {
  perSecond: number;
  p50: number;
  p99: number;
  slowest: number;
}

export interface Found {
  /** count by status, step or error */
  outcomes: Map<string, Outcome>;
  /** p99 delay of the generator itself in ms */
  late: number;
}

const source = join(import.meta.dirname, "../arrivals");

/** Builds the generator in `folder` and returns the program. */
export function buildGenerator(folder: string): string {
  const program = join(folder, "arrivals");
  const files = readdirSync(source).map((name) => join(source, name));
  execFileSync("go", ["build", "-o", program, ...files], { stdio: "inherit" });
  return program;
}

/** Runs it on that core alone. It exits with 1 after failures, which are in the outcomes. */
export async function generate(program: string, core: number, options: string[]): Promise<Found> {
  const child = spawn("taskset", ["-c", String(core), program, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const printed = await text(child.stdout);
  const times = "p50 (\\S+)  p99 (\\S+)  slowest (\\S+)";
  const rows = printed.matchAll(new RegExp(`^(\\S.*?) +\\d+ +(\\d+)/s  ${times}$`, "gm"));
  const outcomes = rows.map(([, outcome = "", perSecond, ...rest]): [string, Outcome] => {
    const [p50 = 0, p99 = 0, slowest = 0] = rest.map(milliseconds);
    return [outcome, { perSecond: Number(perSecond), p50, p99, slowest }];
  });
  const late = new RegExp(`late by ${times}`).exec(printed)?.[2];
  return { outcomes: new Map(outcomes), late: milliseconds(late) };
}

/** Parses a Go duration below a minute. */
function milliseconds(duration = "0s"): number {
  const [, amount, unit] = /^([\d.]+)(µs|ms|s)$/.exec(duration) ?? [];
  return Number(amount) * { µs: 0.001, ms: 1, s: 1_000 }[unit as "µs" | "ms" | "s"];
}
