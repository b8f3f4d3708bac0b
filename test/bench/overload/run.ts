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
 * `npm run bench -- overload [sessions | starts]`: what is done of twice as much as can be done, and how soon the rest is refused; at
 * a fixed rate and by a crowd that comes again at once, on kept connections and on a new one for each request. Whole sessions (a
 * start, five answers, a complete), and starts alone, the worst case: who is refused a session spares the service six more
 * requests, and who is refused a start nothing else. The generator (test/bench/arrivals) has a core of its own, Pathform and
 * PostgreSQL have the rest: a generator without time measures itself. `BENCH_ROUNDS` and `BENCH_SECONDS` make it shorter.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
/** Until as many are under way as will be, and the gateway knows what it can answer. */
const warmSeconds = 2;
const questions = 5;

export async function run([only]: string[] = []): Promise<string> {
  const cores = availableParallelism();
  if (cores < 2) throw new Error("The generator needs a core of its own, and this machine has one.");
  const folder = mkdtempSync(join(tmpdir(), "pathform-overload-"));
  const program = buildGenerator(folder);
  // whatever is started from here on inherits it
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
  // nothing is compiled before it has run for a while
  await measure(["-clients", "64", ...kind.options]);
  for (let round = 1; round <= rounds; round += 1) {
    for (const isKept of [true, false]) found.push(...(await roundOf(measure, kind, isKept)));
    console.error(`round ${round} of ${rounds}`);
  }
  return found;
}
