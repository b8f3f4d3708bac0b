import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readEnv, variables } from "../../shared/platform/env.ts";
import { expecting, publishForm } from "../support/api.ts";
import { readCompose, readDockerfile, readManifests } from "../support/compose.ts";
import { eventually } from "../support/eventually.ts";
import { isError, startLoad } from "../support/load.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";
import { lastLines, type Process, startProcess } from "../support/processes.ts";
import { serviceNames } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { type Server, startServer } from "../support/servers.ts";
import { register } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/**
 * The deployment as it is written: each container's command and environment, started as plain processes on real servers,
 * with nothing changed but where hosts, ports and volumes are.
 */
const compose = readCompose();
const dockerfile = readDockerfile();
const ours = Object.entries(compose).filter(([, service]) => service.image === "pathform");
const root = join(import.meta.dirname, "../..");

describe("as processes", () => {
  const { graph } = sampleForm("nps");
  const ports = new Map<string, { http: number; ops: number }>();
  const processes: Process[] = [];
  let servers: Server[];
  let database: TestDatabase;

  beforeAll(async () => {
    servers = [await startServer("nats-server"), await startServer("redis-server")];
    database = await freshDatabase();
    await eventually(async () => expect(await (await run("migrate")).ended).toBe(0), 60);
    for (const [name] of ours) if (name !== "migrate") processes.push(await run(name));
    await Promise.all(serviceNames.map((name) => eventually(() => isHealthy(name), 60)));
  }, 120_000);

  afterAll(async () => {
    await Promise.all(processes.map((process) => process.kill("SIGTERM")));
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(processes.map(() => 0));
    for (const server of servers ?? []) await server.stop();
    await database?.drop();
  }, 60_000);

  /** The container's own command line, with its environment on top of the image's. */
  async function run(name: string): Promise<Process> {
    const { entrypoint = dockerfile.entrypoint, command = [], environment = {} } = compose[name] ?? {};
    const [program, ...args] = [...entrypoint, ...command];
    expect(program).toBe("node");
    const env = await mapped(name, { ...dockerfile.env, ...environment });
    return startProcess({ name: `compose-${name}`, command: process.execPath, args, env, cwd: root });
  }

  async function mapped(name: string, env: Record<string, string>): Promise<Record<string, string>> {
    const [nats, redis] = servers;
    const own = { http: await stablePort(), ops: await stablePort() };
    ports.set(name, own);
    const data = join(runFolder(), "compose");
    mkdirSync(data, { recursive: true });
    const places: Record<string, string> = {
      DATABASE_URL: database.url,
      NATS_URL: nats?.url ?? "",
      REDIS_URL: redis?.url ?? "",
      SECRETS_KEY_FILE: join(data, "secrets.key"),
      DATA_DIR: join(data, "data"),
      BASE_URL: `http://127.0.0.1:${own.http}`,
      PORT: String(own.http),
      OPS_PORT: String(own.ops),
      HOST: "127.0.0.1",
    };
    const changed = Object.entries(places).filter(([variable]) => variable in env);
    return { ...env, ...Object.fromEntries(changed), OPS_HOST: "127.0.0.1", NAMESPACE: database.url.slice(-12) };
  }

  /** The image's own health check, run as Docker does. */
  async function isHealthy(name: string): Promise<void> {
    const [program, ...args] = dockerfile.healthcheck;
    expect(program).toBe("node");
    const env = { OPS_PORT: String(ports.get(name)?.ops) };
    const check = await startProcess({ name: "healthcheck", command: process.execPath, args, env, cwd: root });
    if ((await check.ended) !== 0) throw new Error(`${name} is not healthy: ${lastLines(check.log)}`);
  }

  test("an owner publishes, a respondent completes, and the owner reads it", async () => {
    const url = `http://127.0.0.1:${ports.get("gateway")?.http}`;
    const owner = await register(url);
    const slug = await publishForm(owner, graph);
    const load = startLoad({ urls: [url], slug, graph, respondents: 2 });
    await load.succeed(30);
    await load.finish();
    expect(load.outcomes.filter(isError)).toEqual([]);
    const found = await verify(load, { url, slug, key: owner.key });
    expect(found.problems).toEqual([]);
    expect(found.completed).toBe(load.sessions.length);
    await expecting(200, owner.get("/api/integrations/"));
  });
});

test("every variable that an operator is shown is one that processes read, with a value that they take", () => {
  const manifests = readManifests("settings.yaml");
  const named = [
    ...ours.flatMap(([, { environment = {} }]) => Object.keys(environment)),
    ...Object.keys(dockerfile.env).filter((name) => name !== "NODE_ENV"),
    ...manifests.flatMap(({ data, stringData }) => Object.keys(data ?? stringData ?? {})),
  ];
  // Moleculer's own
  expect(named.filter((name) => name !== "NAMESPACE" && !(name in variables))).toEqual([]);
  for (const [, { environment }] of ours) expect(() => readEnv({ ...dockerfile.env, ...environment })).not.toThrow();
  const [, { data }, { stringData }] = manifests;
  expect(() => readEnv({ ...dockerfile.env, ...data, ...stringData })).not.toThrow();
});

test("each container names itself to NATS as the service that it is", () => {
  const users = serviceNames.map((name) => new URL(compose[name]?.environment?.NATS_URL ?? "").username);
  expect(users).toEqual([...serviceNames]);
  const passwords = serviceNames.map((name) => `NATS_${name.toUpperCase()}_PASSWORD`);
  expect(Object.keys(compose.nats?.environment ?? {})).toEqual(passwords);
});

test("ports are the ones that processes listen on", () => {
  const { PORT, OPS_PORT } = compose.gateway?.environment ?? {};
  expect(compose.gateway?.ports).toEqual([`3000:${PORT}`]);
  expect(dockerfile.exposed).toEqual([Number(PORT), Number(OPS_PORT)]);
});
