import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readEnv, variables } from "../../shared/env.ts";
import { expecting, publishForm } from "../support/api.ts";
import { type ComposeService, readCompose, readDockerfile, readManifests } from "../support/compose.ts";
import { eventually } from "../support/eventually.ts";
import { isError, startLoad } from "../support/load.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";
import { lastLines, type Process, startProcess } from "../support/processes.ts";
import { serviceNames } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { type Server, startServer } from "../support/servers.ts";
import { questionnaire, register } from "../support/stage.ts";
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
  const graph = questionnaire("nps");
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

describe("as written", () => {
  const variablesOf = ({ environment = {} }: ComposeService) => Object.keys(environment);

  test("there is a container for every service, and nothing else of ours but the migration", () => {
    expect(ours.map(([name]) => name).sort()).toEqual([...serviceNames, "migrate"].sort());
    for (const name of serviceNames) expect(compose[name]?.command).toEqual([`services/${name}`]);
  });

  test("every variable is one of shared/env.ts, with a value that it takes", () => {
    const manifests = readManifests("settings.yaml");
    const named = [
      ...ours.flatMap(([, service]) => variablesOf(service)),
      ...Object.keys(dockerfile.env).filter((name) => name !== "NODE_ENV"),
      ...manifests.flatMap(({ data, stringData }) => Object.keys(data ?? stringData ?? {})),
    ];
    expect(named.filter((name) => !(name in variables))).toEqual([]);
    for (const [, { environment }] of ours) expect(() => readEnv({ ...dockerfile.env, ...environment })).not.toThrow();
    const [, { data }, { stringData }] = manifests;
    expect(() => readEnv({ ...dockerfile.env, ...data, ...stringData })).not.toThrow();
  });

  test("ports are the ones that processes listen on", () => {
    const { PORT, OPS_PORT } = compose.gateway?.environment ?? {};
    expect(compose.gateway?.ports).toEqual([`3000:${PORT}`]);
    expect(dockerfile.exposed).toEqual([Number(PORT), Number(OPS_PORT)]);
    expect(dockerfile.env.OPS_PORT).toBe(OPS_PORT);
    const [, { data }] = readManifests("settings.yaml");
    const [{ spec }] = readManifests("every-deployment.yaml");
    const [container] = spec.template.spec.containers;
    expect(container.ports).toEqual([{ name: "ops", containerPort: Number(data.OPS_PORT) }]);
    expect(spec.template.metadata.annotations["prometheus.io/port"]).toBe(data.OPS_PORT);
    const gateway = readManifests("deployments.yaml").find(({ metadata }) => metadata.name === "gateway");
    expect(gateway.spec.template.spec.containers[0].ports).toEqual([
      { name: "http", containerPort: Number(data.PORT) },
    ]);
  });

  test("Kubernetes asks the paths that processes answer, and starts every service", () => {
    const [{ spec }] = readManifests("every-deployment.yaml");
    const [container] = spec.template.spec.containers;
    const paths = ["startupProbe", "livenessProbe", "readinessProbe"].map((probe) => container[probe].httpGet.path);
    expect(paths).toEqual(["/healthz", "/healthz", "/readyz"]);
    const args = readManifests("deployments.yaml").map((manifest) => manifest.spec.template.spec.containers[0].args);
    expect(args).toEqual(serviceNames.map((name) => [`services/${name}`]));
  });

  test("containers have no more rights than they need, and node is their first process", () => {
    expect(dockerfile.user).toBe("node");
    expect(dockerfile.entrypoint[0]).toBe("node");
    for (const [, service] of ours) expect([service.read_only, service.init]).toEqual([true, false]);
    const [{ spec }] = readManifests("every-deployment.yaml");
    expect(spec.template.spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
  });

  test("each waits for what it needs to be healthy, and for the migration", () => {
    for (const name of serviceNames) {
      expect(compose[name]?.depends_on).toMatchObject({
        migrate: { condition: "service_completed_successfully" },
        nats: { condition: "service_healthy" },
      });
    }
    expect(compose.migrate?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    for (const name of ["postgres", "nats", "redis"]) expect(compose[name]?.healthcheck?.test).toBeDefined();
  });
});
