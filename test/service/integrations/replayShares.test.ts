import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";

/** One account's replays leave connections to other accounts. */
let stage: Stage;
let accounts: Attached[];

beforeAll(async () => {
  stage = await startStage();
  accounts = await Promise.all([1, 2, 3].map(() => stage.webhook("http://127.0.0.1:9")));
});
afterAll(() => stage?.stop());

const replay = ({ caller, id }: Attached) =>
  stage.call("integrations.replay", { caller, type: "webhook", id, body: {} });

/** Runs `work` while every replay waits in its first statement. */
async function withDeliveriesLocked(work: () => Promise<void>): Promise<void> {
  const client = await stage.pool().connect();
  try {
    await client.query("begin; lock table integrations.deliveries in exclusive mode");
    await work();
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function runningReplays(): Promise<number> {
  const [row] = await stage.query(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%replayed%'`,
  );
  return Number(row?.count);
}

test("runs one replay of an account at a time, and two of all accounts", async () => {
  const [mine, ...others] = accounts as [Attached, Attached, Attached];
  const replays: Promise<unknown>[] = [];
  const begin = (attached: Attached) => replays.push(replay(attached));
  await withDeliveriesLocked(async () => {
    for (let count = 0; count < 5; count += 1) begin(mine);
    await eventually(async () => expect(await runningReplays()).toBe(1));
    // its call passes through the same queues after those of the five
    expect(await stage.deliveriesOf(mine)).toEqual([]);
    expect(await runningReplays()).toBe(1);
    for (const other of others) begin(other);
    await eventually(async () => expect(await runningReplays()).toBe(2));
    expect(await stage.deliveriesOf(others[1])).toEqual([]);
    expect(await runningReplays()).toBe(2);
  });
  await expect(Promise.all(replays)).resolves.toHaveLength(7);
});
