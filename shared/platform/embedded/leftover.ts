import { readdir, readFile, readlink, realpath, rm } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "./programs.ts";

/**
 * Removes leftovers of a killed process: a server that still runs on the data folder, processes of a killed server, and its
 * postmaster.pid. Requires the lock of DATA_DIR. Another process may have the pid in that file by now, so only processes that
 * are PostgreSQL of this folder get signals.
 */
export async function endLeftover(folder: string): Promise<void> {
  const path = await realpath(folder).catch(() => undefined);
  if (!path) return;
  const file = join(path, "postmaster.pid");
  const server = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || undefined;
  if (server && (await processesOf(path, server)).includes(server)) await endServer(path, server);
  // processes of a killed server normally exit without a signal
  if (!(await areGone(path, server, 10_000))) {
    for (const pid of await processesOf(path, server)) signal(pid, "SIGKILL");
    await areGone(path, server, 5_000);
  }
  // PostgreSQL refuses to start while any process has this pid
  await rm(file, { force: true });
}

/** Tries a fast shutdown, then an immediate one, then SIGKILL (https://www.postgresql.org/docs/18/server-shutdown.html). */
async function endServer(path: string, server: number): Promise<void> {
  for (const [name, timeout] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 1_000],
  ] as const) {
    signal(server, name);
    const deadline = performance.now() + timeout;
    while ((await processesOf(path, server)).includes(server)) {
      if (performance.now() > deadline) break;
      await sleep(50);
    }
    if (!(await processesOf(path, server)).includes(server)) return;
  }
}

async function areGone(path: string, server: number | undefined, timeout: number): Promise<boolean> {
  for (const deadline = performance.now() + timeout; performance.now() < deadline; await sleep(50)) {
    if ((await processesOf(path, server)).length === 0) return true;
  }
  return false;
}

/** Returns the PostgreSQL processes of this data folder. */
async function processesOf(path: string, server: number | undefined): Promise<number[]> {
  if (os.platform() === "linux") {
    const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
    const areOurs = await Promise.all(pids.map((pid) => worksIn(pid, path)));
    return pids.filter((_, index) => areOurs[index]);
  }
  // on other systems, only the server process; PostgreSQL itself detects other users of the data
  return server && (await wasStartedOn(server, path)) ? [server] : [];
}

/** Returns whether a PostgreSQL process has this working directory. False for processes that ended or aren't accessible. */
async function worksIn(pid: number, path: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder !== path) return false;
  const program = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
  return program.trim() === "postgres";
}

async function wasStartedOn(pid: number, path: string): Promise<boolean> {
  if (os.platform() === "win32") return false;
  const { stdout } = await runProgram("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return /postgres/.test(stdout) && stdout.includes(`-D ${path}`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
