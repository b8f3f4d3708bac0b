import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from "../../shared/platform/embedded/postgres.ts";
import { embeddedProblem } from "../../shared/platform/embedded/restart.ts";
import { eventually } from "../support/eventually.ts";
import { guardProcess, processIsGone } from "../support/guard.ts";
import { startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";

/** Embedded PostgreSQL, as `npm start` uses it (decisions §8). */
const settings = { fsync: "off" };
let dataDir: string;
let running: EmbeddedPostgres | undefined;

/** One database for all tests, because creating or copying one is slow. */
beforeAll(() => {
  dataDir = mkdtempSync(join(runFolder(), "embedded-"));
  chmodSync(dataDir, 0o711);
});
afterEach(stop);
afterAll(() => rmSync(dataDir, { recursive: true }));

const postmasterPid = () => Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

async function start(options: Pick<EmbeddedOptions, "restart"> = {}): Promise<EmbeddedPostgres> {
  running = await startEmbedded({ dataDir, settings, ...options });
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

/** Starts PostgreSQL in this data folder in another process, and kills that process. */
async function killedStart(env: Record<string, string> = {}): Promise<number> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "../../shared/platform/embedded/postgres.ts"))};
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    console.log("started");
    setInterval(() => undefined, 1000);`;
  const args = ["--input-type=module-typescript", "--eval", program];
  const child = await startProcess({ name: "killed-start", command: process.execPath, args, env });
  await eventually(() => expect(readFileSync(child.log, "utf8")).toContain("started"), 30);
  const pid = postmasterPid();
  guardProcess(pid);
  await child.kill("SIGKILL");
  return pid;
}

test("the first start creates a UTF-8 database with a password and an owner that isn't superuser", async () => {
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
  expect(await query("select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = user")).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false },
  ]);
  await query("create schema forms");
});

test("a second start finds the data of the first", async () => {
  await start();
  await query("create table kept as select 1 as one");
  await stop();
  await start();
  expect(await query("select one from kept")).toEqual([{ one: 1 }]);
});

test("a start stops the PostgreSQL of a killed start, which has no secrets in its environment", async () => {
  const leftover = await killedStart({ SMTP_URL: "smtp://user:secret@mail.example" });
  expect(isAlive(leftover)).toBe(true);
  expect(readFileSync(`/proc/${leftover}/environ`, "utf8")).not.toContain("SMTP_URL");
  await start();
  expect(postmasterPid()).not.toBe(leftover);
  await eventually(() => expect(isAlive(leftover)).toBe(false));
  processIsGone(leftover);
  expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start recreates the database after a kill during its creation", async () => {
  rmSync(join(dataDir, "postgres/PG_VERSION"));
  await start();
  expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start transfers objects of the superuser to the services' role", async () => {
  const { adminUrl } = await start();
  const admin = new pg.Client({ connectionString: adminUrl.replace(/postgres$/, "pathform") });
  await admin.connect();
  await admin.query(`
      alter database pathform owner to pathform;
      create schema forms; create type forms.state as enum ('new');
      create table forms.things (id bigint generated always as identity primary key, code bigserial, state forms.state);
      create sequence forms.numbers; create view forms.all_things as select * from forms.things;
      create function forms.one() returns int language sql as 'select 1';
      create statistics forms.by_code on id, code from forms.things`);
  await admin.end();
  await stop();
  await start();
  await query("insert into forms.things (state) values ('new')");
  await query("select nextval('forms.numbers')");
  await query("alter table forms.things add column more text");
  await query("drop schema forms cascade");
});

describe("after PostgreSQL was killed", () => {
  const postgresPid = () => join(dataDir, "postgres/postmaster.pid");

  test("with its parent process, the next start works", async () => {
    const leftover = await killedStart();
    process.kill(leftover, "SIGKILL");
    await start();
    expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("the next start ignores another process that has its pid", async () => {
    const leftover = await killedStart();
    process.kill(leftover, "SIGKILL");
    const foreign = await startProcess({ name: "foreign", command: "sleep", args: ["600"] });
    const file = readFileSync(postgresPid(), "utf8");
    writeFileSync(postgresPid(), file.replace(/^\d+/, String(foreign.pid)));
    await start();
    expect(foreign.isRunning()).toBe(true);
    await foreign.kill();
  });
});

describe("a server that ends unexpectedly", () => {
  const lines: string[] = [];
  const log = { info: say, warn: say, error: say };
  let gaveUp: Promise<void>;
  let giveUp: () => void;
  function say(message: string): void {
    lines.push(message);
  }

  async function killed(): Promise<void> {
    lines.length = 0;
    ({ promise: gaveUp, resolve: giveUp } = Promise.withResolvers<void>());
    await start({ restart: { log, giveUp } });
    const pid = postmasterPid();
    process.kill(pid, "SIGKILL");
    processIsGone(pid);
  }

  test("is restarted with the same URL and data, and logged", async () => {
    await killed();
    await eventually(() => expect(lines).toContain("PostgreSQL is running again."), 30);
    guardProcess(postmasterPid());
    expect(lines[0]).toBe("PostgreSQL ended, restarting.");
    expect(embeddedProblem()).toBeUndefined();
    expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("isn't restarted after stop, even during a restart", async () => {
    await killed();
    await eventually(() => expect(embeddedProblem()).toBeDefined());
    await running?.stop();
    expect(embeddedProblem()).toBeUndefined();
    await expect(query("select 1")).rejects.toThrow("ECONNREFUSED");
    running = undefined;
  });

  test("isn't restarted after several consecutive failures", async () => {
    const control = join(dataDir, "postgres/global/pg_control");
    await killed();
    renameSync(control, `${control}.gone`);
    await gaveUp;
    renameSync(`${control}.gone`, control);
    expect(lines.filter((line) => line.startsWith("Failed to restart PostgreSQL, retrying: "))).toHaveLength(5);
    expect(lines.at(-1)).toMatch(/6 times in a row/);
    await running?.stop();
    running = undefined;
  }, 60_000);
});

test("rotates its log to one old file", async () => {
  const log = join(dataDir, "postgres.log");
  writeFileSync(`${log}.1`, "the one before");
  writeFileSync(log, "x".repeat(5_000_000));
  await start();
  await eventually(() => expect(statSync(log).size).toBeLessThan(10_000));
  expect(statSync(`${log}.1`).size).toBeGreaterThanOrEqual(5_000_000);
  await expect(query("select * from nothing")).rejects.toThrow(/does not exist/);
  await eventually(() => expect(readFileSync(log, "utf8")).toContain(`relation "nothing" does not exist`));
});

test("names an inaccessible parent folder in one line", async () => {
  if (process.getuid?.() !== 0) return;
  chmodSync(dataDir, 0o700);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    /^As root, PostgreSQL runs as [^\n]* can't read \S+embedded-\S+\. /,
  );
});
