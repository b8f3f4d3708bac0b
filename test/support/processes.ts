import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guardProcess, processIsGone } from "./guard.ts";
import { logFolder } from "./run.ts";

/** A child process of the run: its output goes to a file, and it ends with the run at the latest. */
export interface Process {
  name: string;
  pid: number;
  /** file that its output goes to */
  log: string;
  isRunning(): boolean;
  /** Sends the signal by pid and waits until the process has ended; one that has ended already is fine. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** its exit code, or the signal that ended it */
  ended: Promise<number | NodeJS.Signals>;
}

export interface Command {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
}

let started = 0;

export async function startProcess({ name, command, args, env, cwd }: Command): Promise<Process> {
  started += 1;
  const log = join(logFolder(), `${name}.${process.pid}-${started}.log`);
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
 * Only what a program needs to run: no variable of the developer's shell changes what is tested. Node.js keeps what it
 * has compiled, since a run starts hundreds of the same processes.
 */
export function bareEnvironment(): Record<string, string> {
  const kept = ["PATH", "HOME", "LANG", "TMPDIR", "TZ"];
  const own = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return { ...own, NODE_COMPILE_CACHE: compileCache };
}

const compileCache = join(import.meta.dirname, "../../node_modules/.cache/pathform-tests");

export const lastLines = (log: string, count = 20): string =>
  readFileSync(log, "utf8").trimEnd().split("\n").slice(-count).join("\n");
