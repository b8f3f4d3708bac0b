import { once } from "node:events";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Claims of every run on this machine, a file a port; who dies leaves his, so an old one counts no longer. */
const claims = join(tmpdir(), "pathform-test-ports");
const claimMs = 60 * 60 * 1000;

/**
 * A port that is free now, that no other test of this machine is given within the hour, and that, unlike the system's own
 * choice, is not given to somebody's outgoing connection before the process that it is meant for has started (those begin
 * at 32768 on Linux).
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 20_000);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/** Tests run in several processes at once, and between choosing a port and listening on it a process has to start. */
function claim(port: number): boolean {
  mkdirSync(claims, { recursive: true });
  const file = join(claims, String(port));
  try {
    if (Date.now() - statSync(file).mtimeMs > claimMs) rmSync(file, { force: true });
  } catch {
    // nobody has claimed it
  }
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
