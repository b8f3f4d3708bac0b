import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Api } from "../demo/client.ts";
import { publishSamples } from "../demo/forms.ts";
import { type BenchedProduct, startProduct } from "./product.ts";
import { median } from "./quantile.ts";
import { residentMb } from "./usage.ts";

/**
 * `npm run bench -- overload`: how many of twice as many starts as can be answered are answered, and how soon the others are
 * refused; at a fixed rate and by a crowd that asks again at once, on kept connections and on new ones. The generator
 * (test/load/openLoop.go) has a core of its own, Pathform and PostgreSQL have the rest: a generator without time measures itself.
 */
const rounds = 3;
const seconds = 5;
const sustaining = 64;
const crowd = 1_000;
const generator = join(import.meta.dirname, "../../test/load/openLoop.go");

/** Of one outcome in one phase; times in ms. */
interface Outcome {
  perSecond: number;
  p50: number;
  p99: number;
  slowest: number;
}

interface Phase {
  name: string;
  offered: number | null;
  /** by status, or by what happened instead of an answer */
  outcomes: Map<string, Outcome>;
  /** ms, p99: how late the generator itself was */
  late: number;
  memory: number;
}

export async function run(): Promise<string> {
  const cores = availableParallelism();
  if (cores < 2) throw new Error("The generator needs a core of its own, and this machine has one.");
  const folder = mkdtempSync(join(tmpdir(), "pathform-overload-"));
  const program = join(folder, "openLoop");
  execFileSync("go", ["build", "-o", program, generator], { stdio: "inherit" });
  // whatever is started from here on inherits it
  execFileSync("taskset", ["-a", "-c", "-p", cores === 2 ? "0" : `0-${cores - 2}`, String(process.pid)]);
  const product = await startProduct({ QUOTAS: "off" });
  try {
    const [form] = await publishSamples(new Api(product.url).withKey(product.key));
    const path = `/api/v2/r/${form?.slug}/start/`;
    const measure = (name: string, options: string[], offered: number | null = null) =>
      measured(product, ["taskset", "-c", String(cores - 1), program, "-path", path, ...options], name, offered);
    const before = loadavg()[0];
    const found: Phase[] = [];
    // neither is compiled before it has run for a while
    await measure("", ["-clients", String(sustaining)]);
    for (let round = 0; round < rounds; round += 1) {
      found.push(...(await roundOf(measure, "connections kept", ["-kept", String(crowd)])));
      found.push(...(await roundOf(measure, "new connections", [])));
    }
    return [
      `One process with all services, PostgreSQL beside it on ${cores - 1} of ${cores} cores, the generator on the last; medians of ${rounds} rounds of ${seconds} s; load ${before?.toFixed(1)} before.`,
      "",
      "| | offered a second | accepted a second | of what can be | p50 | refused a second | p50 | p99 | slowest | anything else | memory | generator late |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|",
      ...rowsOf(found),
    ].join("\n");
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Measure = (name: string, options: string[], offered?: number) => Promise<Phase>;

async function roundOf(measure: Measure, name: string, options: string[]): Promise<Phase[]> {
  const sustained = await measure(`${name}: ${sustaining} clients`, ["-clients", String(sustaining), ...options]);
  const twice = Math.round(2 * acceptedBy(sustained));
  return [
    sustained,
    await measure(
      `${name}: twice that, at a fixed rate`,
      ["-rate", String(twice), ...(options.length > 0 ? ["-kept", "3000"] : [])],
      twice,
    ),
    await measure(`${name}: ${crowd} clients who ask again at once`, ["-clients", String(crowd), ...options]),
  ];
}

async function measured(
  { url, process: { pid } }: BenchedProduct,
  [command = "", ...options]: string[],
  name: string,
  offered: number | null,
): Promise<Phase> {
  const always = ["-address", new URL(url).host, "-method", "POST", "-seconds", String(seconds)];
  const child = spawn(command, [...options, ...always], { stdio: ["ignore", "pipe", "inherit"] });
  const printed = await text(child.stdout);
  const times = "p50 (\\S+)  p99 (\\S+)  slowest (\\S+)";
  const rows = printed.matchAll(new RegExp(`^(\\S.*?) +\\d+ +(\\d+)/s  ${times}$`, "gm"));
  const outcomes = rows.map(([, outcome = "", perSecond, ...rest]): [string, Outcome] => {
    const [p50 = 0, p99 = 0, slowest = 0] = rest.map(milliseconds);
    return [outcome, { perSecond: Number(perSecond), p50, p99, slowest }];
  });
  const late = new RegExp(`late by ${times}`).exec(printed)?.[2];
  return { name, offered, outcomes: new Map(outcomes), late: milliseconds(late), memory: residentMb(pid as number) };
}

/** Of a duration as Go writes those below a minute. */
function milliseconds(duration = "0s"): number {
  const [, amount, unit] = /^([\d.]+)(µs|ms|s)$/.exec(duration) ?? [];
  return Number(amount) * { µs: 0.001, ms: 1, s: 1_000 }[unit as "µs" | "ms" | "s"];
}

const acceptedBy = ({ outcomes }: Phase): number => outcomes.get("201")?.perSecond ?? 0;

function rowsOf(phases: Phase[]): string[] {
  let sustained = 0;
  return [...Map.groupBy(phases, ({ name }) => name)].map(([name, same]) => {
    const middle = (of: (phase: Phase) => number | null | undefined) => median(same.map((phase) => of(phase) ?? 0));
    const accepted = middle(acceptedBy);
    if (name.includes(`${sustaining} clients`)) sustained = accepted;
    const time = (status: string, key: "p50" | "p99" | "slowest") => {
      const ms = middle(({ outcomes }) => outcomes.get(status)?.[key]);
      return `${ms.toFixed(0)} ms`;
    };
    const others = new Set(
      same.flatMap(({ outcomes }) => [...outcomes.keys()]).filter((it) => !/^(201|503)$/.test(it)),
    );
    const cells = [
      ...[name, middle(({ offered }) => offered) || "–", accepted, `${((100 * accepted) / sustained).toFixed(0)} %`],
      ...[time("201", "p50"), middle(({ outcomes }) => outcomes.get("503")?.perSecond)],
      ...[time("503", "p50"), time("503", "p99"), time("503", "slowest"), [...others].join("; ") || "nothing"],
      ...[`${middle(({ memory }) => memory).toFixed(0)} MB`, `${middle(({ late }) => late).toFixed(0)} ms`],
    ];
    return `| ${cells.join(" | ")} |`;
  });
}
