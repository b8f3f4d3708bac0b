import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Api } from "../../../deploy/demo/client.ts";
import { publishSamples } from "../../../deploy/demo/forms.ts";
import { startProduct } from "../product.ts";
import { publishScales } from "../respondents/systems.ts";
import { residentMb } from "../usage.ts";
import { buildGenerator, generate } from "./generator.ts";
import { type Kind, type Phase, roundOf } from "./phases.ts";
import { sessionColumns, startColumns, table } from "./table.ts";

/**
 * `npm run bench -- overload [sessions | starts]`: throughput and rejection times at twice the sustainable load, at a fixed rate
 * and by a crowd that retries immediately, with kept connections and with new ones per request. Whole sessions (start, five
 * answers, complete), and starts alone, the worst case: a rejected session saves six more requests, a rejected start saves none.
 * The generator (test/bench/arrivals) has its own core; Pathform and PostgreSQL share the others. `BENCH_ROUNDS` and
 * `BENCH_SECONDS` shorten it.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
/** Warm-up until the concurrency is constant and the gateway knows its capacity. */
const warmSeconds = 2;
const questions = 5;

export async function run([only]: string[] = []): Promise<string> {
  const cores = availableParallelism();
  if (cores < 2) throw new Error("This benchmark needs at least 2 cores, one for the generator.");
  const folder = mkdtempSync(join(tmpdir(), "pathform-overload-"));
  const program = buildGenerator(folder);
  // all processes started from here inherit it
  execFileSync("taskset", ["-a", "-c", "-p", cores === 2 ? "0" : `0-${cores - 2}`, String(process.pid)]);
  const product = await startProduct({ QUOTAS: "off" });
  const always = ["-address", new URL(product.url).host, "-warm", String(warmSeconds), "-seconds", String(seconds)];
  const measure = async (options: string[]) => {
    const found = await generate(program, cores - 1, [...always, ...options]);
    return { ...found, memory: residentMb(product.process.pid as number) };
  };
  try {
    const api = new Api(product.url).withKey(product.key);
    const before = loadavg()[0];
    const lines: string[] = [];
    if (only !== "starts") {
      const found = await roundsOf(measure, sessions(await publishScales(api, questions)));
      lines.push("**Whole sessions**", "", ...table(sessionColumns, found), "");
    }
    if (only !== "sessions") {
      const [form] = await publishSamples(api);
      const found = await roundsOf(measure, starts(form?.slug ?? ""));
      lines.push("**Starts alone**", "", ...table(startColumns, found), "");
    }
    return [
      `One process with all services, PostgreSQL beside it on ${cores - 1} of ${cores} cores, the generator on the last; medians of ${rounds} rounds of ${seconds} s; load ${before?.toFixed(1)} before.`,
      "",
      ...lines,
    ].join("\n");
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const startPath = (slug: string): string => `/api/v2/r/${slug}/start/`;

const sessions = (slug: string): Kind => ({
  options: ["-path", startPath(slug), "-questions", String(questions)],
  accepted: "completed",
  sustaining: [64, 256],
  hasPatientCrowd: true,
});

const starts = (slug: string): Kind => ({
  options: ["-path", startPath(slug)],
  accepted: "201",
  sustaining: [64],
  hasPatientCrowd: false,
});

async function roundsOf(measure: Parameters<typeof roundOf>[0], kind: Kind): Promise<Phase[]> {
  const found: Phase[] = [];
  // JIT compilation needs some warm-up
  await measure(["-clients", "64", ...kind.options]);
  for (let round = 1; round <= rounds; round += 1) {
    for (const isKept of [true, false]) found.push(...(await roundOf(measure, kind, isKept)));
    console.error(`round ${round} of ${rounds}`);
  }
  return found;
}
