import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newToken } from "../../../services/auth/credentials.ts";
import { insertReset } from "../../../services/auth/store/resets.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { Caller, Origin } from "../../../shared/bus/contract.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { eventually } from "../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { type AuthBroker, auditOf, lettersSent, newOwner, startAuth, statusOf } from "./broker.ts";

/** A person's sign-ins, events, address, and deleting oneself (teams §20.8). */
let auth: AuthBroker;
let mail: MailServer;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  mail = await startMailServer();
  process.env.SMTP_URL = mail.url;
  auth = await startAuth();
});
afterAll(async () => {
  await auth.stop();
  await mail.close();
});

const query = (text: string, values: unknown[] = []) => auth.service.database.pool.query(text, values);
const as = (token: string): Promise<Caller> => auth.call("auth.authenticate", { token, workspace: null });
const baseUrl = "https://forms.example";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const origin: Origin = {
  address: "192.0.2.7",
  user_agent: firefox,
  request_id: "r",
  method: "POST",
  path: "/api/auth/login/",
};
const newest: Paging = { ordering: { field: "created", descending: true }, search: "", limit: 50, offset: 0 };

const login = async (email: string, password: string) =>
  (await auth.call("auth.login", { body: { email, password } }, { meta: { origin } })).token;
const list = async (token: string) =>
  (await auth.call("auth.listSignIns", { caller: await as(token), token, paging: newest })).results;
const kinds = async (caller: Caller) =>
  (await auth.call("auth.listUserEvents", { caller, paging: newest })).results.map(({ kind }) => kind);

/** Returns the newest email to this address with the subject, decoded. */
async function mailTo(email: string, subject: string): Promise<string> {
  return eventually(() => {
    const mine = mail.mails.filter(({ to }) => to.some((address) => address.includes(email)));
    const texts = mine.map(({ data }) => data.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
    const found = texts.findLast((data) => data.includes(subject));
    if (!found) throw new Error(`no mail "${subject}" to ${email}`);
    return found;
  });
}
const tokenIn = (data: string) => /verify-email\?token=([\w-]{43})/.exec(data)?.[1] ?? "";

/** Returns the addresses of a person to which emails are being stopped. */
async function stopping(userId: string): Promise<string[]> {
  const { rows } = await query("select data from auth.jobs where kind = 'stopEmails' order by created");
  return rows.map(({ data }) => JSON.parse(data)).flatMap(({ user_id, email }) => (user_id === userId ? [email] : []));
}

test("lists sign-ins with device and address, and ends one or all others", async () => {
  const { token, email, password } = await newOwner(auth.call);
  const [second, third] = [await login(email, password), await login(email, password)];
  const all = await list(token);
  expect(all.map(({ is_current }) => is_current)).toEqual([false, false, true]);
  expect(all[0]).toMatchObject({ device: "Firefox on Linux", address: "192.0.2.7", method: "password" });
  expect(all[0]?.last_used).toMatch(/:00:00\.000Z$/);
  const caller = await as(token);
  await auth.call("auth.endSignIn", { caller, id: all[0]?.id ?? "" });
  expect(await statusOf(as(third))).toBe(401);
  expect(await statusOf(as(second))).toBe(200);
  await auth.call("auth.endOtherSignIns", { caller, token });
  expect(await statusOf(as(second))).toBe(401);
  expect(await list(token)).toHaveLength(1);
  expect(await statusOf(auth.call("auth.endSignIn", { caller, id: all[0]?.id ?? "" }))).toBe(404);
});

test("another person's sign-in can't be seen or ended", async () => {
  const [mine, other] = [await newOwner(auth.call), await newOwner(auth.call)];
  const [theirs] = await list(other.token);
  const id = theirs?.id ?? "";
  expect(await statusOf(auth.call("auth.endSignIn", { caller: await as(mine.token), id }))).toBe(404);
  expect(await list(mine.token)).toHaveLength(1);
  expect(await statusOf(as(other.token))).toBe(200);
});

test("a sign-in with an end isn't extended beyond it, also by a copy of the previous release", async () => {
  const { token, user } = await newOwner(auth.call);
  const age = "update auth.sign_ins set ends = now() + interval '2 hours', expires = now() + interval '2 hours',";
  await query(`${age} last_used = now() - interval '2 hours' where user_id = $1`, [user.id]);
  await as(token);
  await eventually(async () => {
    const { rows } = await query(
      "select last_used > now() - interval '1 minute' as is_fresh, expires <= ends as is_kept from auth.sign_ins where user_id = $1",
      [user.id],
    );
    expect(rows[0]).toEqual({ is_fresh: true, is_kept: true });
  });
  const old = "update auth.sign_ins set expires = now() + interval '14 days', ends = now() where user_id = $1";
  await query(old, [user.id]);
  expect(await statusOf(as(token))).toBe(401);
});

test("events say what happened, and failed sign-ins of a flood are kept 20 times an hour", async () => {
  const { token, email, password, user } = await newOwner(auth.call);
  await login(email, password);
  const body = { password: "another battery staple", current_password: password };
  await auth.call("auth.updateMe", { caller: await as(token), token, body });
  const wrong = { email, password: "wrong" };
  for (let count = 0; count < 25; count += 1) {
    await statusOf(auth.call("auth.login", { body: wrong }, { meta: { origin } }));
    await lettersSent(auth);
  }
  const caller = await as(token);
  const all = await kinds(caller);
  expect(all.slice(20)).toEqual(["password_changed", "signed_in", "signed_in"]);
  expect(new Set(all.slice(0, 20))).toEqual(new Set(["sign_in_failed"]));
  await query("update auth.user_events set occurred_at = now() - interval '91 days' where user_id = $1", [user.id]);
  expect(await kinds(caller)).toEqual([]);
});

test("changes the address by a link to the new one, and tells the old one", async () => {
  const { token, email, password, user } = await newOwner(auth.call);
  const caller = await as(token);
  const next = `new-${email}`;
  const change = (body: { email: string; password?: string }) =>
    auth.call("auth.changeEmail", { caller, token, body, base_url: baseUrl });
  expect(await statusOf(change({ email: next }))).toBe(400);
  expect(await statusOf(change({ email: next, password: "wrong" }))).toBe(400);
  await auth.call("auth.forgot", { body: { email }, base_url: baseUrl });
  const reset = /reset-password\?token=([\w-]{43})/.exec(await mailTo(email, "Reset your"))?.[1] ?? "";
  await change({ email: next, password });
  const link = tokenIn(await mailTo(next, "Confirm your new email address"));
  expect((await auth.call("auth.me", { caller })).email).toBe(email);
  await auth.call("auth.verifyEmail", { body: { token: link } });
  expect(await auth.call("auth.me", { caller })).toMatchObject({ email: next, email_verified: true });
  await mailTo(email, "Your Pathform email address was changed");
  expect(await statusOf(auth.call("auth.verifyEmail", { body: { token: link } }))).toBe(400);
  // links to the old address don't work anymore
  const body = { token: reset, password: "another battery staple" };
  expect(await statusOf(auth.call("auth.reset", { body }))).toBe(400);
  await login(next, password);
  expect(await statusOf(login(email, password))).toBe(401);
  expect(await kinds(caller)).toContain("email_changed");
  expect(await stopping(user.id)).toEqual([email]);
});

test("a reset link that was asked for before the change isn't made after it", async () => {
  const { user, email } = await newOwner(auth.call);
  const before = { id: user.id, email_key: email };
  await query("update auth.users set email = 'moved' || email, email_key = 'moved' || email_key where id = $1", [
    user.id,
  ]);
  const insert = (person: typeof before) =>
    auth.service.database.write(withoutDeadline, (em) => insertReset(em, person, newToken()));
  expect(await insert(before)).toBe(false);
  expect(await insert({ ...before, email_key: `moved${email}` })).toBe(true);
});

test("stops the workspace's emails to an address that was given up", async () => {
  const { token, email, password, user } = await newOwner(auth.call);
  const caller = await as(token);
  const calls: unknown[] = [];
  auth.service.call = (async (_: string, params: unknown) => calls.push(params)) as unknown as Call;
  const body = { email: `next-${email}`, password };
  await auth.call("auth.changeEmail", { caller, token, body, base_url: baseUrl });
  const link = tokenIn(await mailTo(body.email, "Confirm your new"));
  await auth.call("auth.verifyEmail", { body: { token: link } });
  await eventually(() => expect(calls).toContainEqual({ account_id: user.account_id, form_id: null, email }));
});

test("an address that is taken changes nothing, and its owner is told", async () => {
  const [mine, other] = [await newOwner(auth.call), await newOwner(auth.call)];
  const caller = await as(mine.token);
  const body = { email: other.email.toUpperCase(), password: mine.password };
  expect(await auth.call("auth.changeEmail", { caller, token: mine.token, body, base_url: baseUrl })).toBeNull();
  await mailTo(other.email, "Someone wants to use your email address");
  // taken after the link was sent
  const late = `late-${mine.email}`;
  await auth.call("auth.changeEmail", { caller, token: mine.token, body: { ...body, email: late }, base_url: baseUrl });
  const link = tokenIn(await mailTo(late, "Confirm your new email address"));
  await query("update auth.users set email = $2, email_key = $2 where id = $1", [other.user.id, late]);
  expect(await statusOf(auth.call("auth.verifyEmail", { body: { token: link } }))).toBe(400);
  expect((await auth.call("auth.me", { caller })).email).toBe(mine.email);
});

test("a new address is asked for five times a day", async () => {
  const { token, email, password } = await newOwner(auth.call);
  const caller = await as(token);
  for (let count = 0; count < 7; count += 1) {
    const body = { email: `many-${email}`, password };
    await auth.call("auth.changeEmail", { caller, token, body, base_url: baseUrl });
  }
  await lettersSent(auth);
  expect(mail.mails.filter(({ to }) => to.some((address) => address.includes(`many-${email}`)))).toHaveLength(5);
});

test("deletes the person with their own workspaces, unless they are a needed owner", async () => {
  const calls: unknown[] = [];
  auth.service.call = (async (_: string, params: unknown) => calls.push(params)) as unknown as Call;
  const { token, password, user, email } = await newOwner(auth.call);
  const mate = await newOwner(auth.call);
  const caller = await as(token);
  const own = caller.account_id;
  const { id: shared } = await auth.call("auth.createWorkspace", { caller, body: { name: "Shared" } });
  const join = "insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, 'viewer', 'read')";
  await query(join, [shared, mate.user.id]);
  const key = await auth.call("auth.createKey", { caller, token, body: { name: "Mine" } });
  const remove = (body: { password?: string; code?: string }) => auth.call("auth.deleteMe", { caller, token, body });
  expect(await statusOf(remove({}))).toBe(400);
  expect(await statusOf(remove({ password: "wrong" }))).toBe(400);
  expect(await statusOf(remove({ code: "000000" }))).toBe(400);
  await expect(remove({ password })).rejects.toMatchObject({ code: 409, message: expect.stringContaining('"Shared"') });
  await query("update auth.memberships set role = 'owner' where user_id = $1", [mate.user.id]);
  const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(remove({ password }))));
  expect(statuses).toContain(200);
  expect((await query("select from auth.users where id = $1", [user.id])).rowCount).toBe(0);
  expect(await statusOf(as(token))).toBe(401);
  expect(await statusOf(login(email, password))).toBe(401);
  // 401 once the erasure has begun
  expect([401, 403]).toContain(await statusOf(auth.call("auth.authenticate", { key: key.key, workspace: null })));
  const entries = (await auditOf(auth, own, shared)).filter(({ action }) => action === "member.left");
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ account_id: shared });
  expect(JSON.stringify(entries)).not.toContain(user.name);
  // forms hear of it, so that respondents' requests end, too
  await eventually(() => expect(calls).toContainEqual({ account_id: own, is_suspended: true, revision: 1 }));
  const places = await query("select id, deletes_at is not null as ends from auth.accounts where id = any($1)", [
    [own, shared],
  ]);
  expect(Object.fromEntries(places.rows.map(({ id, ends }) => [id, ends]))).toEqual({ [own]: true, [shared]: false });
});

test("of two owners who delete themselves concurrently, one stays", async () => {
  const [one, two] = [await newOwner(auth.call), await newOwner(auth.call)];
  const caller = await as(one.token);
  const { id } = await auth.call("auth.createWorkspace", { caller, body: { name: "Both" } });
  const viewer = await newOwner(auth.call);
  const join = "insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, $3, 'write')";
  await query(join, [id, two.user.id, "owner"]);
  await query(join, [id, viewer.user.id, "viewer"]);
  const remove = async ({ token, password }: typeof one): Promise<unknown> => {
    const status: unknown = await statusOf(
      auth.call("auth.deleteMe", { caller: await as(token), token, body: { password } }),
    );
    // the row is held longer than a lock waits, if the other one's password takes long to check
    return status === "55P03" ? remove({ token, password } as typeof one) : status;
  };
  // both have proved themselves before one of them gets the workspace's row
  const holder = await auth.service.database.pool.connect();
  await holder.query("begin");
  // audit entries, which take a key share, don't wait for it
  await holder.query("select from auth.accounts where id = $1 for no key update", [id]);
  const removals = Promise.all([remove(one), remove(two)]);
  await eventually(async () => {
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    expect((await query(waiting)).rowCount).toBe(2);
  });
  await holder.query("commit");
  holder.release();
  expect((await removals).sort()).toEqual([200, 409]);
});

test("forms forget the name of a person whom a copy of the previous release deletes, after failures", async () => {
  const userId = randomUUID();
  const calls: unknown[] = [];
  let failures = 1;
  auth.service.call = (async (action: string, params: { user_id: string }) => {
    if (params.user_id !== userId) return;
    failures -= 1;
    if (failures >= 0) throw new Error("forms is down");
    calls.push(action);
  }) as unknown as Call;
  await query("insert into auth.deleted_users (user_id) values ($1) on conflict do nothing", [userId]);
  await eventually(() => expect(calls).toEqual(["forms.forgetAuthor"]));
});
