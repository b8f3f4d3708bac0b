import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { containersOf, type Manifest, nameOf, render } from "../../deploy/kubernetes/tools/render.ts";
import { readDockerfile } from "../support/compose.ts";
import { eventually } from "../support/eventually.ts";
import { startPgBouncer } from "../support/pooler.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase } from "../support/postgres.ts";
import { lastLines, type Process, startProcess } from "../support/processes.ts";
import { serviceNames } from "../support/product.ts";
import { dropRoles } from "../support/roles.ts";
import { runFolder } from "../support/run.ts";
import { canHave, findProgram } from "../support/servers.ts";

/**
 * An overlay's containers as plain processes on real servers, with their commands, environment and readiness probes. Only hosts,
 * ports, volumes and `env` differ.
 */
export interface Cluster {
  url: string;
  /** Returns a service's DATABASE_URL, through the pooler if there is one. */
  databaseUrlOf(service: string): string;
  /** processes per Deployment, the oldest first */
  pods: Map<string, Process[]>;
  /** Starts or stops copies of a Deployment, and waits until they are ready or have ended. */
  scale(deployment: string, copies: number): Promise<void>;
  /** Stops everything. Fails if a process didn't stop cleanly. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");
const overlays = join(root, "deploy/kubernetes/overlays");
const dockerfile = readDockerfile();
const suffix = randomBytes(4).toString("hex");
const password = `p${randomBytes(8).toString("hex")}`;
type Secrets = Record<string, Record<string, string>>;

export async function startCluster(overlay: string, env: Record<string, string>): Promise<Cluster> {
  const manifests = render(join(overlays, overlay));
  const database = await freshDatabase();
  const folder = mkdtempSync(join(runFolder(), "kubernetes-"));
  const [httpPort, natsPort, redisPort] = [await stablePort(), await stablePort(), await stablePort()];
  const pooler = canHave("pgbouncer") && manifests.some(({ kind }) => kind === "Pooler");
  const poolerPort = pooler ? await stablePort() : undefined;
  const addresses = { database: database.url, pooler: poolerPort, nats: natsPort, redis: redisPort };
  const secrets = secretsOf(addresses);
  const pods = new Map<string, Process[]>();
  const servers: Process[] = [];
  const find = (name: string) => manifests.find((manifest) => nameOf(manifest) === name) as Manifest;

  /** Returns a container's environment with the addresses of this machine. */
  function environmentOf({ env: own = [], envFrom = [] }: Manifest): Record<string, string> {
    const from = envFrom.map(({ configMapRef, secretRef }: Manifest) =>
      configMapRef ? find(`ConfigMap ${configMapRef.name}`).data : secrets[secretRef.name],
    );
    const named = own.map(({ name, value, valueFrom }: Manifest) => {
      const given = value ?? secrets[valueFrom.secretKeyRef.name]?.[valueFrom.secretKeyRef.key];
      if (given === undefined) throw new Error(`No value for ${name}`);
      return [name, given];
    });
    return Object.assign({}, dockerfile.env, ...from, Object.fromEntries(named));
  }

  async function startPod(deployment: string): Promise<{ process: Process; opsPort: number }> {
    const [container] = containersOf(find(`Deployment ${deployment}`).spec.template) as [Manifest];
    const opsPort = await stablePort();
    const local = {
      HOST: "127.0.0.1",
      PORT: String(httpPort),
      OPS_HOST: "127.0.0.1",
      OPS_PORT: String(opsPort),
      BASE_URL: `http://127.0.0.1:${httpPort}`,
      UPLOADS: join(folder, "uploads"),
      DATA_DIR: join(folder, "data"),
    };
    const [program, ...args] = [...dockerfile.entrypoint, ...container.args];
    if (program !== "node") throw new Error(`The image runs ${program}`);
    const own = { ...environmentOf(container), ...local, ...env };
    const process = await startProcess({ name: deployment, command: processPath, args, env: own, cwd: root });
    pods.set(deployment, [...(pods.get(deployment) ?? []), process]);
    return { process, opsPort };
  }

  async function untilReady(deployment: string, { process, opsPort }: { process: Process; opsPort: number }) {
    const path = containersOf(find(`Deployment ${deployment}`).spec.template)[0]?.readinessProbe.httpGet.path;
    await eventually(async () => {
      if (!process.isRunning()) throw new Error(lastLines(process.log));
      const answer = await fetch(`http://127.0.0.1:${opsPort}${path}`);
      if (!answer.ok) throw new Error(`${deployment} isn't ready: ${await answer.text()}`);
    }, 120);
  }

  async function scale(deployment: string, copies: number): Promise<void> {
    const running = pods.get(deployment) ?? [];
    const added = await Promise.all(Array.from({ length: copies - running.length }, () => startPod(deployment)));
    await Promise.all(added.map((pod) => untilReady(deployment, pod)));
    // Kubernetes stops the newest copies first
    await Promise.all((pods.get(deployment)?.splice(copies) ?? []).map(end));
  }

  /** Runs the init container and the container of the migration's Job. */
  async function migrate(): Promise<void> {
    const [job] = render(join(overlays, overlay, "migrate"));
    for (const container of containersOf(job?.spec.template)) {
      const [, ...args] = container.command;
      const pod = { name: container.name, command: processPath, args, env: environmentOf(container), cwd: root };
      await ended(await startProcess(pod));
    }
  }

  async function startNats(): Promise<void> {
    const [{ args, env: own }] = containersOf(find("StatefulSet nats").spec.template) as [Manifest];
    if (args[1] !== "/etc/nats/server.conf") throw new Error(`NATS reads ${args[1]}`);
    const local = [
      "-c",
      join(root, "deploy/nats/nats.conf"),
      "-a",
      "127.0.0.1",
      "-p",
      String(natsPort),
      "-m",
      String(await stablePort()),
    ];
    const ofServices = own.filter(({ name }: Manifest) => !name.startsWith("NATS_ROUTE"));
    const command = findProgram("nats-server") ?? "nats-server";
    servers.push(await startProcess({ name: "nats", command, args: local, env: environmentOf({ env: ofServices }) }));
  }

  async function startRedis(): Promise<void> {
    const [container] = containersOf(find("Deployment redis").spec.template) as [Manifest];
    // its shell script writes the password into a file of the volume
    const script = container.args[0].replaceAll("/data/", `${folder}/`);
    const local = `--bind 127.0.0.1 --port ${redisPort} --dir ${folder}`;
    const args = ["-c", `${script.trim()} ${local}`];
    const path = process.env.PATH ?? "";
    servers.push(
      await startProcess({ name: "redis", command: "sh", args, env: { PATH: path, ...environmentOf(container) } }),
    );
  }

  async function stop(): Promise<void> {
    await Promise.all([...pods.values()].flat().map(end));
    await Promise.all(servers.map((server) => server.kill()));
    await dropRoles(database.url, suffix);
    await database.drop();
  }

  try {
    if (poolerPort) servers.push(await startPgBouncer({ database: database.url, port: poolerPort, password, userOf }));
    await Promise.all([startNats(), startRedis(), migrate()]);
    await Promise.all(serviceNames.map((name) => scale(name, name === "sessions" ? 2 : 1)));
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  const databaseUrlOf = (service: string) => secrets[`pathform-${service}`]?.DATABASE_URL ?? "";
  return { url: `http://127.0.0.1:${httpPort}`, databaseUrlOf, pods, scale, stop };
}

const processPath = process.execPath;

async function ended(process: Process): Promise<void> {
  const end = await process.ended;
  if (end !== 0) throw new Error(`${process.name} exited with ${end}:\n${lastLines(process.log)}`);
}

async function end(process: Process): Promise<void> {
  await process.kill("SIGTERM");
  await ended(process);
}

interface Addresses {
  database: string;
  /** port of the pooler, or undefined without one */
  pooler: number | undefined;
  nats: number;
  redis: number;
}

/** Returns the Secrets that an operator creates, with the addresses of this machine. */
function secretsOf({ database, pooler, nats, redis }: Addresses): Secrets {
  const key = randomBytes(32).toString("base64");
  const urlOf = (service: string, port?: number) => {
    const url = new URL(database);
    [url.username, url.password] = [userOf(service), password];
    if (port) url.port = String(port);
    return url.href;
  };
  const ofService = (service: string) => ({
    NATS_URL: `nats://${service}:${password}@127.0.0.1:${nats}`,
    REDIS_URL: `redis://:${password}@127.0.0.1:${redis}`,
    DATABASE_URL: urlOf(service, pooler),
    READ_DATABASE_URL: urlOf(service),
    SECRETS_KEY: key,
  });
  const passwords = serviceNames.map((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, password]);
  return {
    ...Object.fromEntries(serviceNames.map((name) => [`pathform-${name}`, ofService(name)])),
    "pathform-migrate": { MIGRATE_DATABASE_URL: database },
    nats: Object.fromEntries(passwords),
    redis: { REDIS_PASSWORD: password },
  };
}

const userOf = (service: string): string => `${service}_${suffix}`;
