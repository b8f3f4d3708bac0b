import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { access, constants, mkdir, realpath, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * Holds DATA_DIR for this process: two must never run one PostgreSQL. The lock is a listening socket, which the system
 * itself gives back however the process ends; on Linux an abstract one, which leaves no file behind.
 */
export interface DataDirLock {
  path: string;
  release(): void;
}

/**
 * `server`: whoever runs the PostgreSQL there. `command`: operators' commands, which take turns. Null: it is taken.
 * Throws with one line where DATA_DIR is no folder or not writable.
 */
export async function lockDataDir(dataDir: string, purpose: "server" | "command"): Promise<DataDirLock | null> {
  try {
    await makeFolder(resolve(dataDir));
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    const problem = ["EEXIST", "ENOTDIR"].includes(code) ? "is not a folder" : "cannot be written to by this user";
    throw new Error(`DATA_DIR ${dataDir} ${problem}: set DATA_DIR to a folder of Pathform's own.`);
  }
  const path = await realpath(dataDir);
  const release = await lockFolder(path, purpose);
  return release && { path, release };
}

/** The lock alone, of a folder that need not be there; gives what releases it, null where somebody else holds it. */
export async function lockFolder(path: string, purpose: string): Promise<(() => void) | null> {
  const server = await listen(lockName(path, purpose));
  return server && (() => void server.close());
}

/** Node.js' own way to make the folders above too never ends where one of them cannot be made, as below /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) {
    if ((await stat(path)).isDirectory()) return;
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  }
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // another process was quicker
    if (error.code !== "EEXIST") throw error;
  });
}

function lockName(path: string, purpose: string): string {
  const hash = createHash("sha256").update(`${purpose} ${path}`).digest("hex").slice(0, 32);
  if (os.platform() === "linux") return `\0pathform-${hash}`;
  return os.platform() === "win32" ? `\\\\.\\pipe\\pathform-${hash}` : join(os.tmpdir(), `pathform-${hash}.sock`);
}

/** Null where somebody else listens there already. */
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
