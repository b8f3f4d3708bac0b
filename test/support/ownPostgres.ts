import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbedded } from "../../shared/platform/database/embedded.ts";
import { guardProcess, processIsGone } from "./guard.ts";
import { stablePort } from "./ports.ts";
import type { TestDatabase } from "./postgres.ts";
import { runFolder } from "./run.ts";

/** A PostgreSQL of one test's own, which it may stop and start: what was committed has to be on the disk. */
export interface OwnPostgres extends TestDatabase {
  /** As `pg_ctl stop -m immediate`: no checkpoint, every connection cut; the next start recovers from the log. */
  stopImmediately(): Promise<void>;
  startAgain(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  chmodSync(runFolder(), 0o711);
  const dataDir = mkdtempSync(join(runFolder(), "postgres-"));
  chmodSync(dataDir, 0o711);
  const settings = { port: String(await stablePort()), fsync: "on", max_connections: "300" };
  let pid = 0;
  let server = await start();
  const { url } = server;
  return {
    url,
    async stopImmediately() {
      // https://www.postgresql.org/docs/18/server-shutdown.html: SIGQUIT is the immediate shutdown
      process.kill(pid, "SIGQUIT");
      await server.stop();
      processIsGone(pid);
    },
    async startAgain() {
      server = await start();
    },
    async drop() {
      await server.stop();
      processIsGone(pid);
    },
  };

  async function start(): Promise<EmbeddedPostgres> {
    const started = await startEmbedded({ dataDir, settings });
    pid = Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
    guardProcess(pid);
    return started;
  }
}
