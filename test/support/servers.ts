import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { eventually } from "./eventually.ts";
import { stablePort } from "./ports.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { runFolder } from "./run.ts";

/** Real servers for tests: programs on PATH, or running ones (decisions §8, `npm test`). */
export const serverPrograms = ["nats-server", "redis-server"] as const;
export type ServerProgram = (typeof serverPrograms)[number];

export interface Server {
  url: string;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Pauses it: connections stay open without responses until `resume`. */
  hang(): void;
  resume(): void;
  /** Starts it again on the same port without its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const addresses: Record<ServerProgram, { variable: string; protocol: string; args(port: number): string[] }> = {
  "nats-server": { variable: "NATS_URL", protocol: "nats", args: (port) => ["-a", "127.0.0.1", "-p", String(port)] },
  "redis-server": {
    variable: "REDIS_URL",
    protocol: "redis",
    args: (port) => ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--dir", runFolder()],
  },
};

/** Finds the program. Debian puts servers in folders of root's PATH. */
export function findProgram(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin"];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** Finds the test browser: Chromium's headless shell, which uses less than half the CPU, or else Chromium in headless mode. */
export const findChromium = (): string | undefined => findProgram("chromium-headless-shell") ?? findProgram("chromium");

/** Debian's PostgreSQL 15, and the file that shows that Citus is installed for it. */
const debianPrograms = "/usr/lib/postgresql/15/bin";
export const citusPrograms = { postgres: `${debianPrograms}/postgres`, initdb: `${debianPrograms}/initdb` };
const citusControl = "/usr/share/postgresql/15/extension/citus.control";

/** Oldest versions that tests can use. Debian 12 has PgBouncer 1.18, which lacks prepared statements. */
const oldestVersions: Record<string, { major: number; minor: number }> = { pgbouncer: { major: 1, minor: 21 } };

/** Returns whether the program is installed in a version that tests can use, or given by NATS_URL or REDIS_URL. */
export const canHave = (program: string): boolean => wantOf(program) === null;

/** Returns null if tests can have the program, else what they want: its name, or the oldest version and the installed one. */
export function wantOf(program: string): string | null {
  if (program === "citus") return existsSync(citusControl) ? null : program;
  if (program === "chromium") return findChromium() === undefined ? program : null;
  if (program in addresses && process.env[addresses[program as ServerProgram].variable]) return null;
  const path = findProgram(program);
  if (path === undefined) return program;
  const oldest = oldestVersions[program];
  return oldest ? newerThan(path, program, oldest) : null;
}

function newerThan(path: string, program: string, oldest: { major: number; minor: number }): string | null {
  const printed = execFileSync(path, ["--version"], { encoding: "utf8" });
  const [version = "of an unknown version", major, minor] = /(\d+)\.(\d+)[.\d]*/.exec(printed) ?? [];
  const isNew = Number(major) > oldest.major || (Number(major) === oldest.major && Number(minor) >= oldest.minor);
  return isNew ? null : `${program} ${oldest.major}.${oldest.minor} or newer (${version} is installed)`;
}

/** Returns the server of NATS_URL or REDIS_URL, which can't be killed or restarted, or starts one. */
export async function startServer(program: ServerProgram): Promise<Server> {
  const given = process.env[addresses[program].variable];
  return given ? givenServer(given) : startOwnServer(program);
}

function givenServer(url: string): Server {
  const refuse = () => Promise.reject(new Error(`Can't stop ${url}, because the tests didn't start it`));
  return { url, kill: refuse, hang: refuse, resume: refuse, restart: refuse, stop: async () => undefined };
}

export async function startOwnServer(program: ServerProgram): Promise<Server> {
  const { protocol, args } = addresses[program];
  const port = await stablePort();
  let running = await start();
  return {
    url: `${protocol}://127.0.0.1:${port}`,
    kill: () => running.kill("SIGKILL"),
    hang: () => process.kill(running.pid, "SIGSTOP"),
    resume: () => process.kill(running.pid, "SIGCONT"),
    async restart() {
      await running.kill("SIGKILL");
      running = await start();
    },
    stop: () => running.kill(),
  };

  function start(): Promise<Process> {
    return startListening(program, args(port), port);
  }
}

/** Starts a program, and waits until it listens on the port. */
export async function startListening(program: string, args: string[], port: number): Promise<Process> {
  const child = await startProcess({ name: program, command: findProgram(program) ?? program, args });
  await eventually(async () => {
    if (!child.isRunning()) throw new Error(`${program} failed to start:\n${lastLines(child.log)}`);
    await canConnect(port);
  });
  return child;
}

function canConnect(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.destroy()).once("close", () => done());
    socket.once("error", fail);
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
