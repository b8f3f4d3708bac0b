import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readCompose, readDockerfile } from "./compose.ts";
import { eventually } from "./eventually.ts";
import { stablePort } from "./ports.ts";
import { freshDatabase } from "./postgres.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { serviceNames } from "./product.ts";
import { dropRoles } from "./roles.ts";
import { runFolder } from "./run.ts";
import { startServer } from "./servers.ts";

/**
 * The deployment of docker-compose.yml as plain processes on real servers, with each container's command and environment. Only
 * hosts, ports, volumes and `env` differ.
 */
export interface Deployment {
  url: string;
  /** Starts another copy of a service. Returns its process and the URL of its probes. */
  startCopy(name: string): Promise<{ process: Process; opsUrl: string }>;
  /** Stops everything. Fails if a process didn't stop cleanly. */
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  /** URL of the NATS that replaces the container */
  natsUrl(composed: URL): string;
  env: Record<string, string>;
}

const compose = readCompose();
const dockerfile = readDockerfile();
const suffix = randomBytes(4).toString("hex");
const root = join(import.meta.dirname, "../..");

export async function startDeployment({ natsUrl, env }: DeploymentOptions): Promise<Deployment> {
  const redis = await startServer("redis-server");
  const database = await freshDatabase();
  const ports = new Map<string, { http: number; ops: number }>();
  const processes: Process[] = [];

  /** Returns the container's command line, and its environment on top of the image's. */
  async function run(name: string): Promise<Process> {
    const { entrypoint = dockerfile.entrypoint, command = [], environment = {} } = compose[name] ?? {};
    const [program, ...args] = [...entrypoint, ...command];
    if (program !== "node") throw new Error(`${name} runs ${program}`);
    const own = await mapped(name, { ...dockerfile.env, ...environment });
    return startProcess({ name: `compose-${name}`, command: process.execPath, args, env: own, cwd: root });
  }

  /** Returns a URL of this machine's database. Users of services have names of their own, because others share the server. */
  function databaseUrlOf({ username, password }: URL): string {
    if (username === "pathform") return database.url;
    const url = new URL(database.url);
    [url.username, url.password] = [`${username}_${suffix}`, password];
    return url.href;
  }

  async function mapped(name: string, given: Record<string, string>): Promise<Record<string, string>> {
    const own = { http: await stablePort(), ops: await stablePort() };
    ports.set(name, own);
    const data = join(runFolder(), "compose");
    mkdirSync(data, { recursive: true });
    const databases = Object.entries(given)
      .filter(([variable, url]) => variable.endsWith("DATABASE_URL") && url)
      .map(([variable, url]) => [variable, databaseUrlOf(new URL(url))]);
    const places: Record<string, string> = {
      ...Object.fromEntries(databases),
      NATS_URL: given.NATS_URL ? natsUrl(new URL(given.NATS_URL)) : "",
      REDIS_URL: redis.url,
      SECRETS_KEY_FILE: join(data, "secrets.key"),
      DATA_DIR: join(data, "data"),
      BASE_URL: `http://127.0.0.1:${own.http}`,
      PORT: String(own.http),
      OPS_PORT: String(own.ops),
      HOST: "127.0.0.1",
    };
    const changed = Object.entries(places).filter(([variable]) => variable in given);
    return { ...given, ...Object.fromEntries(changed), OPS_HOST: "127.0.0.1", ...env };
  }

  async function ended(process: Process): Promise<void> {
    const end = await process.ended;
    if (end !== 0) throw new Error(`${process.name} exited with ${end}:\n${lastLines(process.log)}`);
  }

  async function untilHealthy(name: string): Promise<void> {
    const opsPort = String(ports.get(name)?.ops);
    await eventually(async () => {
      const { ok } = await fetch(`http://127.0.0.1:${opsPort}/readyz`);
      if (!ok) throw new Error(`${name} isn't ready`);
    }, 60);
    // runs the image's health check like Docker
    const [program, ...args] = dockerfile.healthcheck;
    if (program !== "node") throw new Error(`The health check runs ${program}`);
    const env = { OPS_PORT: opsPort };
    await ended(await startProcess({ name: "healthcheck", command: process.execPath, args, env, cwd: root }));
  }

  async function stop(): Promise<void> {
    await Promise.all(processes.map((process) => process.kill("SIGTERM")));
    await redis.stop();
    await dropRoles(database.url, suffix);
    await database.drop();
    await Promise.all(processes.map(ended));
  }

  try {
    for (const name of ["migrate", "roles"]) await ended(await run(name));
    processes.push(...(await Promise.all(serviceNames.map(run))));
    await Promise.all(serviceNames.map(untilHealthy));
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  async function startCopy(name: string) {
    const process = await run(name);
    processes.push(process);
    return { process, opsUrl: `http://127.0.0.1:${ports.get(name)?.ops}` };
  }
  return { url: `http://127.0.0.1:${ports.get("gateway")?.http}`, startCopy, stop };
}
