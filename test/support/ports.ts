import { once } from "node:events";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Port claims of all runs on this machine, one file per port. Old claims expire, because processes can die. */
const claims = join(tmpdir(), "pathform-test-ports");
const claimMs = 60 * 60 * 1000;

/**
 * Returns a free port that no other test gets within an hour. It is below the range of outgoing connections (from 32768 on
 * Linux), which could take it before its process has started.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 20_000);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/** Claims ports, because tests run in several processes and start their servers later. */
function claim(port: number): boolean {
  mkdirSync(claims, { recursive: true });
  const file = join(claims, String(port));
  try {
    if (Date.now() - statSync(file).mtimeMs > claimMs) rmSync(file, { force: true });
  } catch {
    // unclaimed
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
