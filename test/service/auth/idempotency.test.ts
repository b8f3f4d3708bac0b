import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRetention } from "../../../services/auth/retention.ts";
import type { Caller, KeptAnswer } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Idempotency keys in auth (decisions §9.3). */
let auth: AuthBroker;
let caller: Caller;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  auth = await startAuth();
  caller = (await newOwner(auth.call)).caller;
});
afterAll(() => auth.stop());

const query = (text: string, values: unknown[] = []) => auth.service.database.pool.query(text, values);
const [aHash, anotherHash] = ["ab".repeat(32), "cd".repeat(32)];
const answer: KeptAnswer = { status: 201, headers: { ETag: '"1"' }, body: { b: [1, null], a: "x" } };

interface Attempt {
  key: string;
  token: string;
}
const newAttempt = (key: string = randomUUID()): Attempt => ({ key, token: randomUUID() });
const begin = (attempt: Attempt, requestHash = aHash, by = caller) =>
  auth.call("auth.beginIdempotent", { caller: by, ...attempt, request_hash: requestHash });
const end = (attempt: Attempt, kept: KeptAnswer | null) =>
  auth.call("auth.endIdempotent", { caller, ...attempt, answer: kept });
/** Ends the key's lease or its response's lifetime. */
const expire = ({ key }: Attempt) =>
  query("update auth.idempotency_keys set expires = now() - interval '1 second' where split_part(key, ' ', 2) = $1", [
    key,
  ]);

test("admits one of several concurrent requests, returns 409 to the rest, then returns its response to all", async () => {
  const key = randomUUID();
  const attempts = Array.from({ length: 12 }, () => newAttempt(key));
  const statuses = await Promise.all(attempts.map((attempt) => statusOf(begin(attempt))));
  expect(statuses.sort()).toEqual([200, ...Array(11).fill(409)]);
  const { rows } = await query("select token from auth.idempotency_keys where split_part(key, ' ', 2) = $1", [key]);
  await end({ key, token: rows[0].token }, answer);
  const replies = await Promise.all(attempts.map((attempt) => begin({ ...attempt, token: randomUUID() })));
  for (const reply of replies) expect(JSON.stringify(reply)).toBe(JSON.stringify(answer));
});

test("admits the same attempt again after a lost response", async () => {
  const attempt = newAttempt();
  expect(await begin(attempt)).toBeNull();
  expect(await begin(attempt)).toBeNull();
});

test("belongs to its caller: another one of the workspace runs the request", async () => {
  const attempt = newAttempt();
  await begin(attempt);
  await end(attempt, answer);
  const colleague = { ...caller, user_id: randomUUID(), role: "viewer" as const, capabilities: [] };
  expect(await begin(newAttempt(attempt.key), aHash, colleague)).toBeNull();
});

test("of the previous release answers owners and unlimited keys alone", async () => {
  const attempt = newAttempt();
  await query(
    `insert into auth.idempotency_keys (account_id, key, request_hash, token, status, headers, body, expires)
      values ($1, $2, $3, $4, 201, '{}', '{}', now() + interval '1 hour')`,
    [caller.account_id, attempt.key, Buffer.from(aHash, "hex"), randomUUID()],
  );
  expect(await begin(newAttempt(attempt.key))).toMatchObject({ status: 201 });
  const viewer = { ...caller, user_id: randomUUID(), role: "viewer" as const, capabilities: [] };
  expect(await begin(newAttempt(attempt.key), aHash, viewer)).toBeNull();
});

test("returns 422 for a different request under the key, in progress and afterwards", async () => {
  const attempt = newAttempt();
  await begin(attempt);
  expect(await statusOf(begin(newAttempt(attempt.key), anotherHash))).toBe(422);
  await end(attempt, answer);
  expect(await statusOf(begin(newAttempt(attempt.key), anotherHash))).toBe(422);
  expect(await begin(newAttempt(attempt.key))).toEqual(answer);
});

test("stores a response without a body", async () => {
  const attempt = newAttempt();
  await begin(attempt);
  await end(attempt, { status: 204, headers: {}, body: null });
  expect(await begin(newAttempt(attempt.key))).toEqual({ status: 204, headers: {}, body: null });
});

test("keeps keys of different accounts apart", async () => {
  const attempt = newAttempt();
  const other = (await newOwner(auth.call)).caller;
  await begin(attempt);
  expect(await begin(attempt, anotherHash, other)).toBeNull();
  await end(attempt, answer);
  expect(await statusOf(begin(newAttempt(attempt.key), anotherHash, other))).toBe(409);
});

test("treats a freed key as unused", async () => {
  const attempt = newAttempt();
  await begin(attempt);
  await end(attempt, null);
  expect(await begin(newAttempt(attempt.key), anotherHash)).toBeNull();
});

test("lets one request take over an expired lease, and ignores the end of the first", async () => {
  const [first, ...others] = Array.from({ length: 5 }, () => newAttempt("shared")) as [Attempt, ...Attempt[]];
  await begin(first);
  await expire(first);
  const statuses = await Promise.all(others.map((attempt) => statusOf(begin(attempt))));
  expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  await end(first, answer);
  await end(first, null);
  expect(await statusOf(begin(newAttempt("shared")))).toBe(409);
});

test("doesn't withdraw or replace a stored response", async () => {
  const attempt = newAttempt();
  await begin(attempt);
  await end(attempt, answer);
  await end(attempt, { ...answer, status: 200 });
  await end(attempt, null);
  expect(await begin(newAttempt(attempt.key))).toEqual(answer);
});

test("keeps a response for 24 h, then frees and deletes the key", async () => {
  const [kept, old, again] = [newAttempt(), newAttempt(), newAttempt()];
  for (const attempt of [kept, old, again]) {
    await begin(attempt);
    await end(attempt, answer);
  }
  const { rows } = await query(
    "select expires between now() + interval '23 hours' and now() + interval '24 hours' as is_so from auth.idempotency_keys where split_part(key, ' ', 2) = $1",
    [kept.key],
  );
  expect(rows).toEqual([{ is_so: true }]);
  await expire(old);
  await expire(again);
  expect(await begin(newAttempt(again.key), anotherHash)).toBeNull();
  const loops = openRetention(
    auth.service.database,
    { info: () => undefined, warn: () => undefined },
    { usage: 365, audit: 0 },
  );
  const keys = [kept, old, again].map(({ key }) => `${caller.user_id} ${key}`);
  const left = async () =>
    (await query("select key from auth.idempotency_keys where key = any($1)", [keys])).rows.map(({ key }) => key);
  try {
    await eventually(async () => expect((await left()).sort()).toEqual([keys[0], keys[2]].sort()));
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
  }
});
