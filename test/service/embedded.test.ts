import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbedded } from "../../shared/database/embedded.ts";
import { eventually } from "../support/eventually.ts";
import { guardProcess, processIsGone } from "../support/guard.ts";
import { startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";

/** PostgreSQL out of npm, as `npm start` uses it (decisions §8). */
const settings = { fsync: "off" };
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(runFolder(), "embedded-"));
  chmodSync(dataDir, 0o711);
});
afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

const postmasterPid = () => Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbedded({ dataDir, settings });
  guardProcess(postmasterPid());
  return running;
}

async function stop(): Promise<void> {
  if (!running) return;
  const pid = postmasterPid();
  await running.stop();
  processIsGone(pid);
  running = undefined;
}

async function query<T>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: running?.url ?? "" });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Another process with a PostgreSQL in this data folder, killed before it could stop it. */
async function killedStart(): Promise<number> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "../../shared/database/embedded.ts"))};
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    console.log("started");
    setInterval(() => undefined, 1000);`;
  const args = ["--input-type=module-typescript", "--eval", program];
  const child = await startProcess({ name: "killed-start", command: process.execPath, args });
  await eventually(() => expect(readFileSync(child.log, "utf8")).toContain("started"), 30);
  const pid = postmasterPid();
  guardProcess(pid);
  await child.kill("SIGKILL");
  return pid;
}

test("the first start makes a database in UTF-8 that only its password opens", async () => {
  await start();
  const [row] = await query<{ version: number; encoding: string; fsync: string }>(
    "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync",
  );
  expect(row).toEqual({ version: 18, encoding: "UTF8", fsync: "off" });
  const url = new URL(running?.url ?? "");
  url.password = "wrong";
  const intruder = new pg.Client({ connectionString: url.href });
  await expect(intruder.connect()).rejects.toThrow("password authentication failed");
  await intruder.end();
});

test("a second start finds the data of the first", async () => {
  await start();
  await query("create table kept as select 1 as one");
  await stop();
  await start();
  expect(await query("select one from kept")).toEqual([{ one: 1 }]);
});

test("the PostgreSQL that a killed start left running is stopped, and the start goes on", async () => {
  const leftover = await killedStart();
  expect(isAlive(leftover)).toBe(true);
  await start();
  expect(postmasterPid()).not.toBe(leftover);
  await eventually(() => expect(isAlive(leftover)).toBe(false));
  processIsGone(leftover);
  expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("what a start that was killed while it made the database left behind is made anew", async () => {
  await start();
  await stop();
  rmSync(join(dataDir, "postgres/PG_VERSION"));
  await start();
  expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
});
