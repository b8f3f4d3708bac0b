import { execSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Commit of the previous release. A release sets it to the one before. */
export const previousCommit = readFileSync(join(import.meta.dirname, "previous.txt"), "utf8").trim();
const root = join(import.meta.dirname, "../..");
const folder = join(root, ".previous", previousCommit);

/** Returns whether the history has this commit. A shallow clone doesn't. */
export const hasPrevious = (): boolean =>
  existsSync(folder) || spawnSync("git", ["cat-file", "-e", `${previousCommit}^{commit}`], { cwd: root }).status === 0;

/** Returns the folder with the code of the previous release. Later runs use it again, with its built pages. */
export function previousCode(): string {
  if (existsSync(folder)) return folder;
  const next = `${folder}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  execSync(`git archive ${previousCommit} | tar -x -C ${next}`, { cwd: root });
  if (canSharePackages(next)) symlinkSync(join(root, "node_modules"), join(next, "node_modules"));
  else execSync("npm ci --no-audit --no-fund", { cwd: next });
  renameSync(next, folder);
  return folder;
}

/** Returns whether the installed packages have the versions that the previous release runs with. */
function canSharePackages(previous: string): boolean {
  const installed = dependenciesIn(root);
  return Object.entries(dependenciesIn(previous)).every(([name, version]) => installed[name] === version);
}

const dependenciesIn = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(join(path, "package.json"), "utf8")).dependencies;
