import { readFileSync } from "node:fs";
import { join } from "node:path";
import { earlierCode, hasCommit } from "../../support/earlierCode.ts";
import { withPostgres } from "./ground.ts";
import { measure } from "./measure.ts";
import { type compared, limit, needsRepeat, type Round, type Slowdown, slowdowns } from "./slowdowns.ts";
import { type System, startOverNats } from "./systems.ts";

/**
 * `npm run bench -- baseline` (in CI): fails if gateway or sessions use more CPU per session than at the commit in
 * test/bench/baseline.txt. Rounds of both releases alternate on the same PostgreSQL. Respondents call the gateway by its address,
 * without `BASE_URL`, because such settings shorten what it does for a request.
 */
const commit = readFileSync(join(import.meta.dirname, "../baseline.txt"), "utf8").trim();
const rounds = 5;
const seconds = 4;
const respondents = 64;

export async function run(): Promise<string> {
  if (!hasCommit(commit)) return `Left out for want of commit ${commit}: the comparison with the baseline`;
  const earlier = { code: earlierCode(commit), commit: commit.slice(0, 8) };
  return withPostgres({}, async (ground) => {
    const systems: System[] = [];
    try {
      systems.push(await startOverNats(ground), await startOverNats({ ...ground, earlier }));
      const [own, other] = systems as [System, System];
      const cpuOf = (system: System) => cpuPerSession(system, ground.postmaster);
      // caches, compiled code and pools
      for (const system of systems) await cpuOf(system);
      let found = slowdowns(await measureRounds(own, other, cpuOf));
      if (needsRepeat(found)) {
        console.log(`${table(found)}\n\nThe rounds differ too much. Measuring again.\n`);
        found = slowdowns(await measureRounds(own, other, cpuOf));
      }
      return report(found);
    } finally {
      for (const system of systems) await system.stop();
    }
  });
}

type Cpu = Record<(typeof compared)[number], number>;

async function cpuPerSession(system: System, postmaster: number): Promise<Cpu> {
  const { cpu, load } = await measure(system, { respondents, seconds, postmaster });
  const { gateway = Number.NaN, sessions = Number.NaN } = cpu;
  return { gateway: gateway / load.sessions, sessions: sessions / load.sessions };
}

async function measureRounds(own: System, other: System, cpuOf: (system: System) => Promise<Cpu>): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // each is first in turn, so that neither always follows the other
    const isFirst = round % 2 === 0;
    const first = await cpuOf(isFirst ? own : other);
    const second = await cpuOf(isFirst ? other : own);
    const [ours, earlier] = isFirst ? [first, second] : [second, first];
    measured.push({
      gateway: { own: ours.gateway, earlier: earlier.gateway },
      sessions: { own: ours.sessions, earlier: earlier.sessions },
    });
  }
  return measured;
}

/** .ci/run adds up the counts in the last line. */
function report(found: readonly Slowdown[]): string {
  const slower = found.filter(({ isSlower }) => isSlower);
  if (slower.length > 0) process.exitCode = 1;
  const faults = slower.map(
    ({ name, ratio }) => `${name} uses ${ratio.toFixed(2)} times the CPU of ${commit}. The limit is ${limit}.`,
  );
  return [table(found), "", ...faults, `${found.length - slower.length} passed, ${slower.length} failed`].join("\n");
}

const table = (found: readonly Slowdown[]): string =>
  [
    `| CPU-ms per session, medians of ${rounds} rounds of ${seconds} s | Now | At ${commit.slice(0, 8)} | Ratio |`,
    "|---|---|---|---|",
    ...found.map(
      ({ name, own, earlier, ratio, range: [lowest, highest] }) =>
        `| ${name} | ${own.toFixed(3)} | ${earlier.toFixed(3)} | ${ratio.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)}) |`,
    ),
  ].join("\n");
