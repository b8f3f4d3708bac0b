import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "../../shared/platform/database/embedded.ts";
import { eventually } from "./eventually.ts";
import { guardProcess, processIsGone } from "./guard.ts";
import { bareEnvironment } from "./processes.ts";
import { runFolder, share, shared } from "./run.ts";

/** One PostgreSQL serves the whole run; every test file takes a database of its own from it. */
export interface TestDatabase {
  url: string;
  /** Fails when something is still connected: what a test opens it also closes. */
  drop(): Promise<void>;
}

/** No data outlives the run, so nothing has to reach the disk, nor to be vacuumed: tests that read plans analyze by themselves. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};
const template = "pathform_template";
const root = join(import.meta.dirname, "../..");

/** For Jest's global setup: starts the server and leaves its address to the test files. */
export async function startPostgres(): Promise<{ stop(): Promise<void> }> {
  const dataDir = join(runFolder(), "data");
  mkdirSync(dataDir);
  // PostgreSQL may run as another user, who has to come through
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

/** A new database without anything in it. */
export const freshDatabase = (): Promise<TestDatabase> => createDatabase("template0");

/** A new database with every schema in its newest version. */
export async function migratedDatabase(): Promise<TestDatabase> {
  await makeTemplate();
  return createDatabase(template);
}

/** Copied as files: through the log, as is PostgreSQL's own choice, it takes twice the time. */
async function createDatabase(from: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin((admin) => admin.query(`create database ${name} template ${from} strategy file_copy`));
  return { url: urlOf(name), drop: () => dropDatabase(name) };
}

async function dropDatabase(name: string): Promise<void> {
  await asAdmin(async (admin) => {
    // a server process ends a moment after its client has
    const leak = await eventually(() => assertNobodyIn(admin, name), 2).catch((error: Error) => error);
    await admin.query(`drop database ${name} with (force)`);
    if (leak) throw leak;
  });
}

async function assertNobodyIn(admin: pg.Client, name: string): Promise<undefined> {
  const { rows } = await admin.query(
    "select application_name, state, left(query, 100) as query from pg_stat_activity where datname = $1",
    [name],
  );
  if (rows.length > 0) throw new Error(`Connections were left open: ${JSON.stringify(rows)}`);
}

/** The first who needs it migrates it once per run; the others wait for that at the lock. */
async function makeTemplate(): Promise<void> {
  await inTurn(template, async (admin) => {
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [
      template,
    ]);
    if (rowCount) return;
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.query(`create database ${template} template template0`);
    await migrate(urlOf(template));
    await admin.query(`alter database ${template} is_template true`);
  });
}

/** One test process of the run at a time does what has this name. */
export async function inTurn(name: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  await asAdmin(async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext($1))", [name]);
    await work(admin);
  });
}

/** `npm run migrate` on this database. */
export async function migrate(url: string): Promise<void> {
  const env = { ...bareEnvironment(), DATABASE_URL: url, SECRETS_KEY: testSecretsKey, LOG_FORMAT: "json" };
  const child = spawn(process.execPath, ["deploy/run.mjs", "commands/migrate.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The migration ended with ${code}:\n${output}`);
}

export const testSecretsKey = Buffer.alloc(32, "pathform").toString("base64");

function urlOf(database: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function adminUrl(): string {
  const url = shared("postgres");
  if (!url)
    throw new Error(shared("problem") ?? "The test run has no PostgreSQL: see test/jest.config.js, globalSetup.");
  return url;
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl(), application_name: "test admin" });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
