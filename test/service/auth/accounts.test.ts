import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { resetPassword } from "../../../services/auth/changePassword.ts";
import {
  hashingLimits,
  hashPassword,
  isPassword,
  unusableHash,
  withPassword,
} from "../../../services/auth/passwords.ts";
import type { Call } from "../../../shared/bus/calls.ts";
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

describe("register and login", () => {
  test("signs a user in at registration, and again ignoring the email's case", async () => {
    const body = { email: "Ann@Example.com", password: "correct horse battery", name: "Ann" };
    const { user, token } = await call("auth.register", { body });
    expect(user).toMatchObject({ email: "Ann@Example.com", name: "Ann" });
    expect(await call("auth.authenticate", { token, workspace: null })).toMatchObject({
      account_id: user.account_id,
      user_id: user.id,
      key_id: null,
      role: "owner",
    });
    const again = await call("auth.login", { body: { email: "aNN@example.COM", password: body.password } });
    expect(again.user).toEqual(user);
    expect(again.token).not.toBe(token);
  });

  test("returns 409 for a taken email, ignoring case and under concurrency, and leaves no account behind", async () => {
    const { rows: before } = await query("select count(*)::int as count from auth.accounts");
    const body = (email: string) => ({ email, password: "correct horse battery", name: "Twin" });
    const emails = ["twin@example.com", "TWIN@example.com", "Twin@Example.Com"];
    const statuses = await Promise.all(emails.map((email) => statusOf(call("auth.register", { body: body(email) }))));
    expect(statuses.sort()).toEqual([200, 409, 409]);
    const { rows: after } = await query("select count(*)::int as count from auth.accounts");
    expect(after[0].count - before[0].count).toBe(1);
  });

  test("gives the same error for a wrong email and a wrong password", async () => {
    const { email } = await newOwner(call);
    const attempt = async (address: string) => {
      const wrong = { email: address, password: "wrong wrong wrong" };
      const { code, type, message, data } = await call("auth.login", { body: wrong }).catch((problem) => problem);
      return { code, type, message, data };
    };
    expect(await attempt("nobody@example.com")).toEqual(await attempt(email));
    expect(await attempt(email)).toMatchObject({ code: 401 });
  });

  test("ends only the current sign-in on logout", async () => {
    const { email, password, token } = await newOwner(call);
    const other = await call("auth.login", { body: { email, password } });
    await call("auth.logout", { token });
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(401);
    expect(await statusOf(call("auth.authenticate", { token: other.token }))).toBe(200);
  });
});

describe("hashing", () => {
  /** Fills all hashing slots and the queue until the returned function is called. */
  function occupied(): () => Promise<unknown> {
    const end = Promise.withResolvers<null>();
    const { running, waiting } = hashingLimits;
    const turns = Array.from({ length: running + waiting }, () =>
      withPassword(() => end.promise, "correct horse battery"),
    );
    return () => {
      end.resolve(null);
      return Promise.all(turns);
    };
  }

  test("returns 503 with Retry-After when the hashing queue is full, for known and unknown emails", async () => {
    const { email, caller, token, password } = await newOwner(call);
    const release = occupied();
    const refused = [
      call("auth.login", { body: { email, password } }),
      // an unknown email takes a slot like a known one
      call("auth.login", { body: { email: "nobody@example.com", password } }),
      call("auth.register", { body: { email: "late@example.com", password, name: "Late" } }),
      call("auth.updateMe", { caller, token, body: { password: "another long one", current_password: password } }),
    ];
    try {
      for (const one of refused) {
        await expect(one).rejects.toMatchObject({ code: 503, data: { headers: { "Retry-After": expect.anything() } } });
      }
      // requests without hashing still succeed
      expect(await statusOf(call("auth.authenticate", { token }))).toBe(200);
    } finally {
      await release();
    }
    expect(await statusOf(call("auth.login", { body: { email, password } }))).toBe(200);
  });

  test("makes a hash that no password matches and that costs as much to compare as any other", async () => {
    const parameters = (hash: string) => hash.split("$").slice(0, 4);
    expect(parameters(unusableHash())).toEqual(parameters(await hashPassword("correct horse battery")));
    expect(await isPassword(unusableHash(), "correct horse battery")).toBe(false);
    expect(unusableHash()).not.toBe(unusableHash());
  });

  test("tells a right password from a wrong one while others hash theirs", async () => {
    const hash = await hashPassword("correct horse battery");
    const asked = Array.from({ length: hashingLimits.waiting }, async (_, index) => {
      if (index % 3 === 0) return (await hashPassword(`password ${index}`)).startsWith("$argon2id$");
      const isRight = index % 3 === 1;
      return (await isPassword(hash, isRight ? "correct horse battery" : "another long one")) === isRight;
    });
    expect(await Promise.all(asked)).toEqual(asked.map(() => true));
  });

  const onLinux = process.platform === "linux" ? test : test.skip;
  onLinux("is done by a thread whose priority is lower than that of what serves respondents", async () => {
    const { email, password } = await newOwner(call);
    await call("auth.login", { body: { email, password } });
    // proc(5): the name may contain spaces, and the 17th field after it is the nice value
    const niceOf = (id: string) =>
      Number(readFileSync(`/proc/self/task/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16]);
    const threads = readdirSync("/proc/self/task").map((id) => ({ id: Number(id), nice: niceOf(id) }));
    const own = threads.find(({ id }) => id === process.pid)?.nice ?? Number.NaN;
    expect(threads.map(({ nice }) => nice)).toContain(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL));
    expect(own).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  test("answers as many concurrent sign-ins as fit the queue", async () => {
    const { email, password } = await newOwner(call);
    const { running, waiting } = hashingLimits;
    const logins = Array.from({ length: running + waiting }, () =>
      statusOf(call("auth.login", { body: { email, password } })),
    );
    expect(new Set(await Promise.all(logins))).toEqual(new Set([200]));
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

  test("lasts 14 days from the last use, renewed at most once an hour", async () => {
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

  test("rejects an expired sign-in", async () => {
    const { token, user } = await newOwner(call);
    await query("update auth.sign_ins set expires = now() - interval '1 second' where user_id = $1", [user.id]);
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(401);
  });
});

describe("me", () => {
  test("requires the current password for a new one, and ends all other sign-ins", async () => {
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

  test("accepts one of two concurrent new passwords and ends all sign-ins with the old one", async () => {
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

  test("rejects a sign-in with the old password while the new one is being stored", async () => {
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

  test("ends every sign-in when an operator resets the password", async () => {
    const { email, password, token } = await newOwner(call);
    const next = await resetPassword(auth.service.database, email.toUpperCase());
    expect(await statusOf(call("auth.authenticate", { token }))).toBe(401);
    expect(await statusOf(call("auth.login", { body: { email, password } }))).toBe(401);
    expect(await statusOf(call("auth.login", { body: { email, password: next } }))).toBe(200);
    expect(await statusOf(resetPassword(auth.service.database, "nobody@example.com"))).toBe(404);
  });
});

test("stores no password, token or key in plain text", async () => {
  const { caller, password, token } = await newOwner(call, "plain text password");
  const { key } = await call("auth.createKey", { caller, token, body: { name: "plain" } });
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
