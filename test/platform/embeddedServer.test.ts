import { pbkdf2 } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { freePort } from "../../shared/platform/embedded/postgres.ts";
import { startServer } from "../../shared/platform/embedded/server.ts";
import { runFolder } from "../support/run.ts";

/** Keeps all threads of Node's pool busy while `work` runs, so that closing a file takes longer than a short process. */
async function withBusyThreads<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const refill = () => void (isDone || pbkdf2("", "", 50_000, 32, "sha512", refill));
  for (let count = 0; count < 8; count += 1) refill();
  return work().finally(() => {
    isDone = true;
  });
}

test.each([
  ["exits at once", "/bin/false"],
  ["doesn't exist", "/nonexistent/postgres"],
])("fails to start a server that %s, also with busy threads", async (_, postgres) => {
  const dataDir = mkdtempSync(join(runFolder(), "embedded-server-"));
  const folder = join(dataDir, "postgres");
  mkdirSync(folder);
  const programs = { postgres, initdb: postgres };
  const start = async () => startServer({ programs, folder, password: "", port: await freePort(), settings: {} });
  await expect(withBusyThreads(start)).rejects.toThrow("PostgreSQL failed to start.");
  rmSync(dataDir, { recursive: true });
});
