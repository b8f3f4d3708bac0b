import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Variables that keep the storage of buildah and of its libraries in `folder`. */
export function storageIn(folder: string): Record<string, string> {
  const path = join(folder, "storage.conf");
  const [graph, run] = ["storage", "run"].map((name) => JSON.stringify(join(folder, name)));
  writeFileSync(path, `[storage]\ndriver = "vfs"\ngraphroot = ${graph}\nrunroot = ${run}\n`);
  return { CONTAINERS_STORAGE_CONF: path, BUILDAH_ISOLATION: "chroot" };
}

/** Returns a function that runs buildah with its storage in `folder`, and returns its output. */
export const buildahIn = (folder: string) => {
  const env = { ...process.env, ...storageIn(folder) };
  return (...args: string[]): string =>
    execFileSync("buildah", args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] }).trim();
};

/** Builds an image with a shell. Returns why this machine can't, or null. */
export function buildObstacle(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "pathform-probe-"));
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "pipe" });
    putPrograms(join(folder, "files"), ["sh"]);
    writeFileSync(join(folder, "Dockerfile"), "FROM scratch\nCOPY files /\nENV PATH=/bin\nRUN exit 0\n");
    buildahIn(folder)("build", folder);
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
