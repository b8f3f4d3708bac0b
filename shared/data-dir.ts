import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import { join } from "node:path";

/**
 * Holds DATA_DIR for this process: two must never run one PostgreSQL. The lock is a listening socket, which the system
 * itself gives back however the process ends; on Linux an abstract one, which leaves no file behind.
 */
export async function lockDataDir(dataDir: string): Promise<{ path: string; release(): void } | null> {
  await mkdir(dataDir, { recursive: true });
  const path = await realpath(dataDir);
  const server = await listen(lockName(path));
  return server && { path, release: () => server.close() };
}

function lockName(path: string): string {
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 32);
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
