import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AnalyticsService } from "../../../services/analytics/readers.ts";
import { eventually } from "../../support/eventually.ts";
import { exported, paging, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** One account's large reads leave connections to another account's lists. */
let stage: Stage;
let mine: string;
let others: string;
let service: AnalyticsService;

beforeAll(async () => {
  stage = await startStage();
  mine = (await stage.newForm(rowOf([question("a")]))).slug;
  others = (await stage.newForm(rowOf([question("a")]), stage.other)).slug;
  for (const slug of [mine, others]) await respond(stage.call, slug, { answers: [["a", "apple"]] });
  service = stage.broker.getLocalService("analytics") as unknown as AnalyticsService;
});
afterAll(() => stage.stop());

const list = (caller: Stage["caller"], slug: string) =>
  stage.call("analytics.listResponses", { caller, slug, query: {}, paging: paging() });

/** Runs `work` while every statement that reads answers waits. */
async function withAnswersLocked(work: () => Promise<void>): Promise<void> {
  const client = await stage.database.connect();
  try {
    await client.query("begin; lock table sessions.visits in access exclusive mode");
    await work();
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function waitingStatements(): Promise<number> {
  const { rows } = await stage.database.query(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%sessions.visits%'`,
  );
  return rows[0].count;
}

test("lists another account's responses while one account's insights and exports wait", async () => {
  const large: Promise<unknown>[] = [];
  await withAnswersLocked(async () => {
    const { caller, call } = stage;
    for (let at = 0; at < 12; at += 1) large.push(call("analytics.insights", { caller, slug: mine, query: {} }));
    for (let at = 0; at < 8; at += 1) large.push(exported(stage, mine));
    for (const one of large) one.catch(() => undefined);
    // one of ten connections
    await eventually(async () => expect(await waitingStatements()).toBe(1));
    const lists = await Promise.all([list(stage.other, others), list(stage.other, others), list(caller, mine)]);
    expect(lists.map(({ count }) => count)).toEqual([1, 1, 1]);
    expect(await waitingStatements()).toBe(1);
    expect(service.database.pool.waitingCount).toBe(0);
  });
  await expect(Promise.all(large)).resolves.toHaveLength(20);
});
