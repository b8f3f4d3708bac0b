import { randomUUID } from "node:crypto";
import type { Caller, UsageCount } from "../../../shared/bus/contract.ts";
import { type AuthBroker, newOwner, startAuth } from "./broker.ts";

/** API usage in auth (decisions §2). */
let auth: AuthBroker;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  auth = await startAuth();
});
afterAll(() => auth.stop());

const day = (ago = 0) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const countOf = (caller: Caller, changes: Partial<UsageCount> = {}): UsageCount => ({
  account_id: caller.account_id,
  key_id: null,
  day: day(),
  method: "GET",
  path: "/api/v2/form/",
  status_class: 2,
  bucket: 10,
  requests: 1,
  ...changes,
});
const record = (counts: UsageCount[], flushId = randomUUID()) =>
  auth.call("auth.recordUsage", { flush_id: flushId, counts });
const usage = async (caller: Caller) => auth.call("auth.usage", { caller, query: {} });

test("counts a repeated batch once, also under concurrency", async () => {
  const { caller } = await newOwner(auth.call);
  const flushId = randomUUID();
  const counts = [countOf(caller, { requests: 3 }), countOf(caller, { status_class: 5, requests: 2 })];
  await Promise.all(Array.from({ length: 5 }, () => record(counts, flushId)));
  await record(counts, flushId);
  expect((await usage(caller)).totals).toEqual({ requests: 5, errors: 2, error_rate: 0.4 });
});

test("adds up many gateways without deadlocks", async () => {
  const { caller } = await newOwner(auth.call);
  const paths = Array.from({ length: 20 }, (_, at) => `/api/${at}/`);
  const batches = Array.from({ length: 20 }, (_, at) => {
    const ordered = at % 2 ? paths : paths.toReversed();
    return record(ordered.map((path) => countOf(caller, { path })));
  });
  await Promise.all(batches);
  expect((await usage(caller)).totals.requests).toBe(400);
});

test("drops counts of a deleted account", async () => {
  const { caller } = await newOwner(auth.call);
  const gone = { ...caller, account_id: randomUUID() };
  await record([countOf(gone), countOf(caller)]);
  const { rows } = await auth.service.database.pool.query(
    "select account_id from auth.usage where account_id = any($1)",
    [[gone.account_id, caller.account_id]],
  );
  expect(rows).toEqual([{ account_id: caller.account_id }]);
});

test("lists the 1,000 busiest keys, and counts all", async () => {
  const { caller } = await newOwner(auth.call);
  const counts = Array.from({ length: 1_002 }, (_, at) => countOf(caller, { key_id: randomUUID(), requests: at + 1 }));
  await record(counts);
  const { by_key, totals } = await usage(caller);
  expect(by_key.map(({ requests }) => requests)).toEqual(Array.from({ length: 1_000 }, (_, at) => 1_002 - at));
  expect(totals.requests).toBe((1_002 * 1_003) / 2);
});
