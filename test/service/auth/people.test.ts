import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openKeyExpiry } from "../../../services/auth/keyExpiry.ts";
import { formRoles, roles } from "../../../shared/api/access/roles.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { type AuthBroker, lettersSent, newOwner, startAuth } from "./broker.ts";

/** Consequences of changed memberships and keys (teams §20.7, §20.12). */
let auth: AuthBroker;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  auth = await startAuth();
});
afterAll(() => auth.stop());

const quiet = { info: () => undefined, warn: () => undefined };
const query = (text: string, values: unknown[] = []) => auth.service.database.pool.query(text, values);

/** Records calls to other services, and fails as often as told. */
function recorded(failures = 0) {
  const calls: { action: string; params: unknown }[] = [];
  let left = failures;
  const call = (async (action: string, params: unknown) => {
    left -= 1;
    if (left >= 0) throw new Error("integrations is down");
    calls.push({ action, params });
    return null;
  }) as Call;
  return { calls, call };
}

/** Records the letters that auth sends. `refusing`: an address that gets 550. */
function recordLetters(refusing?: string) {
  const sent: { to: string; subject: string }[] = [];
  auth.service.mail = {
    async send({ to, written: { subject } }) {
      sent.push({ to: to.address, subject });
      if (to.address === refusing) throw new Error("the mail server replied 550", { cause: { responseCode: 550 } });
    },
    close: () => undefined,
  };
  return sent;
}

/** Adds a member to the owner's workspace. */
async function member(owner: Caller, role: string, responses: string) {
  const { caller, email } = await newOwner(auth.call);
  await query("insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, $3, $4)", [
    owner.account_id,
    caller.user_id,
    role,
    responses,
  ]);
  return { user_id: caller.user_id ?? "", email };
}

const as = async (token: string): Promise<Caller> => auth.call("auth.authenticate", { token, workspace: null });

test.each(roles)("the database takes the role %s", async (role) => {
  const { caller } = await newOwner(auth.call);
  expect(await member(caller, role, "none")).toBeDefined();
});

test.each(formRoles)("the database takes the role %s of a form", async (role) => {
  const { caller } = await newOwner(auth.call);
  const grant = [randomUUID(), caller.account_id, randomUUID(), caller.user_id, role];
  const sql = `insert into auth.form_grants (id, account_id, form_id, user_id, role, responses)
    values ($1, $2, $3, $4, $5, 'none')`;
  expect((await query(sql, grant)).rowCount).toBe(1);
});

test("stops the emails to who may not read responses anymore, after failures, and not of who is back", async () => {
  const { token } = await newOwner(auth.call);
  const owner = await as(token);
  const id = owner.account_id;
  const [removed, lowered, back] = [
    await member(owner, "viewer", "read"),
    await member(owner, "editor", "write"),
    await member(owner, "viewer", "read"),
  ];
  await auth.call("auth.removeMember", { caller: owner, id, user_id: removed.user_id, query: {} });
  const none = { responses: "none" as const };
  const change = (userId: string, body: object) =>
    auth.call("auth.updateMember", { caller: owner, id, user_id: userId, body });
  await change(lowered.user_id, none);
  await change(back.user_id, none);
  await change(back.user_id, { responses: "read" });
  const { calls, call } = recorded(2);
  auth.service.call = call;
  await eventually(async () =>
    expect((await query("select from auth.jobs where kind = 'stopEmails' and account_id = $1", [id])).rowCount).toBe(0),
  );
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(
    expect.arrayContaining(
      [removed, lowered].map(({ email }) => ({
        action: "integrations.stopAddress",
        params: { account_id: id, form_id: null, email },
      })),
    ),
  );
});

test("warns 14 days and 1 day before a used key expires, once each", async () => {
  const { token } = await newOwner(auth.call);
  const caller = await as(token);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const create = (name: string, days: number) =>
    auth.call("auth.createKey", { caller, token, body: { name, expires: inDays(days) } });
  const [near, far, unused] = [await create("near", 10), await create("far", 20), await create("unused", 10)];
  await query("update auth.api_keys set last_used = now() where id = any($1)", [[near.id, far.id]]);
  const sent = recordLetters();
  const { calls, call } = recorded();
  auth.service.call = call;
  const loop = openKeyExpiry(auth.service.database.pool, quiet);
  const notice = (id: string, days: number) => `api key ${id} ${days}`;
  const keys = () => calls.map(({ params }) => (params as { key: string }).key);
  try {
    await eventually(() => expect(keys()).toEqual([notice(near.id, 14)]));
    await query("update auth.api_keys set expires = now() + interval '20 hours' where id = $1", [near.id]);
    loop.wake();
    await eventually(() => expect(keys()).toEqual([notice(near.id, 14), notice(near.id, 1)]));
    loop.wake();
    await query("update auth.api_keys set last_used = now() where id = $1", [unused.id]);
    loop.wake();
    await eventually(() => expect(keys()).toHaveLength(3));
  } finally {
    await loop.stop();
  }
  const names = () => sent.map(({ subject }) => /“(.+)”/.exec(subject)?.[1]);
  await eventually(() => expect(names()).toEqual(["near", "near", "unused"]));
});

test("a mailbox that refuses harms its own warning of a key, which two copies send once", async () => {
  const { token, email } = await newOwner(auth.call);
  const caller = await as(token);
  const admin = await member(caller, "admin", "read");
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const named = (name: string) => auth.call("auth.createKey", { caller, token, body: { name, expires: soon } });
  const keys = [await named("first"), await named("second")];
  await query("update auth.api_keys set last_used = now() where id = any($1)", [keys.map(({ id }) => id)]);
  const sent = recordLetters(email);
  // both find the same key
  const { pool } = auth.service.database;
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  const together = new Proxy(pool, {
    get: (target, name) => (name === "connect" ? connectTogether : Reflect.get(target, name).bind(target)),
  });
  async function connectTogether() {
    arrived += 1;
    if (arrived === 2) both.resolve();
    await both.promise;
    return pool.connect();
  }
  const loops = [1, 2].map(() => openKeyExpiry(together, quiet));
  const all = ["first", "second"].flatMap((name) => [`${name} ${email}`, `${name} ${admin.email}`]).sort();
  try {
    const letters = () => sent.map(({ to, subject }) => `${/“(.+)”/.exec(subject)?.[1]} ${to}`).sort();
    await eventually(() => expect(letters()).toEqual(all));
    for (const loop of loops) loop.wake();
    await lettersSent(auth);
    expect(letters()).toEqual(all);
  } finally {
    for (const loop of loops) await loop.stop();
  }
});

test("takes a person in another of their workspaces for the one where a file or an authorization is", async () => {
  const { token } = await newOwner(auth.call);
  const owner = await as(token);
  const viewer = await member(owner, "viewer", "read");
  const there = await auth.call("auth.callerIn", { user_id: viewer.user_id, account_id: owner.account_id });
  expect(there).toMatchObject({ account_id: owner.account_id, role: "viewer" });
  expect(there?.capabilities).toContain("responses:read");
  expect(await auth.call("auth.callerIn", { user_id: randomUUID(), account_id: owner.account_id })).toBeNull();
});

test("signs a person in to their home with a gateway of the previous release, and refuses keys with limits", async () => {
  const { token } = await newOwner(auth.call);
  const owner = await as(token);
  const other = await newOwner(auth.call);
  await query("insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, 'viewer', 'none')", [
    owner.account_id,
    other.caller.user_id,
  ]);
  await query("update auth.users set default_account_id = $1 where id = $2", [owner.account_id, other.caller.user_id]);
  expect((await as(other.token)).account_id).toBe(owner.account_id);
  const before = await auth.call("auth.authenticate", { token: other.token });
  expect(before).toMatchObject({ account_id: other.caller.account_id, role: "owner" });
  const body = { name: "Limited", scopes: ["forms:read" as const] };
  const { key } = await auth.call("auth.createKey", { caller: owner, token, body });
  await expect(auth.call("auth.authenticate", { key })).rejects.toMatchObject({ code: 401 });
  expect(await auth.call("auth.authenticate", { key, workspace: null })).toMatchObject({
    capabilities: ["forms:read"],
  });
  // a copy of the previous release compares with the plain hash
  const { rows } = await query("select key_hash = sha256($1) as is_plain from auth.api_keys where name = 'Limited'", [
    Buffer.from(key),
  ]);
  expect(rows).toEqual([{ is_plain: false }]);
});
