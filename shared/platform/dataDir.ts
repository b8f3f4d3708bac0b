import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { access, constants, mkdir, realpath, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * Lock of DATA_DIR, because two processes must never run the same PostgreSQL. The lock is a listening socket, which the system
 * closes however the process ends. On Linux it is an abstract socket, which leaves no file.
 */
export interface DataDirLock {
  path: string;
  release(): void;
}

/**
 * Locks DATA_DIR for the process that runs its PostgreSQL (`server`) or for one operator command at a time (`command`). Returns
 * null if another process has the lock. Throws one line if DATA_DIR isn't a writable folder.
 */
export async function lockDataDir(dataDir: string, purpose: "server" | "command"): Promise<DataDirLock | null> {
  try {
    await makeFolder(resolve(dataDir));
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    const problem = ["EEXIST", "ENOTDIR"].includes(code) ? "isn't a folder" : "isn't writable for this user";
    throw new Error(`DATA_DIR ${dataDir} ${problem}. Set DATA_DIR to a separate folder for Pathform.`);
  }
  const path = await realpath(dataDir);
  const release = await lockFolder(path, purpose);
  return release && { path, release };
}

/** Locks a path, which doesn't have to exist. Returns a function that releases it, or null if another process has the lock. */
export async function lockFolder(path: string, purpose: string): Promise<(() => void) | null> {
  const server = await listen(lockName(path, purpose));
  return server && (() => void server.close());
}

/** Creates a folder and its parents. `mkdir` with `recursive` never returns if a parent can't be created, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) {
    if ((await stat(path)).isDirectory()) return;
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  }
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // another process may have created it
    if (error.code !== "EEXIST") throw error;
  });
}

function lockName(path: string, purpose: string): string {
  const hash = createHash("sha256").update(`${purpose} ${path}`).digest("hex").slice(0, 32);
  if (os.platform() === "linux") return `\0pathform-${hash}`;
  return os.platform() === "win32" ? `\\\\.\\pipe\\pathform-${hash}` : join(os.tmpdir(), `pathform-${hash}.sock`);
}

/** Returns null if another process listens there. */
function listen(name: string): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => done(null));
    server.listen(name, () => {
      server.unref();
      done(server);
    });
  });
}
