import { accessSync, constants } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { eventually } from "./eventually.ts";
import { stablePort } from "./ports.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { runFolder } from "./run.ts";

/** The real servers that tests talk to: programs on PATH, or one that runs already (decisions §8, `npm test`). */
export const serverPrograms = ["nats-server", "redis-server"] as const;
export type ServerProgram = (typeof serverPrograms)[number];

export interface Server {
  url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** It hangs: connections stay, and nothing is answered until `goOn`. */
  hang(): void;
  goOn(): void;
  /** Starts it again at the same address, with nothing kept. */
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

/** Where the program is; Debian puts servers where only root's PATH leads. */
export function findProgram(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin"];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/**
 * The browser of the tests: Chromium made for use without a window, where there is one, since a visit costs it less than
 * half; else the whole Chromium, without showing its window.
 */
export const findChromium = (): string | undefined => findProgram("chromium-headless-shell") ?? findProgram("chromium");

/** Can the tests have this program, started by themselves or given by NATS_URL or REDIS_URL? */
export function canHave(program: ServerProgram | "chromium"): boolean {
  if (program === "chromium") return findChromium() !== undefined;
  return Boolean(process.env[addresses[program].variable]) || findProgram(program) !== undefined;
}

/** The server that NATS_URL or REDIS_URL names, else one of our own; a given one can be neither killed nor restarted. */
export async function startServer(program: ServerProgram): Promise<Server> {
  const given = process.env[addresses[program].variable];
  return given ? givenServer(given) : startOwnServer(program);
}

function givenServer(url: string): Server {
  const refuse = () => Promise.reject(new Error(`${url} is not ours to stop`));
  return { url, kill: refuse, hang: refuse, goOn: refuse, restart: refuse, stop: async () => undefined };
}

export async function startOwnServer(program: ServerProgram): Promise<Server> {
  const { protocol, args } = addresses[program];
  const port = await stablePort();
  let running = await start();
  return {
    url: `${protocol}://127.0.0.1:${port}`,
    kill: () => running.kill("SIGKILL"),
    hang: () => process.kill(running.pid, "SIGSTOP"),
    goOn: () => process.kill(running.pid, "SIGCONT"),
    async restart() {
      await running.kill("SIGKILL");
      running = await start();
    },
    stop: () => running.kill(),
  };

  async function start(): Promise<Process> {
    const child = await startProcess({ name: program, command: findProgram(program) ?? program, args: args(port) });
    await eventually(async () => {
      if (!child.isRunning()) throw new Error(`${program} did not start:\n${lastLines(child.log)}`);
      await canConnect(port);
    });
    return child;
  }
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
