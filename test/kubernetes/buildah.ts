import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns a function that runs buildah with its storage in `folder`, and returns its output. */
export const buildahIn =
  (folder: string) =>
  (...args: string[]): string =>
    execFileSync("buildah", ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 20 * 60_000,
    }).trim();

/** Builds an image with a shell. Returns why this machine can't, or null. */
export function buildObstacle(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "pathform-probe-"));
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "pipe" });
    putPrograms(join(folder, "files"), ["sh"]);
    writeFileSync(join(folder, "Dockerfile"), "FROM scratch\nCOPY files /\nENV PATH=/bin\nRUN exit 0\n");
    buildahIn(folder)("build", "--isolation", "chroot", folder);
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string | Buffer };
    return (
      String(stderr || message)
        .trim()
        .split("\n")
        .at(-1) ?? ""
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies programs of this machine with their libraries. */
export function putPrograms(files: string, names: string[]): void {
  for (const name of names) put(files, join("/usr/bin", name), join("/bin", name));
  putLibraries(
    files,
    names.map((name) => join("/usr/bin", name)),
  );
}

export function putLibraries(files: string, programs: string[]): void {
  for (const library of new Set(programs.flatMap(librariesOf))) put(files, library, library);
}

export const put = (files: string, from: string, to: string): void =>
  cpSync(realpathSync(from), join(files, to), { recursive: true });

/** Returns libraries that a program loads. None for programs of other systems, such as bindings for musl. */
function librariesOf(program: string): string[] {
  try {
    return [...execFileSync("ldd", [program], { encoding: "utf8", stdio: "pipe" }).matchAll(/(\/\S+) \(0x/g)].map(
      ([, path = ""]) => path,
    );
  } catch {
    return [];
  }
}
