import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * `npm test -- --changed`: the files that are most likely to notice what changed since the last commit, or in it. Tests that import
 * what changed come first, and tests over HTTP whose name is alike, because no import leads to them. As many as fit in a minute.
 */
const root = join(import.meta.dirname, "../..");
const budgetSeconds = 60;

const git = (...command: string[]): string[] =>
  execFileSync("git", command, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\n")
    .filter(Boolean);

/** Returns the paths that changed and aren't committed, or those of the last commit. */
export function changedPaths(): string[] {
  const open = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return open.length > 0 ? open : git("diff", "--name-only", "HEAD~1", "HEAD");
}

const isCode = /\.(?:[cm]?[jt]s|tsx)$/;
const imported = /(?:\bfrom|\bimport|\bURL)\s*\(?\s*["'](\.{1,2}\/[^"'?]+)["']/g;

/** Returns the files that import each file, by their paths from the root. */
function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const path of git("ls-files", "--cached", "--others", "--exclude-standard")) {
    if (!isCode.test(path) || !existsSync(join(root, path))) continue;
    for (const [, target = ""] of readFileSync(join(root, path), "utf8").matchAll(imported)) {
      const file = relative(root, join(root, dirname(path), target));
      importers.set(file, [...(importers.get(file) ?? []), path]);
    }
  }
  return importers;
}

/** Returns how many imports lead from each file to a changed one. */
function distances(changed: readonly string[]): Map<string, number> {
  const importers = importersOf();
  const found = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of found)
    for (const importer of importers.get(path) ?? []) if (!found.has(importer)) found.set(importer, distance + 1);
  return found;
}

const common = new Set([
  "service",
  "test",
  "index",
  "store",
  "action",
  "shared",
  "domain",
  "web",
  "dashboard",
  "md",
  "ts",
  "tsx",
]);

/** Returns the words of a path, without plurals: `auth/store/apiKeys.ts` → auth, api, key. */
const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((word) => word.replace(/(?<=\w{2})s$/, ""))
      .filter((word) => word && !common.has(word)),
  );

interface Likely {
  distance: number | undefined;
  /** words that the test's path has in common with a changed one */
  alike: number;
}

/** Imports don't lead to tests over HTTP and processes, and not from SQL, styles and documents. */
const isApart = (path: string): boolean => /^test\/(?:api|browser|bus)\//.test(path);

/** Returns whether a test reads a folder of what changed, such as docs. */
const readsOne = (path: string, changed: readonly string[]): boolean => {
  const text = readFileSync(path, "utf8");
  return changed.some((file) => !isCode.test(file) && new RegExp(`["'\`/]${file.split("/")[0]}["'\`/]`).test(text));
};

/** Returns the tests in this order: those with a like name, those that import it most directly, the fastest. `secondsOf`: of a test. */
export function likelyTests<T extends { path: string }>(
  tests: readonly T[],
  secondsOf: (test: T) => number,
  changed: readonly string[] = changedPaths(),
): { chosen: T[]; leftOut: T[] } {
  const found = distances(changed);
  const words = changed.map(wordsOf);
  const likelyOf = ({ path }: T): Likely => {
    const own = relative(root, path);
    const alike = Math.max(0, ...words.map((of) => [...wordsOf(own)].filter((word) => of.has(word)).length));
    return { distance: found.get(own), alike };
  };
  const ranked = tests
    .map((test) => ({ test, seconds: secondsOf(test), ...likelyOf(test) }))
    .filter(
      ({ test: { path }, distance, alike }) =>
        distance !== undefined || alike > (isApart(relative(root, path)) ? 0 : 1) || readsOne(path, changed),
    )
    .sort((a, b) => b.alike - a.alike || (a.distance ?? far) - (b.distance ?? far) || a.seconds - b.seconds);
  const chosen: T[] = [];
  const leftOut: T[] = [];
  let left = budgetSeconds;
  for (const { test, seconds } of ranked) {
    const fits = chosen.length === 0 || seconds <= left;
    (fits ? chosen : leftOut).push(test);
    if (fits) left -= seconds;
  }
  return { chosen, leftOut };
}

/** Distance of a test that no import leads to. */
const far = 5;
