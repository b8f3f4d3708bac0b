import { readFileSync } from "node:fs";
import { join } from "node:path";
import { earlierCode, hasCommit } from "../../support/earlierCode.ts";
import { withPostgres } from "./ground.ts";
import { measure } from "./measure.ts";
import { compared, limit, type Round, slowdowns } from "./slowdowns.ts";
import { type Ground, type System, startOverNats } from "./systems.ts";

/**
 * `npm run bench -- baseline` (in `.ci/run whole`): fails if a process or PostgreSQL uses more CPU per session than at the commit
 * in test/bench/baseline.txt, until the work after the last response is done. Each round starts both releases on the same PostgreSQL, because V8 compiles the same code differently in
 * each process, which makes up to a quarter of the CPU. Respondents call the gateway by its address, without `BASE_URL`, because such
 * settings shorten what it does for a request. `BENCH_ROUNDS` changes the number of rounds.
 */
const commit = readFileSync(join(import.meta.dirname, "../baseline.txt"), "utf8").trim();
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** turns per round and their seconds, and those before them, which fill caches and compile the code */
const turns = 3;
const seconds = 2;
const warmups = 2;
const respondents = 64;

export async function run(): Promise<string> {
  if (!hasCommit(commit)) return `Left out for want of commit ${commit}: the comparison with the baseline`;
  const earlier = { code: earlierCode(commit), commit: commit.slice(0, 8) };
  const measureNew = () => withPostgres({}, (ground) => measureRounds(ground, { ...ground, earlier }));
  const measured = await measureNew();
  if (slowdowns(measured).some(({ isSlower }) => isSlower)) {
    console.log(`${table(measured)}\n\nMeasuring as many rounds again.\n`);
    measured.push(...(await measureNew()));
  }
  return report(measured);
}

/** CPU in ms and completed sessions of a system in one round. */
interface Tally {
  cpu: Record<Compared, number>;
  completed: number;
}

type Compared = (typeof compared)[number];

async function measureRounds(ground: Measuring, earlier: Ground): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(ground, earlier));
  return measured;
}

type Measuring = Ground & { postmaster: number };

async function measureRound(ground: Measuring, earlier: Ground): Promise<Round> {
  const systems: System[] = [];
  try {
    systems.push(await startOverNats(ground), await startOverNats(earlier));
    return await measureSystems(systems as [System, System], ground.postmaster);
  } finally {
    for (const system of systems) await system.stop();
  }
}

/** Both take turns, so that other load meets both. Each is first in turn. */
async function measureSystems([own, earlier]: [System, System], postmaster: number): Promise<Round> {
  let [ours, theirs] = [newTally(), newTally()];
  for (let turn = -warmups; turn < turns; turn += 1) {
    if (turn === 0) [ours, theirs] = [newTally(), newTally()];
    const pair = [() => add(ours, own, postmaster), () => add(theirs, earlier, postmaster)];
    for (const run of turn % 2 === 0 ? pair : pair.reverse()) await run();
  }
  return ofEach((name) => ({
    own: ours.cpu[name] / ours.completed,
    earlier: theirs.cpu[name] / theirs.completed,
  }));
}

const ofEach = <T>(of: (name: Compared) => T) =>
  Object.fromEntries(compared.map((name) => [name, of(name)])) as Record<Compared, T>;

const newTally = (): Tally => ({ cpu: ofEach(() => 0), completed: 0 });

async function add(tally: Tally, system: System, postmaster: number): Promise<void> {
  const { later, load } = await measure(system, { respondents, seconds, postmaster });
  for (const name of compared) tally.cpu[name] += later?.cpu[name] ?? Number.NaN;
  tally.completed += load.sessions;
}

/** .ci/run adds up the counts in the last line. */
function report(measured: readonly Round[]): string {
  const found = slowdowns(measured);
  const slower = found.filter(({ isSlower }) => isSlower);
  if (slower.length > 0) process.exitCode = 1;
  const faults = slower.map(
    ({ name, ratio }) => `${name} uses ${ratio.toFixed(2)} times the CPU of ${commit}. The limit is ${limit}.`,
  );
  return [table(measured), "", ...faults, `${found.length - slower.length} passed, ${slower.length} failed`].join("\n");
}

const table = (measured: readonly Round[]): string =>
  [
    `| CPU-ms per session, medians of ${measured.length} rounds of ${turns * seconds} s | Now | At ${commit.slice(0, 8)} | Ratio |`,
    "|---|---|---|---|",
    ...slowdowns(measured).map(
      ({ name, own, earlier, ratio, range: [lowest, highest] }) =>
        `| ${name} | ${own.toFixed(3)} | ${earlier.toFixed(3)} | ${ratio.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)}) |`,
    ),
  ].join("\n");
