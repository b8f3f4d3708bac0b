import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A process of a measured system. */
export interface Program {
  name: string;
  pid: number;
  hasEnded(): boolean;
  /** last lines of its output, if it has ended */
  lastWords(): string;
  stop(): Promise<void>;
}

/** Starting builds the pages, which takes minutes on a busy machine. */
const startTimeout = 300_000;

const root = join(import.meta.dirname, "../..");

/** Starts a program with its output in a file in `folder`. */
export function startProgram(
  name: string,
  folder: string,
  command: readonly [program: string, ...args: string[]],
  env: Record<string, string> = {},
  cwd = root,
): Program {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, "a");
  const [program, ...args] = command;
  const path = `${process.env.PATH}:/usr/local/sbin:/usr/sbin`;
  const child = spawn(program, args, { cwd, stdio: ["ignore", output, output], env: { PATH: path, ...env } });
  closeSync(output);
  child.once("error", (error) => console.error(`${name}: ${error.message}`));
  return {
    name,
    pid: child.pid ?? 0,
    hasEnded: () => isOver(child),
    lastWords: () => `${name} has ended: ${readFileSync(log, "utf8").slice(-500)}`,
    stop: () => stopped(child),
  };
}

export const startScript = (name: string, folder: string, script: string, env: Record<string, string>): Program =>
  startProgram(name, folder, [process.execPath, join(root, script)], env);

/** Runs `npm run serve -- <folders>` without npm. */
export function startServices(
  name: string,
  folder: string,
  services: string[],
  env: Record<string, string>,
  { nodeOptions = [], code = root }: { nodeOptions?: readonly string[] | undefined; code?: string | undefined } = {},
): Program {
  const command = [process.execPath, ...nodeOptions, join(code, "deploy/serve.mjs"), ...services] as const;
  return startProgram(name, folder, command, env, code);
}

/** Runs a script and returns its output. */
export async function outputOf(script: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, ...env },
  });
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece) => pieces.push(piece));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} exited with ${code}.`);
  return Buffer.concat(pieces).toString();
}

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function stopped(child: ChildProcess): Promise<void> {
  if (isOver(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Waits until `GET /readyz` returns 200. Throws if a process has ended. */
export async function untilReady(
  url: string,
  programs: readonly Pick<Program, "hasEnded" | "lastWords">[],
): Promise<void> {
  for (const deadline = Date.now() + startTimeout; Date.now() < deadline; await sleep(100)) {
    const ended = programs.find((program) => program.hasEnded());
    if (ended) throw new Error(ended.lastWords());
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`${url} wasn't ready within 5 minutes.`);
}
