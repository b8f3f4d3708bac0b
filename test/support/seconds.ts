import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * CPU seconds per test file and project, which other work changes least, as rows `seconds<TAB>file<TAB>project`, most first. Each run
 * writes those of its files to `measured`. `npm run test:seconds` copies them to `recorded`, which is committed and orders runs
 * (sequencer.js).
 */
const root = join(import.meta.dirname, "../..");
export const recorded = join(root, "test/seconds.tsv");
const measured = join(root, "test/seconds.measured.tsv");

/** Seconds by `file<TAB>project`. */
export type Seconds = ReadonlyMap<string, number>;

interface Test {
  path: string;
  context: { config: { displayName?: { name: string } } };
}

const keyOf = (path: string, project = ""): string => `${relative(root, path)}\t${project}`;

export function readSeconds(file: string): Seconds {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return new Map(
    lines.map((line) => {
      const [seconds, path, project] = line.split("\t");
      return [`${path}\t${project}`, Number(seconds)];
    }),
  );
}

export const secondsOf = ({ path, context }: Test, seconds: Seconds): number =>
  seconds.get(keyOf(path, context.config.displayName?.name)) ?? Number.MAX_VALUE;

/** Returns the tests, slowest first. Those without seconds come before all others, because they could be slow. */
export function slowestFirst<T extends Test>(tests: readonly T[], seconds: Seconds): T[] {
  return [...tests].sort((a, b) => secondsOf(b, seconds) - secondsOf(a, seconds));
}

/** Replaces these files' seconds in `file`, and removes those of deleted files. */
export function recordSeconds(runs: { path: string; project: string; seconds: number }[], file = measured): void {
  const all = new Map([...readSeconds(recorded), ...readSeconds(file)]);
  for (const { path, project, seconds } of runs) all.set(keyOf(path, project), seconds);
  const rows = [...all].filter(([key]) => existsSync(join(root, key.split("\t")[0] ?? "")));
  const lines = rows.sort(([, a], [, b]) => b - a).map(([key, seconds]) => `${seconds.toFixed(1)}\t${key}\n`);
  // so that two runs that end together leave a whole file
  const next = `${file}.${process.pid}`;
  writeFileSync(next, lines.join(""));
  renameSync(next, file);
}
