import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { openBatches } from "../../../services/sessions/store/batches.ts";
import { plainTransaction } from "../../../services/sessions/store/locks.ts";
import { Connection } from "../../../shared/platform/database/connection.ts";
import { isUnavailable } from "../../../shared/platform/database/unavailable.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { type SilentProxy, startSilentProxy } from "../../support/silentProxy.ts";
import { type Stage, startSessions } from "./stage.ts";

let stage: Stage;
let proxy: SilentProxy;
let pool: pg.Pool;
beforeAll(async () => {
  stage = await startSessions();
  proxy = await startSilentProxy(stage.url);
  const settings = { connectionString: proxy.before(stage.url), max: 4, query_timeout: 17_000 };
  pool = new pg.Pool({ ...settings, Client: Connection });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
});
afterAll(async () => {
  await pool?.end();
  await proxy?.close();
  await stage?.stop();
});

/** The watch's own connection may work, so only the batch notices that this one is silent. */
test("abandons a silent connection of a batch early, and continues on others", async () => {
  const { load } = openBatches({ pool, hotPool: pool, isDistributed: false });
  await pool.query("select 1");
  proxy.silenceOpen();
  const silent = load(randomUUID()).catch((error: Error) => error);
  // the statement has been sent
  await new Promise((resolve) => setImmediate(resolve));
  expect(await load(randomUUID())).toBeNull();
  expect(isUnavailable(await silent)).toBe(true);
  expect(await load(randomUUID())).toBeNull();
}, 12_000);

/** Going back, for example. With the statement timeout it would outlast the respondent's request. */
test("abandons the silent connection of a plain transaction early", async () => {
  await pool.query("select 1");
  const failure = await plainTransaction(pool, withoutDeadline, async (client) => {
    proxy.silenceOpen();
    await client.query("select 1");
  }).catch((error: Error) => error);
  expect(isUnavailable(failure)).toBe(true);
  await plainTransaction(pool, withoutDeadline, (client) => client.query("select 1"));
}, 12_000);
