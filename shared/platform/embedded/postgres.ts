import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endLeftover } from "./leftover.ts";
import { databaseUser, findPrograms, type Programs, programOptions, runProgram } from "./programs.ts";
import { keepRunning, type RestartOptions } from "./restart.ts";
import { adminUrl, prepareDatabase } from "./roles.ts";
import { connectionFailure, startServer } from "./server.ts";

/** PostgreSQL from an npm package with its data in DATA_DIR/postgres, for `npm start` and the tests. */
export interface EmbeddedPostgres {
  /** URL of the services' database, as its owner */
  url: string;
  /** URL of the server, as its superuser */
  adminUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** `-c name=value` settings in addition to the defaults. Without `port`, a free port is used. */
  settings?: Record<string, string>;
  /** If set, the server is restarted when it ends unexpectedly. */
  restart?: Pick<RestartOptions, "log" | "giveUp">;
}

let runningUrl: string | undefined;

/** Returns the URL of the embedded PostgreSQL that this process has started or found. */
export const embeddedDatabaseUrl = (): string | undefined => runningUrl;

/**
 * Starts embedded PostgreSQL, creates the database if necessary, and resolves when it responds. Requires the lock of DATA_DIR,
 * because it ends a server that still runs there.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await realpath(options.dataDir);
  const programs = await findPrograms(dataDir);
  const folder = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres.password");
  await endLeftover(folder);
  if (!existsSync(join(folder, "PG_VERSION"))) await initialize(programs, folder, passwordFile);
  const password = (await readFile(passwordFile, "utf8")).trim();
  const { settings = {}, restart } = options;
  const port = settings.port ? Number(settings.port) : await freePort();
  const serverOptions = { programs, folder, password, port, settings };
  const server = await startServer(serverOptions);
  const again = async (signal: AbortSignal) => {
    await endLeftover(folder);
    signal.throwIfAborted();
    return startServer({ ...serverOptions, signal });
  };
  const end = restart ? keepRunning(server, { ...restart, folder, start: again }) : server.stop;
  const stop = () => {
    runningUrl = undefined;
    return end();
  };
  try {
    runningUrl = await prepareDatabase(port, password);
    return { url: runningUrl, adminUrl: adminUrl(port, password), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Finds the PostgreSQL of this DATA_DIR that another process (`npm start`) runs. Returns its URL, or undefined if none responds.
 * This process uses it but never stops it.
 */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const lines = await readFile(join(resolve(dataDir), "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const password = (await readFile(join(resolve(dataDir), "postgres.password"), "utf8").catch(() => "")).trim();
  // https://www.postgresql.org/docs/current/storage-file-layout.html: the port is the fourth line
  const port = Number(lines.split("\n")[3]);
  if (!port || !password || !(await answers(adminUrl(port, password)))) return undefined;
  runningUrl = await prepareDatabase(port, password);
  return runningUrl;
}

/** Returns whether the server responds. Waits while it is starting. */
async function answers(url: string): Promise<boolean> {
  const starting = "57P03";
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(100)) {
    const error = await connectionFailure(url);
    if (!error) return true;
    if (error.code !== starting) return false;
  }
  return false;
}

async function initialize(programs: Programs, folder: string, passwordFile: string): Promise<void> {
  // remove the incomplete folder of an interrupted start, which has no data yet
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (databaseUser) {
    await chown(folder, databaseUser.uid, databaseUser.gid);
    await chown(passwordFile, databaseUser.uid, databaseUser.gid);
  }
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  const access = ["--auth=scram-sha-256", "--username=pathform", `--pwfile=${passwordFile}`];
  await runProgram(programs.initdb, [`--pgdata=${folder}`, ...locale, ...access], programOptions);
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
