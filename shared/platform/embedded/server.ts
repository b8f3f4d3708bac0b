import { type ChildProcess, spawn } from "node:child_process";
import { chmod, copyFile, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openLoop } from "../loop.ts";
import { type Programs, programOptions } from "./programs.ts";
import { adminUrl } from "./roles.ts";

export interface ServerOptions {
  programs: Programs;
  /** the data folder */
  folder: string;
  password: string;
  port: number;
  settings: Record<string, string>;
  /** Aborts a start in progress. */
  signal?: AbortSignal;
}

/** A running PostgreSQL. */
export interface Server {
  /** resolves when it has ended for any reason */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL and waits until it accepts connections. Throws if it exits before that. */
export async function startServer({ signal, ...options }: ServerOptions): Promise<Server> {
  const logFile = join(options.folder, "..", "postgres.log");
  const log = await open(logFile, "a");
  await chmod(logFile, 0o600);
  const child = spawnServer(options, log.fd);
  const bounded = openLoop({ interval: 60_000, work: () => boundLog(logFile), onError: () => undefined });
  bounded.wake();
  // also stop it if this process ends with an error
  const end = () => child.kill("SIGINT");
  process.once("exit", end);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  let hasExited = false;
  const exited = ended(child).then(() => {
    hasExited = true;
    process.off("exit", end);
    signal?.removeEventListener("abort", end);
    return bounded.stop();
  });
  // only now, as the server may exit while this waits
  await log.close();
  const url = adminUrl(options.port, options.password);
  while (!hasExited && (await connectionFailure(url))) await sleep(50);
  if (hasExited) throw new Error(`PostgreSQL failed to start. See its log ${logFile}.`);
  return {
    exited,
    async stop() {
      if (!hasExited) end();
      await exited;
    },
  };
}

function spawnServer({ programs, folder, port, settings }: Omit<ServerOptions, "signal">, log: number): ChildProcess {
  const all = { ...defaults, ...settings, port: String(port) };
  // separate process group, because Ctrl+C must not stop it before the services close their connections
  return spawn(
    programs.postgres,
    ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...programOptions, detached: true, stdio: ["ignore", log, log] },
  );
}

/** Resolves when the process has ended or failed to start. */
const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => child.once("exit", () => done()).once("error", () => done()));

const defaults = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // analyze growing tables soon, because plans for empty tables scan them
  autovacuum_naptime: "15s",
  // statements and rows contain answers, so the log has only error messages
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const logLimit = 5_000_000;

/** Rotates PostgreSQL's log to one old file when it is too large. */
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
