import { spawn } from "node:child_process";
import { chmod, copyFile, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openLoop } from "../loop.ts";
import { type Programs, programOptions } from "./embeddedPrograms.ts";
import { adminUrl } from "./embeddedRoles.ts";

export interface ServerOptions {
  programs: Programs;
  /** the data folder */
  folder: string;
  password: string;
  port: number;
  settings: Record<string, string>;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
}

/** A running PostgreSQL. */
export interface Server {
  /** resolves when it has ended, whatever ended it */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL and waits until it takes connections. Throws when it ends before. */
export async function startServer({ signal, ...options }: ServerOptions): Promise<Server> {
  const logFile = join(options.folder, "..", "postgres.log");
  const child = await spawnServer(options, logFile);
  const bounded = openLoop({ interval: 60_000, work: () => boundLog(logFile), onError: () => undefined });
  bounded.wake();
  // also when this process ends on an error, and so without `stop`
  const end = () => child.kill("SIGINT");
  process.once("exit", end);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  let hasExited = false;
  const exited = new Promise<void>((done) => child.once("exit", () => done())).then(() => {
    hasExited = true;
    process.off("exit", end);
    signal?.removeEventListener("abort", end);
    return bounded.stop();
  });
  const url = adminUrl(options.port, options.password);
  while (!hasExited && (await connectionFailure(url))) await sleep(50);
  if (hasExited) throw new Error(`PostgreSQL did not start: its log ${logFile} says why.`);
  return {
    exited,
    async stop() {
      if (!hasExited) end();
      await exited;
    },
  };
}

async function spawnServer({ programs, folder, port, settings }: Omit<ServerOptions, "signal">, logFile: string) {
  const all = { ...defaults, ...settings, port: String(port) };
  const log = await open(logFile, "a");
  await chmod(logFile, 0o600);
  // its own process group: Ctrl-C must reach it only after the services have let go of it
  const child = spawn(
    programs.postgres,
    ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...programOptions, detached: true, stdio: ["ignore", log.fd, log.fd] },
  );
  await log.close();
  return child;
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

/** Returns why no connection can be opened there; undefined if one can. */
export async function connectionFailure(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  return client
    .connect()
    .then(() => undefined)
    .catch((error: Error) => error)
    .finally(() => client.end().catch(() => undefined));
}
