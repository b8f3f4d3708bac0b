import { readFileSync } from "node:fs";
import { join } from "node:path";
import { earlierCode, hasCommit } from "../../support/earlierCode.ts";
import { withPostgres } from "./ground.ts";
import { measure } from "./measure.ts";
import { compared, limit, type Round, type Slowdown, slowdowns } from "./slowdowns.ts";
import { type Ground, type System, startOverNats } from "./systems.ts";

/**
 * `npm run bench -- baseline` (in CI): fails if gateway or sessions use more CPU per session than at the commit in
 * test/bench/baseline.txt. Rounds of both releases alternate on the same PostgreSQL. Respondents call the gateway by its address,
 * without `BASE_URL`, because such settings shorten what it does for a request.
 */
const commit = readFileSync(join(import.meta.dirname, "../baseline.txt"), "utf8").trim();
const rounds = 5;
/** turns of a second per round */
const turns = 4;
const respondents = 64;

export async function run(): Promise<string> {
  if (!hasCommit(commit)) return `Left out for want of commit ${commit}: the comparison with the baseline`;
  const earlier = { code: earlierCode(commit), commit: commit.slice(0, 8) };
  const measureNew = () => withPostgres({}, (ground) => measureSystems(ground, { ...ground, earlier }));
  let found = await measureNew();
  if (found.some(({ isSlower }) => isSlower)) {
    // V8 compiles the same code differently in each process, which makes up to a quarter of the CPU
    console.log(`${table(found)}\n\nMeasuring again in new processes.\n`);
    found = await measureNew();
  }
  return report(found);
}

async function measureSystems(ground: Ground & { postmaster: number }, earlier: Ground): Promise<Slowdown[]> {
  const systems: System[] = [];
  try {
    systems.push(await startOverNats(ground), await startOverNats(earlier));
    const [own, other] = systems as [System, System];
    // fills caches and compiles the code
    await measureRound(own, other, ground.postmaster);
    return slowdowns(await measureRounds(own, other, ground.postmaster));
  } finally {
    for (const system of systems) await system.stop();
  }
}

/** CPU in ms and sessions of a system in one round. */
interface Tally {
  gateway: number;
  sessions: number;
  completed: number;
}

async function measureRounds(own: System, earlier: System, postmaster: number): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(own, earlier, postmaster));
  return measured;
}

/** Both take turns of a second, so that other load meets both. Each is first in turn. */
async function measureRound(own: System, earlier: System, postmaster: number): Promise<Round> {
  const [ours, theirs] = [newTally(), newTally()];
  for (let turn = 0; turn < turns; turn += 1) {
    const pair = [() => add(ours, own, postmaster), () => add(theirs, earlier, postmaster)];
    for (const run of turn % 2 === 0 ? pair : pair.reverse()) await run();
  }
  const perSession = (name: (typeof compared)[number]) => ({
    own: ours[name] / ours.completed,
    earlier: theirs[name] / theirs.completed,
  });
  return { gateway: perSession("gateway"), sessions: perSession("sessions") };
}

const newTally = (): Tally => ({ gateway: 0, sessions: 0, completed: 0 });

async function add(tally: Tally, system: System, postmaster: number): Promise<void> {
  const { cpu, load } = await measure(system, { respondents, seconds: 1, postmaster });
  for (const name of compared) tally[name] += cpu[name] ?? Number.NaN;
  tally.completed += load.sessions;
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
    `| CPU-ms per session, medians of ${rounds} rounds of ${turns} s | Now | At ${commit.slice(0, 8)} | Ratio |`,
    "|---|---|---|---|",
    ...found.map(
      ({ name, own, earlier, ratio, range: [lowest, highest] }) =>
        `| ${name} | ${own.toFixed(3)} | ${earlier.toFixed(3)} | ${ratio.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)}) |`,
    ),
  ].join("\n");
