import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "../../shared/platform/embedded/postgres.ts";
import { type Contents, contentsOf, restore } from "./asTemplate.ts";
import { eventually } from "./eventually.ts";
import { guardProcess, processIsGone } from "./guard.ts";
import { bareEnvironment } from "./processes.ts";
import { runFolder, share, shared } from "./run.ts";

/** One PostgreSQL for the whole run, with a database per test file. */
export interface TestDatabase {
  url: string;
  /** the same database as a superuser, where `url` isn't one */
  adminUrl?: string;
  /** Fails if a connection is still open, because tests close what they open. */
  drop(): Promise<void>;
}

/** No data outlives the run, so durability and autovacuum are off. Tests that read plans run analyze themselves. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};
const template = "pathform_template";
const root = join(import.meta.dirname, "../..");

/** Starts the server in Jest's global setup and stores its URL for the test files. */
export async function startPostgres(): Promise<{ stop(): Promise<void> }> {
  const dataDir = join(runFolder(), "data");
  mkdirSync(dataDir);
  // PostgreSQL can run as another user, who needs access
  chmodSync(runFolder(), 0o711);
  const server = await startEmbedded({ dataDir, settings });
  const pid = Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
  guardProcess(pid);
  share("postgres", server.adminUrl);
  return {
    async stop() {
      await server.stop();
      processIsGone(pid);
    },
  };
}

/** Creates an empty database. */
export const freshDatabase = (): Promise<TestDatabase> => createDatabase("template0");

/** Creates a database with all schemas migrated, and distributed if the run has Citus. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const citus = shared("citus");
  if (citus) return distributedDatabase(JSON.parse(citus));
  const name = newName();
  let isTaken = false;
  await inTurn(template, async (admin) => {
    await makeTemplate(admin);
    isTaken = await takeFree(admin, name);
  });
  return isTaken ? { url: urlOf(name), drop: () => giveBack(name) } : createDatabase(template, giveBack);
}

/** Creates a database on all nodes of a Citus cluster, migrated and distributed. `urls` are of their servers, coordinator first. */
export async function distributedDatabase(urls: string[]): Promise<TestDatabase> {
  const name = newName();
  const [url = "", ...workers] = urls.map((server) => urlOf(name, server));
  for (const server of urls) await createCitusDatabase(server, name);
  await connected(url, async (client) => {
    await client.query("select citus_set_coordinator_host('127.0.0.1', $1)", [new URL(url).port]);
    for (const worker of workers) await client.query(addNode, [new URL(worker).port]);
  });
  await migrate(url, root, ["--distribute"]);
  const drop = async () => {
    // a client whose process hasn't ended yet would hear that it was terminated, outside of any query
    const leak = await connected(urls[0] ?? "", (admin) => leakIn(admin, name));
    for (const server of urls) await connected(server, (admin) => admin.query(`drop database ${name} with (force)`));
    if (leak) throw leak;
  };
  return { url, drop };
}

/** Adds a server to the cluster of this database, as a worker without shards. */
export async function addWorker(url: string, server: string): Promise<void> {
  await createCitusDatabase(server, new URL(url).pathname.slice(1));
  await connected(url, (client) => client.query(addNode, [new URL(server).port]));
}

const addNode = "select citus_add_node('127.0.0.1', $1)";

async function createCitusDatabase(server: string, name: string): Promise<void> {
  await connected(server, (admin) => admin.query(`create database ${name}`));
  await connected(urlOf(name, server), (client) => client.query("create extension citus"));
}

const newName = (): string => `test_${randomBytes(6).toString("hex")}`;

/** Copies files instead of writing to the WAL, PostgreSQL's default, which takes twice as long. */
async function createDatabase(from: string, end = dropDatabase): Promise<TestDatabase> {
  const name = newName();
  await asAdmin((admin) => admin.query(`create database ${name} template ${from} strategy file_copy`));
  return { url: urlOf(name), drop: () => end(name) };
}

async function dropDatabase(name: string): Promise<void> {
  await asAdmin(async (admin) => {
    const leak = await leakIn(admin, name);
    await admin.query(`drop database ${name} with (force)`);
    if (leak) throw leak;
  });
}

/**
 * Reuses the database for the next file, which is cheaper than a new copy. Drops it if more than rows differ from the template.
 */
async function giveBack(name: string): Promise<void> {
  await asAdmin(async (admin) => {
    const leak = await leakIn(admin, name);
    const contents = await templateOf(admin);
    const isAsTemplate = !leak && (await within(name, (client) => restore(client, contents)).catch(() => false));
    await admin.query(
      isAsTemplate ? `alter database ${name} rename to ${free}${name}` : `drop database ${name} with (force)`,
    );
    if (leak) throw leak;
  });
}

const free = "free_";

async function takeFree(admin: pg.Client, name: string): Promise<boolean> {
  const { rows } = await admin.query("select datname from pg_database where starts_with(datname, $1) limit 1", [free]);
  if (rows.length > 0) await admin.query(`alter database ${rows[0].datname} rename to ${name}`);
  return rows.length > 0;
}

async function leakIn(admin: pg.Client, name: string): Promise<Error | undefined> {
  // a server process ends shortly after its client
  return eventually(() => assertNobodyIn(admin, name), 2).catch((error: Error) => error);
}

async function assertNobodyIn(admin: pg.Client, name: string): Promise<undefined> {
  const { rows } = await admin.query(
    `select application_name, state, left(query, 100) as query from pg_stat_activity
      where datname = $1 and backend_type = 'client backend' and application_name not like 'citus%'`,
    [name],
  );
  if (rows.length > 0) throw new Error(`Connections were left open: ${JSON.stringify(rows)}`);
}

/** Migrates the template once per run. Other processes wait at the lock. */
async function makeTemplate(admin: pg.Client): Promise<void> {
  const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [template]);
  if (rowCount) return;
  await admin.query(`drop database if exists ${template} with (force)`);
  await admin.query(`create database ${template} template template0`);
  await migrate(urlOf(template));
  const contents = JSON.stringify(await within(template, contentsOf));
  await admin.query(`comment on database ${template} is ${pg.escapeLiteral(contents)}`);
  await admin.query(`alter database ${template} is_template true`);
}

/** Contents of the template, stored in its comment, because no one can be connected while it is copied. */
async function templateOf(admin: pg.Client): Promise<Contents> {
  const { rows } = await admin.query(
    "select shobj_description(oid, 'pg_database') as contents from pg_database where datname = $1",
    [template],
  );
  return JSON.parse(rows[0].contents);
}

/** Runs work with this name in one test process at a time. */
export async function inTurn(name: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  await asAdmin(async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext($1))", [name]);
    await work(admin);
  });
}

/** Runs `npm run migrate` on this database, with the code of this folder. */
export async function migrate(url: string, cwd = root, options: string[] = []): Promise<void> {
  const env = { ...bareEnvironment(), DATABASE_URL: url, SECRETS_KEY: testSecretsKey, LOG_FORMAT: "json" };
  const child = spawn(process.execPath, ["deploy/run.mjs", "commands/migrate.ts", ...options], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The migration exited with ${code}:\n${output}`);
}

export const testSecretsKey = Buffer.alloc(32, "pathform").toString("base64");

function urlOf(database: string, server = adminUrl()): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function adminUrl(): string {
  const url = shared("postgres");
  if (!url)
    throw new Error(shared("problem") ?? "The test run has no PostgreSQL. See globalSetup in test/jest.config.js.");
  return url;
}

const asAdmin = <T>(work: (admin: pg.Client) => Promise<T>): Promise<T> => connected(adminUrl(), work);

const within = <T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> => connected(urlOf(name), work);

/** Runs `work` on a separate connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "test admin" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
