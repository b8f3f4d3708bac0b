import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eventually, Hopeless } from "./eventually.ts";
import { startPooler } from "./pooler.ts";
import { stablePort } from "./ports.ts";
import { migratedDatabase, type TestDatabase, testSecretsKey } from "./postgres.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { logFolder, runFolder } from "./run.ts";
import { type Server, startOwnServer, startServer } from "./servers.ts";

/**
 * The whole product as operators run it: in one process with PostgreSQL ("one"), or a process per service with NATS and Redis
 * ("many"). Each product has its own database and bus.
 */
export type Way = "one" | "many";
export const serviceNames = ["gateway", "auth", "forms", "sessions", "analytics", "integrations"] as const;
export type ServiceName = (typeof serviceNames)[number];
/** `sessions` and its additional copies `sessions-2`, `sessions-3` … */
export type CopyName = ServiceName | `${ServiceName}-${number}`;

export interface ProductOptions {
  way: Way;
  env?: Record<string, string>;
  /** environment of only that process */
  envOf?: (name: string) => Record<string, string>;
  /** folder with the code of that process; default: this repository */
  codeOf?: (name: string) => string;
  /** additional copies of services ("many" only) */
  copies?: CopyName[];
  /** services that share the process `others`, because the test doesn't need them separately ("many" only) */
  others?: ServiceName[];
  /** database URL instead of a new, migrated one on the run's PostgreSQL */
  database?: TestDatabase;
  /** between it and the database is a transaction pooler; default: as its suite says (test/jest.config.js) */
  isPooled?: boolean;
  /** servers that the test stops and starts; never those of NATS_URL and REDIS_URL */
  ownServers?: boolean;
}

export interface Product {
  way: Way;
  /** URLs of the gateway and its copies */
  url: string;
  urls: string[];
  database: TestDatabase;
  /** folder with the output of all processes */
  logs: string;
  nats: Server | null;
  redis: Server | null;
  /** processes by service or copy; `others` for the shared one, `all` for one process */
  processes: Map<string, Process>;
  /** URL of that copy's `/healthz`, `/readyz` and `/metrics` */
  opsUrl(name: string): string;
  /** Stops that process and waits for its end: SIGKILL for a crash, SIGTERM for a rolling restart. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** Starts that copy. For a gateway, waits until it is ready. */
  start(name: string, env?: Record<string, string>): Promise<void>;
  /** Waits until every service responds through every gateway. */
  untilReady(): Promise<void>;
  /** Stops everything. Fails if a process didn't stop cleanly or left a connection. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

export async function startProduct({
  way,
  env = {},
  copies = [],
  others = [],
  isPooled = Reflect.get(globalThis, "isPooled") === true,
  ...given
}: ProductOptions): Promise<Product> {
  const database = given.database ?? (await migratedDatabase());
  const pooler = isPooled ? await startPooler(database) : null;
  const start = given.ownServers ? startOwnServer : startServer;
  const nats = way === "many" ? await start("nats-server") : null;
  const redis = way === "many" ? await start("redis-server") : null;
  const bus: Record<string, string> = nats && redis ? { NATS_URL: nats.url, REDIS_URL: redis.url } : {};
  // the broker's namespace separates runs that share a NATS
  const namespace = `test-${database.url.slice(-12).replace(/\W/g, "-")}`;
  const uploads = join(runFolder(), "uploads", namespace);
  const common = {
    ...defaults,
    ...bus,
    UPLOADS: uploads,
    NAMESPACE: namespace,
    DATABASE_URL: database.url,
    ...pooler?.env,
    ...env,
  };
  const processes = new Map<string, Process>();
  const ports = new Map<string, number>();
  const opsPorts = new Map<string, number>();
  let cookie = "";

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
    opsUrl: (name) => `http://127.0.0.1:${opsPorts.get(name)}`,
    kill: async (name, signal = "SIGKILL") => processes.get(name)?.kill(signal),
    async start(name, further = {}) {
      const folders = foldersOf(name, others);
      const isGateway = folders.some((folder) => folder === "services" || folder === "services/gateway");
      const port = isGateway ? (ports.get(name) ?? (await stablePort())) : undefined;
      if (port) ports.set(name, port);
      const opsPort = opsPorts.get(name) ?? (await stablePort());
      opsPorts.set(name, opsPort);
      const ops = { OPS_HOST: "127.0.0.1", OPS_PORT: String(opsPort) };
      const own = { ...common, ...ops, ...(port && { PORT: String(port) }), ...given.envOf?.(name), ...further };
      processes.set(name, await startRunner(name, folders, own, given.codeOf?.(name)));
    },
    async untilReady() {
      // without open sign-up, don't wait for the owner's services
      if (common.SIGNUP === "open") cookie ||= await eventually(() => signIn(product), 120);
      await Promise.all(product.urls.map((url) => eventually(() => assertReady(product, url, cookie), 60)));
    },
    async stop() {
      const ends = await Promise.all([...processes.values()].map(stopProcess));
      await redis?.stop();
      await nats?.stop();
      await pooler?.stop();
      await database.drop();
      const unclean = ends.filter((end) => end !== null);
      if (unclean.length > 0) throw new Error(`${unclean.join("\n")}\nLogs: ${product.logs}`);
    },
  };

  try {
    const apart = serviceNames.filter((name) => !others.includes(name));
    const names = way === "one" ? ["all"] : [...apart, ...(others.length > 0 ? ["others"] : []), ...copies];
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
  QUOTAS: "off",
  SECRETS_KEY: testSecretsKey,
  ALLOW_PRIVATE_DESTINATIONS: "true",
  LOG_FORMAT: "json",
  // only a load balancer needs the notice period of a gateway
  DRAIN_NOTICE_MS: "0",
};

function foldersOf(name: string, others: ServiceName[]): string[] {
  if (name === "all") return ["services"];
  return (name === "others" ? others : [name.replace(/-\d+$/, "")]).map((service) => `services/${service}`);
}

/** Runs `npm start` or `npm run serve -- <folders>` without npm. */
function startRunner(name: string, folders: string[], env: Record<string, string>, cwd = root): Promise<Process> {
  return startProcess({ name, command: process.execPath, args: ["deploy/serve.mjs", ...folders], env, cwd });
}

/** Returns whether the service behind the path is available, so that its status isn't 503. */
const probes: Record<string, string> = {
  gateway: "/readyz",
  auth: "/api/auth/me/",
  forms: "/api/v2/form/",
  sessions: "/api/v2/r/no-such-form/",
  analytics: "/api/v2/form/no-such-form/responses/",
  integrations: "/api/integrations/",
};

/** Waits until a ready gateway knows all services. */
async function assertReady(product: Product, url: string, cookie: string): Promise<void> {
  await assertAllRun(product.processes);
  for (const path of Object.values(probes)) {
    const { status } = await fetch(url + path, { headers: { cookie } });
    if (status >= 500) throw new Error(`${url}${path} returned ${status}. Logs: ${product.logs}`);
  }
}

async function assertAllRun(processes: Map<string, Process>): Promise<void> {
  for (const { name, isRunning, ended, log } of processes.values()) {
    if (!isRunning()) throw new Hopeless(`${name} ended (${await ended}); ${log}:\n${lastLines(log)}`);
  }
}

/** Signs in a new account, because owner endpoints need it to reach their service. */
async function signIn({ url, processes }: Product): Promise<string> {
  await assertAllRun(processes);
  const response = await fetch(`${url}/api/auth/register/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: "is everybody there", name: "Probe" }),
  });
  if (response.status !== 201)
    throw new Error(`Failed to register at ${url}: ${response.status} ${await response.text()}`);
  return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}

/** Returns null if the process ended cleanly or was killed by the test, else a report. */
async function stopProcess(process: Process): Promise<string | null> {
  if (!process.isRunning()) return null;
  const tooLate = setTimeout(() => void process.kill("SIGKILL"), 15_000);
  await process.kill("SIGTERM");
  clearTimeout(tooLate);
  const end = await process.ended;
  return end === 0 || end === "SIGTERM" ? null : `${process.name} exited with ${end} after SIGTERM`;
}
