import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  open,
  readFile,
  realpath,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openLoop } from "../loop.ts";
import { endLeftover } from "./embeddedLeftover.ts";
import { databaseUser, findPrograms, type Programs, programOptions, runProgram } from "./embeddedPrograms.ts";
import { adminUrl, prepareDatabase } from "./embeddedRoles.ts";

/** A real PostgreSQL out of npm, with its data in DATA_DIR/postgres, for `npm start` and the tests. */
export interface EmbeddedPostgres {
  /** the services' database, as its owner */
  url: string;
  /** the server's superuser */
  adminUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** `-c name=value` settings beside the defaults; a free port where `port` is not among them */
  settings?: Record<string, string>;
}

let runningUrl: string | undefined;

/** The address of the PostgreSQL that this process has started or found, if it has. */
export const embeddedDatabaseUrl = (): string | undefined => runningUrl;

/**
 * Makes the database where there is none yet, starts it, and gives its address when it answers. Only for whoever holds
 * DATA_DIR: a server that runs there is ended.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await realpath(options.dataDir);
  const programs = await findPrograms(dataDir);
  const folder = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres.password");
  await endLeftover(folder);
  if (!existsSync(join(folder, "PG_VERSION"))) await initialize(programs, folder, passwordFile);
  const password = (await readFile(passwordFile, "utf8")).trim();
  const started = await start(programs, folder, password, options.settings ?? {});
  runningUrl = started.url;
  return started;
}

/**
 * The address of this DATA_DIR's PostgreSQL where another process (`npm start`) runs it; undefined where none answers.
 * From then on it is the embedded one of this process too, which never stops it.
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

/** A server that is just starting is waited for. */
async function answers(url: string): Promise<boolean> {
  const starting = "57P03";
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(100)) {
    const error = await failureOf(url);
    if (!error) return true;
    if (error.code !== starting) return false;
  }
  return false;
}

/** Why nobody can connect there; undefined: one can. */
async function failureOf(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  return client
    .connect()
    .then(() => undefined)
    .catch((error: Error) => error)
    .finally(() => client.end().catch(() => undefined));
}

async function initialize(programs: Programs, folder: string, passwordFile: string): Promise<void> {
  // what a start that was killed half-way left behind holds no data yet
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

async function start(
  programs: Programs,
  folder: string,
  password: string,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  const port = settings.port ? Number(settings.port) : await freePort();
  const all = { ...defaults, port: String(port), ...settings };
  const logFile = join(folder, "..", "postgres.log");
  const log = await open(logFile, "a");
  await chmod(logFile, 0o600);
  // its own process group: Ctrl-C must reach it only after the services have let go of it
  const child = spawn(
    programs.postgres,
    ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...programOptions, detached: true, stdio: ["ignore", log.fd, log.fd] },
  );
  await log.close();
  const bounded = openLoop({ interval: 60_000, work: () => boundLog(logFile), onError: () => undefined });
  bounded.wake();
  const exited = new Promise<void>((done) => child.once("exit", () => done())).then(() => bounded.stop());
  // also when this process ends on an error, and so without `stop`
  const end = () => child.kill("SIGINT");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const admin = adminUrl(port, password);
  const failed: Promise<never> = exited.then(() => {
    throw new Error(`PostgreSQL did not start: its log ${logFile} says why.`);
  });
  async function stop(): Promise<void> {
    runningUrl = undefined;
    if (child.exitCode === null) child.kill("SIGINT");
    await exited;
  }
  try {
    await Promise.race([waitUntilReady(admin), failed]);
    return { url: await prepareDatabase(port, password), adminUrl: admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const defaults = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // a new database learns soon how large its tables have become: plans of empty tables scan them
  autovacuum_naptime: "5s",
  // statements and rows hold answers: its log names errors alone
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const logLimit = 5_000_000;

/** PostgreSQL appends to its log; what is too long moves to one file beside it. */
async function boundLog(file: string): Promise<boolean> {
  if ((await stat(file)).size < logLimit) return false;
  await copyFile(file, `${file}.1`);
  await truncate(file);
  return false;
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

async function waitUntilReady(url: string): Promise<void> {
  while (await failureOf(url)) await sleep(50);
}
