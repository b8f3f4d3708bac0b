import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Call } from "../../../shared/bus/calls.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

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

test("shows a key once in its format, and acts for its creator", async () => {
  const { caller, token, user } = await newOwner(call);
  const { key, ...shown } = await call("auth.createKey", { caller, token, body: { name: "ci" } });
  expect(key).toMatch(/^pf_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/);
  expect(shown).toMatchObject({
    name: "ci",
    prefix: key.slice(0, 11),
    last_used: null,
    expires: null,
    status: "active",
  });
  const found = await call("auth.authenticate", { key });
  expect(found).toMatchObject({ account_id: caller.account_id, user_id: user.id, key_id: shown.id, role: null });
  expect(await call("auth.me", { caller: found })).toMatchObject({ id: user.id, account_id: user.account_id });
  const { results } = await call("auth.listKeys", { caller, paging: newestFirst });
  expect(results).toHaveLength(1);
  expect(results[0]).not.toHaveProperty("key");
});

test("rejects a revoked key on the next call, permanently and idempotently", async () => {
  const { caller, token } = await newOwner(call);
  const { key, id } = await call("auth.createKey", { caller, token, body: { name: "short-lived" } });
  for (let i = 0; i < 20; i++) await call("auth.authenticate", { key });
  await call("auth.revokeKey", { caller, id });
  expect(await statusOf(call("auth.authenticate", { key }))).toBe(401);
  const { rows } = await query("select revoked from auth.api_keys where id = $1", [id]);
  await call("auth.revokeKey", { caller, id });
  expect((await query("select revoked from auth.api_keys where id = $1", [id])).rows).toEqual(rows);
  const { results } = await call("auth.listKeys", { caller, paging: newestFirst });
  expect(results[0]).toMatchObject({ id, status: "inactive" });
});

describe("an invalid key beside a valid cookie", () => {
  const refusalOf = async (key: string, token: string): Promise<string> => {
    const error = await call("auth.authenticate", { key, token }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 401, data: { headers: { "WWW-Authenticate": "Bearer" } } });
    return error.message;
  };
  const flipped = (key: string) => key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
  const expire = (id: string) => query("update auth.api_keys set expires = now() where id = $1", [id]);
  let owner: Awaited<ReturnType<typeof newOwner>>;
  beforeAll(async () => {
    owner = await newOwner(call);
  });
  const newKey = () => call("auth.createKey", { ...owner, body: { name: "short-lived" } });

  test("returns 401 for a malformed key", async () => {
    const { key } = await newKey();
    for (const malformed of ["", "nonsense", "\0", `${key} `, key.slice(1)]) {
      expect(await refusalOf(malformed, owner.token)).toMatch("Malformed API key.");
    }
  });

  test("reveals expiry only to the holder of the full key, and in the list", async () => {
    const { key, id } = await newKey();
    await expire(id);
    expect(await refusalOf(key, owner.token)).toMatch("has expired");
    expect(await refusalOf(flipped(key), owner.token)).toMatch("Unknown or revoked API key.");
    const { results } = await call("auth.listKeys", { caller: owner.caller, paging: newestFirst });
    expect(results.find((listed) => listed.id === id)).toMatchObject({ status: "inactive" });
  });

  test("returns the same 401 for unknown keys and keys revoked before or after expiry", async () => {
    const [revoked, both] = [await newKey(), await newKey()];
    await expire(both.id);
    for (const { id } of [revoked, both]) await call("auth.revokeKey", { caller: owner.caller, id });
    const unknown = await refusalOf(`pf_${"0".repeat(8)}_${"0".repeat(40)}`, owner.token);
    for (const key of [revoked.key, both.key, flipped(revoked.key)]) {
      expect(await refusalOf(key, owner.token)).toBe(unknown);
    }
  });

  test("says what to send without a key, and to sign in again after a sign-in ended", async () => {
    await expect(call("auth.authenticate", {})).rejects.toMatchObject({
      code: 401,
      message: expect.stringMatching(/Authentication required/),
    });
    const ended = call("auth.authenticate", { token: "nobody" });
    await expect(ended).rejects.toMatchObject({ code: 401, message: expect.stringMatching(/Sign in again/) });
  });
});

test("rejects an expiry in the past", async () => {
  const { caller, token } = await newOwner(call);
  const create = (expires: string | null) => call("auth.createKey", { caller, token, body: { name: "x", expires } });
  await expect(create(new Date(Date.now() - 1000).toISOString())).rejects.toMatchObject({
    code: 400,
    data: { errors: [expect.stringMatching(/^expires: /)] },
  });
  expect((await create("2999-01-31T12:00:00+02:00")).expires).toBe("2999-01-31T10:00:00.000Z");
  expect((await create(null)).expires).toBeNull();
});

test("lets only its own account revoke a key, with 403 or 404 for others, and creates none with a key", async () => {
  const one = await newOwner(call);
  const two = await newOwner(call);
  const { id, key } = await call("auth.createKey", { caller: one.caller, token: one.token, body: { name: "x" } });
  const revoke = (keyId: string) => statusOf(call("auth.revokeKey", { caller: two.caller, id: keyId }));
  expect(await revoke(id)).toBe(403);
  expect(await revoke(newUuid())).toBe(404);
  expect(await revoke("nonsense")).toBe(404);
  const caller = await call("auth.authenticate", { key });
  const mint = (token: string, by = one.caller) =>
    statusOf(call("auth.createKey", { caller: by, token, body: { name: "minted" } }));
  expect(await mint(one.token, caller)).toBe(403);
  // a bus client that knows the account but has no sign-in
  expect(await mint("guessed")).toBe(403);
});

test("writes last_used at most once a minute under concurrent requests", async () => {
  const { caller, token } = await newOwner(call);
  const { key, id } = await call("auth.createKey", { caller, token, body: { name: "busy" } });
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

test("lists keys by name or age in pages", async () => {
  const { caller, token } = await newOwner(call);
  for (const name of ["b", "a", "c", "a"]) await call("auth.createKey", { caller, token, body: { name } });
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

test("finds keys by words of their name or prefix, and by whether they work", async () => {
  const { caller, token } = await newOwner(call);
  const create = (name: string) => call("auth.createKey", { caller, token, body: { name } });
  const [nightly, weekly, expired] = [await create("Nightly export"), await create("Weekly 100%"), await create("Old")];
  await call("auth.revokeKey", { caller, id: nightly.id });
  await query("update auth.api_keys set expires = now() - interval '1 minute' where id = $1", [expired.id]);
  const list = async (search: string | null, status?: "active" | "inactive") => {
    const paging = { limit: 20, offset: 0, ordering: { field: "name", descending: false }, search };
    const { results } = await call("auth.listKeys", { caller, query: status ? { status } : {}, paging });
    return results.map(({ name }) => name);
  };
  expect(await list(null, "active")).toEqual(["Weekly 100%"]);
  expect(await list(null, "inactive")).toEqual(["Nightly export", "Old"]);
  expect(await list("EXPORT night")).toEqual(["Nightly export"]);
  expect(await list("0%")).toEqual(["Weekly 100%"]);
  expect(await list("%")).toEqual(["Weekly 100%"]);
  expect(await list(weekly.prefix.slice(3), "active")).toEqual(["Weekly 100%"]);
  expect(await list("export", "active")).toEqual([]);
});

test("a workspace has up to 1,000 keys that work", async () => {
  const { caller, token } = await newOwner(call);
  const create = () => call("auth.createKey", { caller, token, body: { name: "Key" } });
  const { id } = await create();
  await query(
    `insert into auth.api_keys (id, account_id, user_id, name, prefix, key_hash)
      select gen_random_uuid(), account_id, user_id, name, prefix, sha256(n::text::bytea)
      from auth.api_keys, generate_series(1, 999) n where id = $1`,
    [id],
  );
  const full = { code: 409, message: "This workspace has 1,000 API keys, which is the limit. Revoke some first." };
  await expect(create()).rejects.toMatchObject(full);
  await expect(call("auth.rotateKey", { caller, token, id, body: {} })).rejects.toMatchObject(full);
  await call("auth.revokeKey", { caller, id });
  await create();
});
