import { randomUUID } from "node:crypto";
import pg from "pg";
import { Api } from "../../../deploy/demo/client.ts";
import { freePort } from "../../../shared/platform/embedded/postgres.ts";
import { newKey, publishGraph } from "../product.ts";
import { migrate, type Program, startProgram, startScript, startServices, untilReady } from "../programs.ts";

/** A measured system, with its own database on the shared PostgreSQL. */
export interface System {
  title: string;
  url: string;
  /** slug of the form that respondents fill in */
  slug: string;
  /** number of its questions */
  questions: number;
  programs: Program[];
  /** address of NATS' figures, if it has a bus */
  busFigures?: string;
  /** URL of Pathform's database; a yardstick has no work after its responses */
  database?: string;
  stop(): Promise<void>;
}

export interface Ground {
  /** superuser of the server */
  adminUrl: string;
  /** folder for logs and data */
  folder: string;
  /** options of Node.js for Pathform's processes, by name */
  nodeOptions?: (name: string) => readonly string[];
  /** response limit of the form that respondents fill in */
  responseLimit?: number | undefined;
  /** further settings of Pathform */
  settings?: Record<string, string>;
  /** other code than this, in its folder, and its name */
  earlier?: { code: string; commit: string };
}

const yardsticks = "test/bench/yardsticks";
/** table of test/bench/yardsticks/table.ts */
const yardstickQuestions = 5;

export async function startMonolith(ground: Ground): Promise<System> {
  const [Port, DatabaseUrl] = [String(await freePort()), await newDatabase(ground)];
  const program = startScript("monolith", ground.folder, `${yardsticks}/monolith.ts`, {
    PORT: Port,
    DATABASE_URL: DatabaseUrl,
  });
  return ready("monolith", Number(Port), [program]);
}

export async function startTwin(ground: Ground): Promise<System> {
  const [Port, DatabaseUrl] = [String(await freePort()), await newDatabase(ground)];
  const nats = await startNats(ground, "twin-nats");
  const env = { PORT: Port, DATABASE_URL: DatabaseUrl, NATS_URL: nats.url };
  const programs = ["twinGateway", "twinSessions"].map((name) =>
    startScript(name, ground.folder, `${yardsticks}/${name}.ts`, env),
  );
  return ready("its twin in two processes over raw NATS", Number(Port), [...programs, nats.program]);
}

export async function startOneProcess(ground: Ground): Promise<System> {
  return published(await startBareProcess(ground, await newDatabase(ground)), ground);
}

/** Starts Pathform without a form on that database. */
export async function startBareProcess(ground: Ground, database: string): Promise<System> {
  const Port = String(await freePort());
  const env = productEnv(ground, Port, database);
  const program = startServices("one", ground.folder, ["services"], env, {
    nodeOptions: ground.nodeOptions?.("one"),
    code: ground.earlier?.code,
  });
  return { ...(await ready(titleOf("Pathform in one process", ground), Number(Port), [program])), database };
}

/** Starts it as operators do: gateway and sessions separately, the rest in one process, and rate limits in Redis. */
export async function startOverNats(ground: Ground): Promise<System> {
  const parts = { ...apart, rest: ["services/auth", "services/forms", "services/analytics", "services/integrations"] };
  return published(await startParts(ground, await newDatabase(ground), parts), ground);
}

/** Starts it with analytics separately too, and without a form. */
export function startWithAnalytics(ground: Ground, database: string): Promise<System> {
  const rest = ["services/auth", "services/forms", "services/integrations"];
  return startParts(ground, database, { ...apart, analytics: ["services/analytics"], rest });
}

const apart = { gateway: ["services/gateway"], sessions: ["services/sessions"] };

async function startParts(ground: Ground, database: string, parts: Record<string, string[]>): Promise<System> {
  const port = await freePort();
  const [nats, redis] = [await startNats(ground, "nats"), await startRedis(ground)];
  const urls = { NATS_URL: nats.url, REDIS_URL: redis.url };
  const env = { ...productEnv(ground, String(port), database), ...urls, MIGRATE: "false" };
  await migrate(env, ground.earlier?.code);
  const programs = Object.entries(parts).map(([name, services]) => {
    const nodeOptions = ground.nodeOptions?.(name);
    return startServices(name, ground.folder, services, env, { nodeOptions, code: ground.earlier?.code });
  });
  const all = [...programs, nats.program, redis.program];
  const system = await ready(titleOf("Pathform over NATS", ground), port, all);
  return { ...system, busFigures: nats.figures, database };
}

const titleOf = (title: string, { earlier }: Ground): string => (earlier ? `${title} at ${earlier.commit}` : title);

function productEnv({ folder, settings }: Ground, port: string, database: string): Record<string, string> {
  const high = "10000000";
  return {
    PORT: port,
    DATABASE_URL: database,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, "bench").toString("base64"),
    SIGNUP: "open",
    RATE_LIMIT_PUBLIC_PER_MINUTE: high,
    RATE_LIMIT_STARTS_PER_MINUTE: high,
    RATE_LIMIT_KEY_PER_MINUTE: high,
    QUOTA_SESSIONS_PER_FORM_DAY: high,
    LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? "warn",
    ...settings,
  };
}

async function ready(title: string, port: number, programs: Program[]): Promise<System> {
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    for (const program of programs) await program.stop();
  };
  try {
    await untilReady(url, programs);
  } catch (error) {
    await stop();
    throw error;
  }
  return { title, url, slug: "form", questions: yardstickQuestions, programs, stop };
}

/** Creates the same form as the yardsticks. */
async function published(system: System, { responseLimit }: Ground): Promise<System> {
  try {
    const api = new Api(system.url).withKey(await newKey(system.url));
    return await withForm(system, api, yardstickQuestions, responseLimit);
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/** Creates a separate form with this many scales. */
export async function withForm(
  system: System,
  api: Api,
  count: number,
  responseLimit?: number | undefined,
): Promise<System> {
  return { ...system, slug: await publishScales(api, count, responseLimit), questions: count };
}

/** Publishes a form of scored scales with an end that shows the total, and returns its slug. */
export function publishScales(api: Api, count: number, responseLimit?: number | undefined): Promise<string> {
  const questions = Array.from({ length: count }, (_, at) => at + 1).map((place) => ({
    id: `q${place}`,
    question_type: "opinion_scale",
    data: { title: `Question ${place}`, is_required: true, config: { scoring: { mode: "value" } } },
  }));
  const end = { id: "end", question_type: "end_screen", data: { config: { show_score: true } } };
  const graph = {
    schema_version: "2.0",
    entry_node_id: "q1",
    nodes: [...questions, end],
    edges: questions.map(({ id }, at) => ({ from: id, to: questions[at + 1]?.id ?? "end", condition: null })),
  };
  return publishGraph(api, graph, { response_limit: responseLimit ?? null });
}

/** Creates a database owned by the superuser. The role doesn't affect its cost. */
export async function newDatabase({ adminUrl }: Ground): Promise<string> {
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function startNats(
  { folder }: Ground,
  name: string,
): Promise<{ url: string; figures: string; program: Program }> {
  const [port, monitor] = [await freePort(), await freePort()];
  const args = ["-a", "127.0.0.1", "-p", String(port), "-m", String(monitor)];
  const program = startProgram(name, folder, ["nats-server", ...args]);
  return { url: `nats://127.0.0.1:${port}`, figures: `http://127.0.0.1:${monitor}/varz`, program };
}

async function startRedis({ folder }: Ground): Promise<{ url: string; program: Program }> {
  const port = await freePort();
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--dir", folder];
  return { url: `redis://127.0.0.1:${port}`, program: startProgram("redis", folder, ["redis-server", ...args]) };
}
