import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Address, startAddress } from "../support/address.ts";
import { eventually } from "../support/eventually.ts";
import { serviceNames } from "../support/product.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { type Standby, type SystemPostgres, startSystemPostgres } from "../support/systemPostgres.ts";
import { deliveryProblems, verify } from "../support/verify.ts";

/** A primary with two synchronous standbys, of which one must have each commit (deploy/kubernetes, `any 1`, required). */
let stage: Stage;
let primary: SystemPostgres;
let standbys: [Standby, Standby];
let address: Address;
beforeAll(async () => {
  primary = await startSystemPostgres();
  standbys = [await primary.startStandby(), await primary.startStandby()];
  await needOneStandby(primary);
  address = await startAddress([primary]);
  const postgres = { ...primary, url: address.before(primary.url) };
  stage = await startStage({ postgres, others: [...serviceNames] });
}, 240_000);
afterAll(async () => {
  await stage?.stop();
  await address?.close();
  for (const standby of standbys ?? []) await standby.drop();
}, 60_000);

const sql = async (server: SystemPostgres, text: string) => (await server.shell(`psql -Atc "${text}"`)).trim();

async function needOneStandby(server: SystemPostgres): Promise<void> {
  await sql(server, "alter system set synchronous_standby_names = 'ANY 1 (*)'");
  await sql(server, "select pg_reload_conf()");
}

/** Returns the standby that has received most, and the other one. */
async function byReceived(): Promise<[Standby, Standby]> {
  const [first, second] = standbys;
  const [ofFirst, ofSecond] = await Promise.all([lastReceived(first), lastReceived(second)]);
  return ofFirst >= ofSecond ? [first, second] : [second, first];
}

/**
 * Returns the last position in the log of a standby that has started again. It reads its own log to the end, then looks for the
 * primary in vain. `pg_last_wal_receive_lsn` is null until it has found one.
 */
async function lastReceived(server: Standby): Promise<bigint> {
  await eventually(async () => {
    const waits = await sql(server, "select wait_event from pg_stat_activity where backend_type = 'startup'");
    expect(waits).toMatch(/RecoveryWalStream|RecoveryRetrieveRetryInterval/);
  }, 30);
  return BigInt(await sql(server, "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')"));
}

test("loses no acknowledged answer with the disk of the primary", async () => {
  const slug = await stage.newForm();
  const load = stage.load(slug, 6);
  await load.succeed(30);
  // only one standby has the commits from here on
  await standbys[0].stopImmediately();
  await load.succeed(10);
  // and only the primary's disk from here on
  await standbys[1].stopImmediately();
  await eventually(async () => {
    const waiting = await sql(primary, "select count(*) from pg_stat_activity where wait_event = 'SyncRep'");
    expect(Number(waiting)).toBeGreaterThan(0);
  }, 30);
  await primary.stopImmediately();
  await primary.shell("rm -r data");
  await Promise.all(standbys.map((standby) => standby.startAgain()));
  const [next, other] = await byReceived();
  await sql(next, "select pg_promote()");
  const { port } = new URL(next.url);
  await sql(other, `alter system set primary_conninfo = 'host=127.0.0.1 port=${port} user=pathform'`);
  await sql(other, "select pg_reload_conf()");
  await needOneStandby(next);
  address.targets = [next];
  address.endConnections();
  await load.succeed(60, 120);
  await load.finish();
  const found = await verify(load, { url: stage.product.url, slug, key: stage.owner.key });
  expect(found.problems).toEqual([]);
  expect(found.sessions).toBeGreaterThan(0);
  await eventually(() => expect(deliveryProblems(load.sessions, stage.receiver.received)).toEqual([]), 60);
}, 300_000);
