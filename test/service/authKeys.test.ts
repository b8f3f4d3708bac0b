import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newUuid } from "../../shared/ids.ts";
import type { Call } from "../../shared/moleculer.ts";
import { eventually } from "../support/eventually.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./authBroker.ts";

let auth: AuthBroker;
let call: Call;

beforeAll(async () => {
  process.env.SIGNUP = "open";
  auth = await startAuth();
  call = auth.call;
});
afterAll(() => auth.stop());

const query = (text: string, values: unknown[] = []) => auth.service.database.pool.query(text, values);
const newestFirst = { limit: 20, offset: 0, ordering: { field: "created", descending: true }, search: null };

test("a key is shown once, in its format, and acts for the user who made it", async () => {
  const { caller, user } = await newOwner(call);
  const { key, ...shown } = await call("auth.createKey", { caller, body: { name: "ci" } });
  expect(key).toMatch(/^pf_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/);
  expect(shown).toMatchObject({
    name: "ci",
    prefix: key.slice(0, 11),
    last_used: null,
    expires: null,
    status: "active",
  });
  const found = await call("auth.authenticate", { key });
  expect(found).toEqual({ account_id: caller.account_id, user_id: user.id, key_id: shown.id });
  expect(await call("auth.me", { caller: found })).toEqual(user);
  const { results } = await call("auth.listKeys", { caller, paging: newestFirst });
  expect(results).toHaveLength(1);
  expect(results[0]).not.toHaveProperty("key");
});

test("a revoked key is dead on the next call, for good; revoking again changes nothing", async () => {
  const { caller } = await newOwner(call);
  const { key, id } = await call("auth.createKey", { caller, body: { name: "short-lived" } });
  for (let i = 0; i < 20; i++) await call("auth.authenticate", { key });
  await call("auth.revokeKey", { caller, id });
  expect(await statusOf(call("auth.authenticate", { key }))).toBe(401);
  const { rows } = await query("select revoked from auth.api_keys where id = $1", [id]);
  await call("auth.revokeKey", { caller, id });
  expect((await query("select revoked from auth.api_keys where id = $1", [id])).rows).toEqual(rows);
  const { results } = await call("auth.listKeys", { caller, paging: newestFirst });
  expect(results[0]).toMatchObject({ id, status: "inactive" });
});

test("unknown, malformed, expired and revoked keys answer alike, also beside a good token", async () => {
  const { caller, token } = await newOwner(call);
  const { key } = await call("auth.createKey", { caller, body: { name: "x" } });
  const soon = new Date(Date.now() + 60_000).toISOString();
  const expired = await call("auth.createKey", { caller, body: { name: "y", expires: soon } });
  await query("update auth.api_keys set expires = now() where id = $1", [expired.id]);
  const lastChanged = key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
  for (const dead of ["", "nonsense", "\0", lastChanged, expired.key, `${key} `]) {
    await expect(call("auth.authenticate", { key: dead, token })).rejects.toMatchObject({
      code: 401,
      data: { headers: { "WWW-Authenticate": "Bearer" } },
    });
  }
  const { results } = await call("auth.listKeys", { caller, paging: newestFirst });
  expect(results.map(({ name, status }) => [name, status])).toEqual([
    ["y", "inactive"],
    ["x", "active"],
  ]);
  expect(await statusOf(call("auth.authenticate", {}))).toBe(401);
});

test("an expiry must lie ahead", async () => {
  const { caller } = await newOwner(call);
  const create = (expires: string | null) => call("auth.createKey", { caller, body: { name: "x", expires } });
  await expect(create(new Date(Date.now() - 1000).toISOString())).rejects.toMatchObject({
    code: 400,
    data: { errors: [expect.stringMatching(/^expires: /)] },
  });
  expect((await create("2999-01-31T12:00:00+02:00")).expires).toBe("2999-01-31T10:00:00.000Z");
  expect((await create(null)).expires).toBeNull();
});

test("a key's own account revokes it: others get 403, an absent key 404; a key mints none", async () => {
  const one = await newOwner(call);
  const two = await newOwner(call);
  const { id, key } = await call("auth.createKey", { caller: one.caller, body: { name: "x" } });
  const revoke = (keyId: string) => statusOf(call("auth.revokeKey", { caller: two.caller, id: keyId }));
  expect(await revoke(id)).toBe(403);
  expect(await revoke(newUuid())).toBe(404);
  expect(await revoke("nonsense")).toBe(404);
  const caller = await call("auth.authenticate", { key });
  expect(await statusOf(call("auth.createKey", { caller, body: { name: "minted" } }))).toBe(403);
});

test("last_used is written at most once a minute, however many requests come at once", async () => {
  const { caller } = await newOwner(call);
  const { key, id } = await call("auth.createKey", { caller, body: { name: "busy" } });
  const read = async () => (await query("select last_used, xmin from auth.api_keys where id = $1", [id])).rows[0];
  await Promise.all(Array.from({ length: 50 }, () => call("auth.authenticate", { key })));
  await eventually(async () => expect((await read()).last_used).not.toBeNull());
  const first = await read();
  await Promise.all(Array.from({ length: 50 }, () => call("auth.authenticate", { key })));
  await new Promise((done) => setTimeout(done, 50));
  expect(await read()).toEqual(first);
  await query("update auth.api_keys set last_used = now() - interval '2 minutes' where id = $1", [id]);
  await call("auth.authenticate", { key });
  await eventually(async () => expect(Date.now() - (await read()).last_used.getTime()).toBeLessThan(60_000));
});

test("keys are listed by name or age, a page at a time", async () => {
  const { caller } = await newOwner(call);
  for (const name of ["b", "a", "c", "a"]) await call("auth.createKey", { caller, body: { name } });
  const list = async (field: string, descending: boolean, limit = 20, offset = 0) => {
    const paging = { limit, offset, ordering: { field, descending }, search: null };
    const { count, results } = await call("auth.listKeys", { caller, paging });
    return [count, results.map(({ name }) => name).join("")];
  };
  expect(await list("created", true)).toEqual([4, "acab"]);
  expect(await list("created", false)).toEqual([4, "baca"]);
  expect(await list("name", false)).toEqual([4, "aabc"]);
  expect(await list("name", true, 2, 1)).toEqual([4, "ba"]);
  expect(await list("name", true, 2, 4)).toEqual([4, ""]);
});
