import { readdir, readFile, readlink, realpath, rm } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "./embeddedPrograms.ts";

/**
 * What a start that was killed left behind: a server that still runs on the data folder, processes of one that was
 * killed itself, and its postmaster.pid. Whoever holds DATA_DIR now may end these. The process id in that file may belong
 * to somebody else by now: a process is signalled only when it is seen to be a PostgreSQL of this folder.
 */
export async function endLeftover(folder: string): Promise<void> {
  const path = await realpath(folder).catch(() => undefined);
  if (!path) return;
  const file = join(path, "postmaster.pid");
  const server = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || undefined;
  if (server && (await processesOf(path, server)).includes(server)) await endServer(path, server);
  // the processes of a server that was killed notice its end by themselves
  if (!(await areGone(path, server, 10_000))) {
    for (const pid of await processesOf(path, server)) signal(pid, "SIGKILL");
    await areGone(path, server, 5_000);
  }
  // PostgreSQL refuses to start while any process has the id that stands there
  await rm(file, { force: true });
}

/** https://www.postgresql.org/docs/18/server-shutdown.html: fast, then immediate (the next start recovers), then killed. */
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

/** The processes that run PostgreSQL on this data folder. */
async function processesOf(path: string, server: number | undefined): Promise<number[]> {
  if (os.platform() === "linux") {
    const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
    const areOurs = await Promise.all(pids.map((pid) => worksIn(pid, path)));
    return pids.filter((_, index) => areOurs[index]);
  }
  // elsewhere only the server itself is looked for; PostgreSQL sees by itself whether others still use the data
  return server && (await wasStartedOn(server, path)) ? [server] : [];
}

/** Each process of PostgreSQL works in the data folder. One that has ended already, or is not ours to see, has no link. */
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
