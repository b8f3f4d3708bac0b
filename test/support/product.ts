import { join } from "node:path";
import { freePort } from "../../shared/database/embedded.ts";
import { eventually } from "./eventually.ts";
import { freshDatabase, type TestDatabase, testSecretsKey } from "./postgres.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { logFolder } from "./run.ts";
import { type Server, startServer } from "./servers.ts";

/**
 * The whole product, as an operator runs it: in one process on nothing but PostgreSQL ("one"), or a process per service
 * on a real NATS and Redis ("many"). Each has a database and a bus of its own.
 */
export type Way = "one" | "many";
export const serviceNames = ["gateway", "auth", "forms", "sessions", "analytics", "integrations"] as const;
export type ServiceName = (typeof serviceNames)[number];
/** `sessions`, and further copies of it: `sessions-2`, `sessions-3` … */
export type CopyName = ServiceName | `${ServiceName}-${number}`;

export interface ProductOptions {
  way: Way;
  env?: Record<string, string>;
  /** further copies beside the first of each service ("many" only) */
  copies?: CopyName[];
}

export interface Product {
  way: Way;
  /** address of the gateway, and of every copy of it */
  url: string;
  urls: string[];
  database: TestDatabase;
  /** folder with the output of every process */
  logs: string;
  nats: Server | null;
  redis: Server | null;
  /** by the name of the service or of its further copy; `all` where everything runs in one */
  processes: Map<string, Process>;
  /** Ends that process and waits for its end: SIGKILL is a crash, SIGTERM a rolling restart. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** Starts that copy, again or for the first time, and waits for a gateway's readiness; others are not waited for. */
  start(name: string): Promise<void>;
  /** Until every service answers through every gateway. */
  untilReady(): Promise<void>;
  /** Ends everything; fails when a process has not stopped cleanly or left a connection. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");
const runner = join(root, "node_modules/moleculer/bin/moleculer-runner.mjs");

export async function startProduct({ way, env = {}, copies = [] }: ProductOptions): Promise<Product> {
  const database = await freshDatabase();
  const nats = way === "many" ? await startServer("nats-server") : null;
  const redis = way === "many" ? await startServer("redis-server") : null;
  const bus: Record<string, string> = nats && redis ? { NATS_URL: nats.url, REDIS_URL: redis.url } : {};
  // a NATS that others use too: the broker's namespace keeps runs apart
  const namespace = `test-${database.url.slice(-12)}`;
  const common = { ...defaults, ...bus, NAMESPACE: namespace, DATABASE_URL: database.url, ...env };
  const processes = new Map<string, Process>();
  const ports = new Map<string, number>();

  const product: Product = {
    way,
    get url() {
      return product.urls[0] ?? "";
    },
    get urls() {
      return [...ports.values()].map((port) => `http://127.0.0.1:${port}`);
    },
    database,
    logs: logFolder(),
    nats,
    redis,
    processes,
    kill: async (name, signal = "SIGKILL") => processes.get(name)?.kill(signal),
    async start(name) {
      const folder = name === "all" ? "services" : `services/${name.replace(/-\d+$/, "")}`;
      const isGateway = folder === "services" || folder === "services/gateway";
      const port = isGateway ? (ports.get(name) ?? (await freePort())) : undefined;
      if (port) ports.set(name, port);
      processes.set(name, await startRunner(name, folder, { ...common, ...(port ? { PORT: String(port) } : {}) }));
    },
    async untilReady() {
      await Promise.all(product.urls.map((url) => eventually(() => assertReady(product, url), 60)));
    },
    async stop() {
      const ends = await Promise.all([...processes.values()].map(stopProcess));
      await redis?.stop();
      await nats?.stop();
      await database.drop();
      const unclean = ends.filter((end) => end !== null);
      if (unclean.length > 0) throw new Error(`${unclean.join("\n")}\nLogs: ${product.logs}`);
    },
  };

  try {
    const names = way === "one" ? ["all"] : [...serviceNames, ...copies];
    for (const name of names) await product.start(name);
    await product.untilReady();
  } catch (error) {
    for (const process of processes.values()) await process.kill("SIGKILL");
    await product.stop().catch(() => undefined);
    throw error;
  }
  return product;
}

const defaults = {
  HOST: "127.0.0.1",
  SIGNUP: "open",
  RATE_LIMITS: "off",
  SECRETS_KEY: testSecretsKey,
  ALLOW_PRIVATE_DESTINATIONS: "true",
  LOG_FORMAT: "json",
};

/** `npm start` or `npm run serve -- <folder>`, without npm between us and the process. */
function startRunner(name: string, folder: string, env: Record<string, string>): Promise<Process> {
  const args = [runner, "--config", "moleculer.config.ts", "--mask", "**/*.service.ts", folder];
  return startProcess({ name, command: process.execPath, args, env, cwd: root });
}

/**
 * A gateway that is ready may not have met every service yet. None of these needs an account: 503 says that the service
 * behind the path is not there.
 */
const probes = ["/readyz", "/api/auth/me/", "/api/v2/r/no-such-form/"];

async function assertReady(product: Product, url: string): Promise<void> {
  for (const process of product.processes.values()) {
    if (!process.isRunning()) {
      throw new Error(`${process.name} ended (${await process.ended}); ${process.log}:\n${lastLines(process.log)}`);
    }
  }
  for (const path of probes) {
    const { status } = await fetch(url + path);
    if (status >= 500) throw new Error(`${url}${path} answers ${status}. Logs: ${product.logs}`);
  }
}

/** Null when it ended cleanly, or was ended by the test itself; else what to tell. */
async function stopProcess(process: Process): Promise<string | null> {
  if (!process.isRunning()) return null;
  const tooLate = setTimeout(() => void process.kill("SIGKILL"), 15_000);
  await process.kill("SIGTERM");
  clearTimeout(tooLate);
  const end = await process.ended;
  return end === 0 || end === "SIGTERM" ? null : `${process.name} ended with ${end} when it was told to stop`;
}
