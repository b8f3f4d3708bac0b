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

const dockerfile = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
const optionsIn = (command: string): string[] => command.match(/--[\w-]+=[\w-]+/g) ?? [];

/** Environment and options of Node.js in the image, which decide how much memory a process keeps. */
const image = {
  env: Object.fromEntries((/^ENV (MALLOC.*)$/m.exec(dockerfile)?.[1] ?? "").split(" ").map((one) => one.split("="))),
  nodeOptions: optionsIn(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? ""),
};

/** A container of 512 MiB gives V8 this limit. Several services share the process that stands for their containers. */
const heapOf = (services: readonly string[]): string => `--max-old-space-size=${256 * services.length}`;

/** Options of `npm start`, or of the image in a container of 512 MiB. */
export const memoryOptions = (services: readonly string[]): string[] =>
  services[0] === "services" ? optionsIn(scripts.start) : [...image.nodeOptions, heapOf(services)];

/** Runs `npm run serve -- <folders>` without npm, with the memory settings of the image. */
export function startServices(
  name: string,
  folder: string,
  services: string[],
  env: Record<string, string>,
  { nodeOptions = [], code = root }: { nodeOptions?: readonly string[] | undefined; code?: string | undefined } = {},
): Program {
  const command = [
    process.execPath,
    ...memoryOptions(services),
    ...nodeOptions,
    join(code, "deploy/serve.mjs"),
    ...services,
  ] as const;
  return startProgram(name, folder, command, { ...image.env, ...env }, code);
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

/** Runs `npm run migrate` with the code of that folder. */
export async function migrate(env: Record<string, string>, code = root): Promise<void> {
  const child = spawn(process.execPath, ["deploy/run.mjs", "commands/migrate.ts"], {
    cwd: code,
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env.PATH, ...env },
  });
  const [exitCode] = await once(child, "close");
  if (exitCode !== 0) throw new Error(`The migration exited with ${exitCode}.`);
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
