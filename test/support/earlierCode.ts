import { execSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Code of an earlier commit, which runs beside this code. */
const root = join(import.meta.dirname, "../..");
const folderOf = (commit: string, of = root) => join(of, ".previous", commit);

/** Returns whether the history has this commit. A shallow clone doesn't. */
export const hasCommit = (commit: string): boolean =>
  existsSync(folderOf(commit)) ||
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;

/**
 * Returns the folder with the code of a commit of the repository at `of`. Later runs use it again, with its built pages. Processes
 * that ask at the same time unpack a copy each, and all use the first complete one.
 */
export function earlierCode(commit: string, of = root): string {
  const folder = folderOf(commit, of);
  if (existsSync(folder)) return folder;
  mkdirSync(join(of, ".previous"), { recursive: true });
  const next = mkdtempSync(`${folder}.`);
  try {
    execSync(`git archive ${commit} | tar -x -C ${next}`, { cwd: of });
    if (canSharePackages(next, of)) symlinkSync(join(of, "node_modules"), join(next, "node_modules"));
    else execSync("npm ci --no-audit --no-fund", { cwd: next });
    renameSync(next, folder);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    // a folder with files can't be replaced
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Returns whether the installed packages have the versions that the commit runs with. */
function canSharePackages(earlier: string, of: string): boolean {
  const installed = dependenciesIn(of);
  return Object.entries(dependenciesIn(earlier)).every(([name, version]) => installed[name] === version);
}

const dependenciesIn = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(join(path, "package.json"), "utf8")).dependencies;
