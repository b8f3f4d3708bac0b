import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
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

describe("register and login", () => {
  test("a registered user is signed in, and signs in again whatever the case of the e-mail", async () => {
    const body = { email: "Ann@Example.com", password: "correct horse battery", name: "Ann" };
    const { user, token } = await call("auth.register", { body });
    expect(user).toMatchObject({ email: "Ann@Example.com", name: "Ann" });
    expect(await call("auth.authenticate", { token })).toEqual({
      account_id: user.account_id,
      user_id: user.id,
      key_id: null,
    });
    const again = await call("auth.login", { body: { email: "aNN@example.COM", password: body.password } });
    expect(again.user).toEqual(user);
    expect(again.token).not.toBe(token);
  });

  test("a taken e-mail is 409 without case, also for one of two at once, and leaves no account behind", async () => {
    const { rows: before } = await query("select count(*)::int as count from auth.accounts");
    const body = (email: string) => ({ email, password: "correct horse battery", name: "Twin" });
    const emails = ["twin@example.com", "TWIN@example.com", "Twin@Example.Com"];
    const statuses = await Promise.all(emails.map((email) => statusOf(call("auth.register", { body: body(email) }))));
    expect(statuses.sort()).toEqual([200, 409, 409]);
    const { rows: after } = await query("select count(*)::int as count from auth.accounts");
    expect(after[0].count - before[0].count).toBe(1);
  });

  test("wrong e-mail and wrong password answer alike, and both hash a password", async () => {
    const { email } = await newOwner(call);
    const attempt = async (address: string) => {
      const begun = performance.now();
      const error = await call("auth.login", { body: { email: address, password: "wrong wrong wrong" } }).catch(
        (problem) => problem,
      );
      return { answer: [error.code, error.type, error.message, error.data], ms: performance.now() - begun };
    };
    const known = [];
    const unknown = [];
    for (let i = 0; i < 7; i++) {
      known.push(await attempt(email));
      unknown.push(await attempt("nobody@example.com"));
    }
    expect(unknown[0]?.answer).toEqual(known[0]?.answer);
    expect(known[0]?.answer[0]).toBe(401);
    const median = (attempts: { ms: number }[]) => attempts.map(({ ms }) => ms).sort((a, b) => a - b)[3] as number;
    expect(median(unknown)).toBeGreaterThan(median(known) / 3);
    expect(median(known)).toBeGreaterThan(median(unknown) / 3);
  });

  test("logout ends this sign-in alone", async () => {
    const { email, password, token } = await newOwner(call);
    const other = await call("auth.login", { body: { email, password } });
    await call("auth.logout", { token });
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(401);
    expect(await statusOf(call("auth.authenticate", { token: other.token }))).toBe(200);
  });
});

describe("sign-ins", () => {
  const expiry = async (userId: string): Promise<number> => {
    const { rows } = await query(
      "select extract(epoch from expires - now()) as s from auth.sign_ins where user_id = $1",
      [userId],
    );
    return Number(rows[0].s) / 3600;
  };

  test("last 14 days from their last use, written at most once an hour", async () => {
    const { token, user } = await newOwner(call);
    const age = (hours: number) =>
      query(
        "update auth.sign_ins set expires = now() + interval '14 days' - $2 * interval '1 hour' where user_id = $1",
        [user.id, hours],
      );
    await age(0.5);
    await call("auth.authenticate", { token });
    await new Promise((done) => setTimeout(done, 50));
    expect(await expiry(user.id)).toBeLessThan(335.6);
    await age(24 * 13);
    await call("auth.authenticate", { token });
    await eventually(async () => expect(await expiry(user.id)).toBeGreaterThan(335.9));
  });

  test("an expired one is dead", async () => {
    const { token, user } = await newOwner(call);
    await query("update auth.sign_ins set expires = now() - interval '1 second' where user_id = $1", [user.id]);
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(401);
  });
});

describe("me", () => {
  test("a new password needs the current one and ends all other sign-ins", async () => {
    const { email, password, token, caller } = await newOwner(call);
    const other = await call("auth.login", { body: { email, password } });
    const next = "another long password";
    const update = (body: object) => call("auth.updateMe", { caller, token, body });
    await expect(update({ password: next })).rejects.toMatchObject({
      code: 400,
      data: { errors: ["current_password: is required"] },
    });
    await expect(update({ password: next, current_password: "wrong" })).rejects.toMatchObject({
      code: 400,
      data: { errors: [expect.stringMatching(/^current_password: /)] },
    });
    expect(await update({ name: "Renamed", password: next, current_password: password })).toMatchObject({
      name: "Renamed",
    });
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(200);
    expect(await statusOf(call("auth.authenticate", { token: other.token }))).toBe(401);
    expect(await statusOf(call("auth.login", { body: { email, password } }))).toBe(401);
    expect(await statusOf(call("auth.login", { body: { email, password: next } }))).toBe(200);
    expect(await call("auth.me", { caller })).toMatchObject({ name: "Renamed", email });
  });

  test("of two new passwords at once one wins, and no sign-in with the old one outlives it", async () => {
    const { email, password, token, caller, user } = await newOwner(call);
    const update = (next: string) =>
      statusOf(call("auth.updateMe", { caller, token, body: { password: next, current_password: password } }));
    const logins = Array.from({ length: 6 }, () => call("auth.login", { body: { email, password } }).catch(() => null));
    const [statuses] = await Promise.all([
      Promise.all([update("first new password"), update("second new password")]),
      ...logins,
    ]);
    expect(statuses.sort()).toEqual([200, 400]);
    const { rows } = await query("select count(*)::int as count from auth.sign_ins where user_id = $1", [user.id]);
    expect(rows[0].count).toBe(1);
  });

  test("a sign-in with the old password that meets the new one being written is refused", async () => {
    const { email, password, user } = await newOwner(call);
    const change = await auth.service.database.pool.connect();
    try {
      await change.query("begin");
      await change.query("update auth.users set password_hash = 'another' where id = $1", [user.id]);
      await change.query("delete from auth.sign_ins where user_id = $1", [user.id]);
      const login = statusOf(call("auth.login", { body: { email, password } }));
      await eventually(async () => {
        const { rows } = await query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(rows).toHaveLength(1);
      }, 3).catch(() => undefined);
      await change.query("commit");
      expect(await login).toBe(401);
    } finally {
      change.release();
    }
  });

  test("an operator's reset gives a password and ends every sign-in", async () => {
    const { email, password, token } = await newOwner(call);
    const { password: next } = await call("auth.resetPassword", { email: email.toUpperCase() });
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(401);
    expect(await statusOf(call("auth.login", { body: { email, password } }))).toBe(401);
    expect(await statusOf(call("auth.login", { body: { email, password: next } }))).toBe(200);
    expect(await statusOf(call("auth.resetPassword", { email: "nobody@example.com" }))).toBe(404);
  });
});

test("no password, token or key stands in the database as it is", async () => {
  const { caller, password, token } = await newOwner(call, "plain text password");
  const { key } = await call("auth.createKey", { caller, body: { name: "plain" } });
  const { rows: tables } = await query("select tablename from pg_tables where schemaname = 'auth'");
  const dump = await Promise.all(
    tables.map(({ tablename }) => query(`select row_to_json(t)::text as row from auth.${tablename} t`)),
  );
  const text = dump.flatMap(({ rows }) => rows.map(({ row }) => row as string)).join("\n");
  expect(text).toContain(caller.account_id);
  const asBytea = (secret: string) => Buffer.from(secret).toString("hex");
  for (const secret of [password, token, key, key.slice(12)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(asBytea(secret));
  }
  expect(text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
});
