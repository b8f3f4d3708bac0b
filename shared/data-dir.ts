import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import { join } from "node:path";

/**
 * Holds DATA_DIR for this process: two must never run one PostgreSQL. The lock is a listening socket, which the system
 * itself gives back however the process ends; on Linux an abstract one, which leaves no file behind.
 */
export interface DataDirLock {
  path: string;
  release(): void;
}

/** `server`: whoever runs the PostgreSQL there. `command`: operators' commands, which take turns. Null: it is taken. */
export async function lockDataDir(dataDir: string, purpose: "server" | "command"): Promise<DataDirLock | null> {
  await mkdir(dataDir, { recursive: true });
  const path = await realpath(dataDir);
  const server = await listen(lockName(path, purpose));
  return server && { path, release: () => server.close() };
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
