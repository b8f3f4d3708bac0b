import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type Address, startAddress } from "../support/address.ts";
import { eventually } from "../support/eventually.ts";
import { serviceNames } from "../support/product.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { type Standby, type SystemPostgres, startSystemPostgres } from "../support/systemPostgres.ts";

/** Exports and insights from streaming replicas behind one address (docs/operate/scale.md, Use a replica). */
let stage: Stage;
let standbys: Standby[];
let address: Address;
let slug: string;
beforeAll(async () => {
  const postgres: SystemPostgres = await startSystemPostgres();
  standbys = [await postgres.startStandby(), await postgres.startStandby()];
  address = await startAddress(standbys);
  const env = { READ_DATABASE_URL: address.before(postgres.url) };
  stage = await startStage({ postgres, others: [...serviceNames], env });
  slug = await stage.newForm();
}, 240_000);
afterAll(async () => {
  await stage?.stop();
  await address?.close();
  for (const standby of standbys ?? []) await standby.drop();
}, 60_000);
beforeEach(() => {
  address.targets = standbys;
});

const sql = (standby: SystemPostgres, text: string) => standby.shell(`psql -d pathform -Atc "${text}"`);
const onAll = (text: string) => Promise.all(standbys.map((standby) => sql(standby, text)));

/** The owner's request. The client of the API refuses 503. */
async function get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const headers = { authorization: `Bearer ${stage.owner.key}` };
  const reply = await fetch(`${stage.product.url}/api/v2/form/${slug}/${path}`, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

const exported = (query = "") => get(`responses/export/${query}`);
const insights = () => get("insights/");

async function start(): Promise<string> {
  const reply = await fetch(`${stage.product.url}/api/v2/r/${slug}/start/`, { method: "POST" });
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { id: string }).id;
}

const idsIn = (text: string): string[] => [...text.matchAll(/^([0-9a-f-]{36}),/gm)].map(([, id]) => String(id));

/** Checks that exports and insights fail with that text, and nothing else does. */
async function assertOnlyReadsFail(detail: string): Promise<void> {
  const [begun, figures] = await Promise.all([exported(), insights()]);
  for (const { status, text } of [begun, figures]) {
    expect([status, text]).toEqual([503, expect.stringContaining(detail)]);
  }
  const id = await start();
  const list = await get("responses/");
  expect([list.status, JSON.parse(list.text).results[0].id]).toEqual([200, id]);
  expect((await fetch(`${stage.product.opsUrl("others")}/readyz`)).status).toBe(200);
}

async function assertRecovers(): Promise<void> {
  await eventually(async () => expect((await exported()).status).toBe(200), 30);
  await eventually(async () => expect((await insights()).status).toBe(200), 30);
}

/** Signals processes of PostgreSQL. Those of connections may have ended. */
function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

const readiness = async (): Promise<string> => {
  const text = await (await fetch(`${stage.product.opsUrl("others")}/metrics`)).text();
  return /^pathform_ready\{part="replica"\} (\d)/m.exec(text)?.[1] ?? "";
};

test("exports every session although one of two replicas is behind", async () => {
  await assertRecovers();
  const [, late] = standbys;
  await sql(late as Standby, "select pg_wal_replay_pause()");
  try {
    for (let round = 0; round < 6; round += 1) {
      const id = await start();
      const { status, text } = await exported();
      expect([status, idsIn(text)[0]]).toEqual([200, id]);
      expect(JSON.parse((await insights()).text).sessions.started).toBe(idsIn(text).length);
    }
  } finally {
    await sql(late as Standby, "select pg_wal_replay_resume()");
  }
}, 60_000);

test("fails only exports and insights while all replicas are behind", async () => {
  await onAll("select pg_wal_replay_pause()");
  try {
    await start();
    await assertOnlyReadsFail("too far behind");
  } finally {
    await onAll("select pg_wal_replay_resume()");
  }
  await assertRecovers();
}, 60_000);

test("fails only exports and insights while the replicas are silent", async () => {
  const pids = standbys.flatMap((standby) => standby.pids());
  send(pids, "SIGSTOP");
  try {
    await assertOnlyReadsFail("is unavailable");
    await eventually(async () => expect(await readiness()).toBe("0"));
  } finally {
    send(pids, "SIGCONT");
  }
  await assertRecovers();
  await eventually(async () => expect(await readiness()).toBe("1"));
}, 60_000);

test("fails only exports and insights while the replicas are down", async () => {
  for (const standby of standbys) await standby.stopImmediately();
  try {
    await assertOnlyReadsFail("is unavailable");
  } finally {
    for (const standby of standbys) await standby.startAgain();
  }
  await assertRecovers();
}, 60_000);

test("cuts an export whose replica is lost, which continues on another", async () => {
  await assertRecovers();
  const [first, second] = standbys as [Standby, Standby];
  address.targets = [first];
  const whole = await exported();
  const [header, row] = whole.text.split("\r\n");
  await first.stopImmediately();
  address.targets = [second];
  const version = whole.headers.get("export-version");
  await eventually(async () => {
    const rest = await exported(`?export_after=${idsIn(whole.text)[0]}&export_version=${version}`);
    expect(`${header}\r\n${row}\r\n${rest.text}`).toBe(whole.text);
  }, 30);
  await first.startAgain();
}, 60_000);

test("fails only exports and insights after the replica was promoted", async () => {
  const [promoted, other] = standbys as [Standby, Standby];
  address.targets = [promoted];
  // those to the other one would still be good
  address.endConnections();
  await sql(promoted, "select pg_promote()");
  await eventually(() => assertOnlyReadsFail("no longer follows the primary"), 30);
  address.targets = [other];
  await assertRecovers();
}, 60_000);
