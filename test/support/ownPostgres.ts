import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbedded } from "../../shared/platform/embedded/postgres.ts";
import { guardProcess, processIsGone } from "./guard.ts";
import { stablePort } from "./ports.ts";
import { inTurn, migrate, type TestDatabase } from "./postgres.ts";
import { runFolder } from "./run.ts";

/** A separate PostgreSQL that a test can stop and start, with durable commits. */
export interface OwnPostgres extends TestDatabase {
  /** Stops it like `pg_ctl stop -m immediate`: no checkpoint, all connections cut, recovery at the next start. */
  stopImmediately(): Promise<void>;
  startAgain(): Promise<void>;
}

/** Starts it with all schemas migrated. */
export async function startOwnPostgres(further: Record<string, string> = {}): Promise<OwnPostgres> {
  const dataDir = await copyOfDataDir();
  const settings = { port: String(await stablePort()), fsync: "on", max_connections: "300", ...further };
  let pid = 0;
  let server = await start();
  const { url } = server;
  return {
    url,
    adminUrl: new URL(new URL(url).pathname, server.adminUrl).href,
    async stopImmediately() {
      // SIGQUIT is the immediate shutdown (https://www.postgresql.org/docs/18/server-shutdown.html)
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
    pid = postmasterPid(dataDir);
    guardProcess(pid);
    return started;
  }
}

/** Returns a migrated DATA_DIR whose PostgreSQL was stopped cleanly. Created once per run, then copied. */
async function copyOfDataDir(): Promise<string> {
  // PostgreSQL can run as another user, who needs access
  chmodSync(runFolder(), 0o711);
  const template = join(runFolder(), "data-dir");
  await inTurn("pathform data dir", async () => {
    if (!existsSync(template)) await makeDataDir(template);
  });
  const dataDir = mkdtempSync(join(runFolder(), "postgres-"));
  chmodSync(dataDir, 0o711);
  execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

async function makeDataDir(template: string): Promise<void> {
  const folder = mkdtempSync(join(runFolder(), "data-dir-"));
  chmodSync(folder, 0o711);
  const server = await startEmbedded({ dataDir: folder, settings: { fsync: "off" } });
  const pid = postmasterPid(folder);
  guardProcess(pid);
  await migrate(server.url);
  await server.stop();
  processIsGone(pid);
  renameSync(folder, template);
}

const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
