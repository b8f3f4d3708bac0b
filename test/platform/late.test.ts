import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { Database } from "../../shared/platform/database/open.ts";
import { rows } from "../../shared/platform/database/rows.ts";
import { isUnavailable } from "../../shared/platform/database/unavailable.ts";
import type { Timed } from "../../shared/platform/deadlines/deadline.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";
import { standStill } from "../support/standstill.ts";

/** Late commits, which PostgreSQL rejects by its own clock. */
let database: TestDatabase;
let proxy: SilentProxy;
let service: Database;
let inTransaction: typeof import("../../shared/platform/database/transaction.ts").inTransaction;

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await startSilentProxy(database.url);
  Object.assign(process.env, {
    DATABASE_URL: proxy.before(database.url),
    DATABASE_STATEMENT_TIMEOUT_MS: "1000",
    DATABASE_POOL_SIZE: "3",
  });
  const { openDatabase } = await import("../../shared/platform/database/open.ts");
  ({ inTransaction } = await import("../../shared/platform/database/transaction.ts"));
  const log = { info: () => undefined, warn: () => undefined };
  service = await openDatabase({ schema: "forms", migrations: [] }, log);
  await service.pool.query("create table noted (what text)");
});
afterAll(async () => {
  // a silenced connection doesn't respond to its end either
  await proxy?.close();
  await service?.close();
  await database?.drop();
});

const insert = (what: string) => `insert into noted values ('${what}') returning pg_backend_pid() as pid`;

/** Both ways to write. `before` runs between the last statement and the commit. */
const ways = {
  "a transaction": (what: string, call: Timed, before: (pid: number) => unknown) =>
    inTransaction(
      service.pool,
      async (client) => before((await client.query<{ pid: number }>(insert(what))).rows[0]?.pid ?? 0),
      call,
    ),
  "a unit of work": (what: string, call: Timed, before: (pid: number) => unknown) =>
    service.write(call, async (em) => before((await rows<{ pid: number }>(em, insert(what)))[0]?.pid ?? 0)),
};

const noted = async () => (await service.pool.query("select what from noted")).rows.map(({ what }) => what);

test.each(Object.entries(ways))("%s commits before its deadline, and without one", async (way, write) => {
  await service.pool.query("truncate noted");
  await write(`${way} in time`, { locals: { deadline: Date.now() + 60_000 } }, () => undefined);
  await write(`${way} without`, { locals: {} }, () => undefined);
  expect(await noted()).toEqual([`${way} in time`, `${way} without`]);
});

test.each(Object.entries(ways))("%s is rolled back if PostgreSQL reads the commit too late", async (_way, write) => {
  await service.pool.query("truncate noted");
  const deadline = Date.now() + 500;
  let stopped: Promise<void> | undefined;
  const late = write("late", { locals: { deadline } }, (pid) => {
    stopped = standStill([pid], deadline);
  });
  await expect(late).rejects.toMatchObject({ code: 503, type: "UNAVAILABLE" });
  await stopped;
  expect(await noted()).toEqual([]);
});

test("reports an unknown outcome of a commit without response, and keeps no connection", async () => {
  const deadline = Date.now() + 60_000;
  // measures the server's clock, so that no statement but the commit waits
  await service.waitsFor();
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // open all connections before one is silenced
  const connection = await service.pool.connect();
  const lost = Object.entries(ways).map(([way, write], index) =>
    write(way, { locals: { deadline } }, () => {
      begun[index]?.resolve();
      return Promise.all(begun.map(({ promise }) => promise)).then(() => proxy.silenceOpen());
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  connection.release();
  // on the third connection, which is silent too
  const unbegun = service.write({ locals: { deadline } }, async () => undefined);
  const errors = await Promise.all([...lost, unbegun].map((write) => write.catch((error: unknown) => error)));
  expect(errors.slice(0, 2)).toMatchObject([{ code: 503, type: "OUTCOME_UNKNOWN" }, { type: "OUTCOME_UNKNOWN" }]);
  expect(isUnavailable(errors[2])).toBe(true);
  // all connections of the pool
  const clients = await Promise.all([1, 2, 3].map(() => service.pool.connect()));
  for (const client of clients) client.release();
});

test("converts the deadline for a server whose clock is an hour off", async () => {
  const { ServerClock } = await import("../../shared/platform/deadlines/serverClock.ts");
  const clock = new ServerClock();
  clock.take(Date.now() - 10, Date.now() + 3_600_000);
  const deadline = Date.parse("2030-01-01T00:00:00Z");
  const told = Date.parse(await clock.deadline(deadline, service.pool));
  // never later than the deadline, and earlier by at most the round trip
  expect(told - deadline).toBeLessThanOrEqual(3_600_000);
  expect(told - deadline).toBeGreaterThan(3_600_000 - 60);
  expect(await clock.deadline(undefined, service.pool)).toBe("infinity");
});

test("measures the server's clock again after a second", async () => {
  const { ServerClock } = await import("../../shared/platform/deadlines/serverClock.ts");
  const clock = new ServerClock();
  // the server's clock was set back by an hour
  clock.take(Date.now(), Date.now() + 3_600_000);
  const deadline = Date.parse("2030-01-01T00:00:00Z");
  const later = jest.spyOn(performance, "now").mockReturnValue(performance.now() + 1_001);
  const told = Date.parse(await clock.deadline(deadline, service.pool));
  later.mockRestore();
  expect(Math.abs(told - deadline)).toBeLessThan(60_000);
});
