import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { startEmbedded } from "../../../shared/platform/embedded/postgres.ts";
import { eventually } from "../../support/eventually.ts";
import { guardProcess, processIsGone } from "../../support/guard.ts";
import { bareEnvironment } from "../../support/processes.ts";
import { runFolder } from "../../support/run.ts";
import { type AuthBroker, auditOf, newOwner, startAuth, statusOf } from "./broker.ts";

/** Operators' commands as separate processes (decisions §8). */
interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const usage =
  "Usage: npm run user -- create <email> [--name <name>] | owner <email> <workspace id> | reset|link|sign-out|reset-second-factor|delete <email>\n";
const launcher = join(import.meta.dirname, "../../../deploy/run.mjs");

function run(command: string, args: string[], env: Record<string, string>): Promise<Outcome> {
  const options = { env: { ...bareEnvironment(), ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [launcher, `commands/${command}`, ...args], options, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const operatorsEntries = async (auth: AuthBroker, accountId: string) =>
  (await auditOf(auth, accountId)).filter(({ actor_type }) => actor_type === "operator");

describe("npm run user", () => {
  let auth: AuthBroker;

  beforeAll(async () => {
    process.env.SIGNUP = "open";
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  test("creates an account and prints only its password on stdout, whatever SIGNUP says", async () => {
    const email = "grace@example.com";
    const env = { DATABASE_URL: auth.url, SIGNUP: "closed" };
    const { code, stdout } = await run("user.ts", ["create", email, "--name", "Grace"], env);
    expect(code).toBe(0);
    const { user } = await auth.call("auth.login", { body: { email, password: stdout.trim() } });
    expect(user).toMatchObject({ email, name: "Grace" });
    const again = await run("user.ts", ["create", "GRACE@example.com"], env);
    expect(again).toEqual({ code: 1, stdout: "", stderr: "GRACE@example.com is already registered.\n" });
  });

  test("prints only the new password on stdout and ends all sign-ins", async () => {
    const { email, password, token } = await newOwner(auth.call);
    const { code, stdout } = await run("user.ts", ["reset", email], { DATABASE_URL: auth.url });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S{20}\n$/);
    const login = (text: string) => statusOf(auth.call("auth.login", { body: { email, password: text } }));
    expect(await login(password)).toBe(401);
    expect(await login(stdout.trim())).toBe(200);
    expect(await statusOf(auth.call("auth.authenticate", { token }))).toBe(401);
  });

  test("lets a person in by a link, signs them out, and turns off their two-step sign-in", async () => {
    const { email, user, token: first } = await newOwner(auth.call);
    const env = { DATABASE_URL: auth.url, BASE_URL: "https://forms.example/" };
    const { stdout } = await run("user.ts", ["link", email], env);
    const [, token = ""] = /^https:\/\/forms\.example\/sign-in\?link=([\w-]{43})\n$/.exec(stdout) ?? [];
    const enter = (link: string) => auth.call("auth.loginWithLink", { body: { token: link } });
    const entered = await enter(token);
    expect(await auth.call("auth.authenticate", { token: entered.token })).toMatchObject({ sign_in: "link" });
    expect(await statusOf(enter(token))).toBe(401);
    const late = (await run("user.ts", ["link", email], env)).stdout.split("link=")[1]?.trim() ?? "";
    const { pool } = auth.service.database;
    await pool.query("update auth.sign_in_links set expires = now() where user_id = $1", [user.id]);
    expect(await statusOf(enter(late))).toBe(401);
    expect(await run("user.ts", ["sign-out", email], env)).toMatchObject({ code: 0 });
    for (const ended of [first, entered.token])
      expect(await statusOf(auth.call("auth.authenticate", { token: ended }))).toBe(401);
    const reset = () => run("user.ts", ["reset-second-factor", email], env);
    expect(await reset()).toMatchObject({ code: 1, stderr: `${email} has no two-step sign-in.\n` });
    await pool.query(
      "insert into auth.second_factors (user_id, kind, secret, confirmed) values ($1, 'totp', 'v1:', now())",
      [user.id],
    );
    expect(await reset()).toMatchObject({ code: 0 });
    const { rows } = await pool.query(
      "select kind, address from auth.user_events where user_id = $1 order by occurred_at",
      [user.id],
    );
    expect(rows.slice(-2)).toEqual([
      { kind: "signed_out", address: null },
      { kind: "second_factor_off", address: null },
    ]);
  });

  test("makes a person an owner, and deletes a person with workspaces that have no other members", async () => {
    const { caller, email } = await newOwner(auth.call);
    const other = await newOwner(auth.call);
    const letters: unknown[] = [];
    auth.service.mail = {
      send: async ({ to, written }) => void letters.push([to.address, written.subject]),
      close: () => undefined,
    };
    const env = { DATABASE_URL: auth.url };
    const unknown = await run("user.ts", ["owner", email, "00000000-0000-4000-8000-000000000000"], env);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("No workspace") });
    expect(await run("user.ts", ["owner", email, other.caller.account_id], env)).toMatchObject({ code: 0 });
    const isSent = async () => {
      expect(letters).toContainEqual([email, "You were added to Owner's workspace"]);
      expect((await auth.service.database.pool.query("select from auth.audit_outbox")).rowCount).toBe(0);
    };
    // the command's process wakes no other one, and these loops look once a minute
    await eventually(isSent);
    const remaining = async () => {
      const { rows } = await auth.service.database.pool.query<{ account_id: string }>(
        "select account_id from auth.memberships where account_id = any($1) order by account_id",
        [[caller.account_id, other.caller.account_id]],
      );
      return rows.map(({ account_id }) => account_id);
    };
    expect(await remaining()).toHaveLength(3);
    const added = { action: "member.added", changes: [{ field: "role", before: null, after: "owner" }] };
    expect(await operatorsEntries(auth, other.caller.account_id)).toMatchObject([added]);
    // an address in several workspaces names them and stops
    const several = await run("accounts.ts", ["delete", email], env);
    expect(several).toMatchObject({ code: 1, stderr: expect.stringContaining(other.caller.account_id) });
    expect(await run("user.ts", ["delete", email], env)).toMatchObject({ code: 0 });
    expect(await remaining()).toEqual([other.caller.account_id]);
    const left = await operatorsEntries(auth, other.caller.account_id);
    expect(left.map(({ action }) => action).sort()).toEqual(["member.added", "member.removed"]);
    const { rows } = await auth.service.database.pool.query("select from auth.accounts where id = $1", [
      caller.account_id,
    ]);
    expect(rows).toEqual([]);
  }, 60_000);

  test("doesn't delete the only owner of a workspace with other members", async () => {
    const { caller, email } = await newOwner(auth.call);
    const other = await newOwner(auth.call);
    await auth.service.database.pool.query(
      "insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, 'admin', 'write')",
      [caller.account_id, other.caller.user_id],
    );
    const outcome = await run("user.ts", ["delete", email], { DATABASE_URL: auth.url });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("is the only owner of") });
  });

  test.each([
    [["reset", "nobody@example.com"], "No user with email nobody@example.com.\n"],
    [["create", "no address"], "email: must be an email address.\n"],
    [["reset"], usage],
    [["reset", "nobody@example.com", "--name", "Ada"], usage],
    [["delete", "nobody@example.com"], "No user with email nobody@example.com.\n"],
    [["owner", "nobody@example.com"], usage],
    [["create", "--title", "Ada"], usage],
    [[], usage],
  ])("exits with 1 and one clear line for %j", async (args, line) => {
    const outcome = await run("user.ts", args, { AUTH_DATABASE_URL: auth.url });
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: line });
  });
});

describe("with the embedded PostgreSQL", () => {
  let dataDir: string;

  beforeAll(() => {
    dataDir = mkdtempSync(join(runFolder(), "commands-"));
    chmodSync(dataDir, 0o711);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const allMigrated = (outcome: Outcome) => {
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    for (const schema of ["auth", "forms", "integrations", "sessions"]) {
      expect(outcome.stdout).toMatch(new RegExp(`^${schema}: \\d{4}-\\S+$`, "m"));
    }
  };

  test("starts and stops it for each command if none is running", async () => {
    const env = { DATA_DIR: dataDir };
    const [migrated, reset] = await Promise.all([
      run("migrate.ts", [], env),
      run("user.ts", ["reset", "nobody@example.com"], env),
    ]);
    allMigrated(migrated);
    expect(reset.stderr).toBe("No user with email nobody@example.com.\n");
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    expect(existsSync(join(dataDir, "command.lock"))).toBe(false);
  }, 60_000);

  test("migrates a running server whatever MIGRATE says, and keeps it running", async () => {
    const server = await startEmbedded({ dataDir, settings: { fsync: "off" } });
    const pid = Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
    guardProcess(pid);
    allMigrated(await run("migrate.ts", [], { DATA_DIR: dataDir, MIGRATE: "false" }));
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query("select name from auth.migrations");
    expect(rows).toContainEqual({ name: "0001-auth" });
    await client.end();
    await server.stop();
    processIsGone(pid);
  });
});
