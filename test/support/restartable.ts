import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../../shared/platform/embedded/server.ts";
import { guardProcess, processIsGone } from "./guard.ts";

/** A PostgreSQL that a test can stop and start. Ends with the test run. */
export interface Restartable {
  pid(): number;
  startAgain(): Promise<void>;
  /** Cuts all connections without a checkpoint. */
  stopImmediately(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server of a data folder. */
export async function startRestartable(
  options: Omit<Parameters<typeof startServer>[0], "password">,
): Promise<Restartable> {
  let [server, pid] = await start();
  const stop = async (signal?: NodeJS.Signals) => {
    if (signal) process.kill(pid, signal);
    await server.stop();
    processIsGone(pid);
  };
  return {
    pid: () => pid,
    async startAgain() {
      [server, pid] = await start();
    },
    // SIGQUIT is the immediate shutdown
    stopImmediately: () => stop("SIGQUIT"),
    stop: () => stop(),
  };

  async function start() {
    const started = await startServer({ ...options, password: "" });
    const own = Number.parseInt(readFileSync(join(options.folder, "postmaster.pid"), "utf8"), 10);
    guardProcess(own);
    return [started, own] as const;
  }
}
