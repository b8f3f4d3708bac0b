import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guardProcess, processIsGone } from "./guard.ts";
import { logFolder } from "./run.ts";

/** A child process of the run. Its output goes to a file, and it ends with the run at the latest. */
export interface Process {
  name: string;
  pid: number;
  /** file with its output */
  log: string;
  isRunning(): boolean;
  /** Sends the signal and waits for the end of the process, even if it has already ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** exit code, or the signal that ended it */
  ended: Promise<number | NodeJS.Signals>;
}

export interface Command {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
}

export async function startProcess({ name, command, args, env, cwd }: Command): Promise<Process> {
  // test files share a worker's process, and each starts with fresh modules
  const log = join(logFolder(), `${name}.${randomUUID()}.log`);
  const output = openSync(log, "a");
  const child = spawn(command, args, { cwd, env: { ...bareEnvironment(), ...env }, stdio: ["ignore", output, output] });
  closeSync(output);
  await once(child, "spawn");
  const pid = child.pid as number;
  guardProcess(pid);
  const ended = once(child, "exit").then(([code, signal]) => {
    processIsGone(pid);
    return (code ?? signal) as number | NodeJS.Signals;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid,
    log,
    isRunning,
    ended,
    async kill(signal = "SIGTERM") {
      if (isRunning()) process.kill(pid, signal);
      await ended;
    },
  };
}

/**
 * Only the variables that programs need, so that the developer's shell doesn't affect tests. Includes Node.js's compile cache,
 * because a run starts hundreds of processes.
 */
export function bareEnvironment(): Record<string, string> {
  const kept = ["PATH", "HOME", "LANG", "TMPDIR", "TZ"];
  const own = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return { ...own, NODE_COMPILE_CACHE: compileCache };
}

const compileCache = join(import.meta.dirname, "../../node_modules/.cache/pathform-tests");

export const lastLines = (log: string, count = 20): string =>
  readFileSync(log, "utf8").trimEnd().split("\n").slice(-count).join("\n");
