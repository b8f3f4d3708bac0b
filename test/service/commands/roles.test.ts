import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { releasePool, takePool } from "../../../shared/platform/database/pools.ts";
import { freshDatabase, type TestDatabase } from "../../support/postgres.ts";
import { bareEnvironment } from "../../support/processes.ts";
import { rolesIn, type ServiceRoles, servicesWithRoles } from "../../support/roles.ts";

/** Roles of deploy/commands/roles.ts, which Kubernetes' Job runs after each migration. */
const root = join(import.meta.dirname, "../../..");

process.env.DATABASE_SETTINGS = "role";

let database: TestDatabase;
let roles: ServiceRoles;

const run = (command: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [`deploy/commands/${command}.ts`], {
    cwd: root,
    env: { ...bareEnvironment(), MIGRATE_DATABASE_URL: database.url, ...env },
  });

/** Runs a statement in a new connection of this role. */
async function as<T extends pg.QueryResultRow>(role: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: role === "owner" ? database.url : roles.urlOf(role) });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await freshDatabase();
  roles = rolesIn(database.url);
  await run("migrate", {});
  await roles.make();
}, 60_000);
afterAll(async () => {
  await roles.drop();
  await database.drop();
});

const denied = (statement: string) =>
  expect.objectContaining({ message: expect.stringMatching(`permission denied for ${statement}`) });

test("analytics reads the sessions schema and can't change it", async () => {
  expect(await as("analytics", "select id from sessions.sessions")).toEqual([]);
  const tables = await as<{ name: string }>(
    "owner",
    "select format('sessions.%I', tablename) as name from pg_tables where schemaname = 'sessions'",
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables) {
    await expect(as("analytics", `delete from ${name}`)).rejects.toEqual(denied("table"));
    await expect(as("analytics", `insert into ${name} default values`)).rejects.toEqual(denied("table"));
    await expect(as("analytics", `truncate ${name}`)).rejects.toEqual(denied("table"));
  }
  await expect(as("analytics", "create table sessions.mine ()")).rejects.toEqual(denied("schema"));
});

test("auth adds to the audit log and can't change it, whichever of both commands was first", async () => {
  const row = `insert into auth.audit_events (id, account_id, occurred_at, action, outcome, actor_type, targets, target_ids, changes)
    values (gen_random_uuid(), gen_random_uuid(), now() - interval '31 days', 'form.created', 'success', 'system', '[]', '{}', '[]')`;
  await as("auth", row);
  const refused = async () => {
    for (const text of [
      "update auth.audit_events set action = 'form.changed'",
      "delete from auth.audit_events",
      "truncate auth.audit_events",
    ])
      await expect(as("auth", `set pathform.audit = 'kept by its function'; ${text}`)).rejects.toEqual(denied("table"));
  };
  await refused();
  await as("owner", `grant update, delete, truncate on auth.audit_events to "auth_${roles.suffix}"`);
  await as("owner", "delete from auth.migrations where name = '0008-audit'");
  await run("migrate", {});
  await refused();
  await as("auth", "select auth.trim_audit(30, 10)");
  expect(await as("auth", "select id from auth.audit_events")).toEqual([]);
});

test.each(servicesWithRoles)("%s can use its own schema and no other one", async (service) => {
  expect(await as(service, `select name from ${service}.migrations limit 0`)).toEqual([]);
  await expect(as(service, `delete from ${service}.migrations`)).rejects.toEqual(denied("table"));
  for (const other of servicesWithRoles) {
    if (other === service || (service === "analytics" && other === "sessions")) continue;
    await expect(as(service, `select 1 from ${other}.migrations`)).rejects.toEqual(denied("schema"));
  }
});

test("tables of a later migration have the same rights", async () => {
  await as("owner", "create table sessions.later (id int)");
  await as("sessions", "insert into sessions.later values (1)");
  expect(await as("analytics", "select id from sessions.later")).toEqual([{ id: 1 }]);
  await expect(as("analytics", "delete from sessions.later")).rejects.toEqual(denied("table"));
});

test("a second run updates passwords and settings", async () => {
  await as(
    "owner",
    `alter role forms_${roles.suffix} set jit = on; alter role forms_${roles.suffix} password 'another'`,
  );
  await roles.make();
  const [row] = await as(
    "forms",
    "select current_setting('jit') as jit, current_setting('lock_timeout') as lock_timeout",
  );
  expect(row).toEqual({ jit: "off", lock_timeout: "5s" });
});

test("a process connects as the role of each pool, and names the settings that a role lacks", async () => {
  await as("owner", `alter role forms_${roles.suffix} set jit = on`);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const [forms, sessions] = [takePool(roles.urlOf("forms"), warn), takePool(roles.urlOf("sessions"), warn)];
  await forms.pool.query("select 1");
  const { rows } = await sessions.hotPool.query(
    "select current_user as role, current_setting('plan_cache_mode') as mode",
  );
  expect(rows).toEqual([{ role: `sessions_${roles.suffix}_hot`, mode: "force_generic_plan" }]);
  const reader = takePool(roles.urlOf("analytics"), warn, "read");
  const read = await reader.pool.query("select current_setting('transaction_read_only') as is_on");
  expect(read.rows).toEqual([{ is_on: "on" }]);
  await Promise.all([
    releasePool(roles.urlOf("forms")),
    releasePool(roles.urlOf("sessions")),
    releasePool(roles.urlOf("analytics"), "read"),
  ]);
  expect(warnings).toEqual([`The PostgreSQL role forms_${roles.suffix} lacks jit=off. Run deploy/commands/roles.ts.`]);
});

test("rejects a URL that names the owner", async () => {
  await expect(run("roles", { FORMS_DATABASE_URL: database.url })).rejects.toMatchObject({
    stderr: "FORMS_DATABASE_URL must name another role than MIGRATE_DATABASE_URL.\n",
  });
});

test("names the variable and the right that its role lacks, and the command that creates the schemas", async () => {
  const url = roles.urlOf("analytics");
  const weak = run("roles", { ...roles.urls, MIGRATE_DATABASE_URL: url, ANALYTICS_DATABASE_URL: "" });
  await expect(weak).rejects.toThrow(
    new RegExp(
      `The role "analytics_${roles.suffix}" of MIGRATE_DATABASE_URL must own the schemas and have CREATEROLE: `,
    ),
  );
  const empty = await freshDatabase();
  try {
    await expect(run("roles", { ...roles.urls, MIGRATE_DATABASE_URL: empty.url })).rejects.toThrow(
      'No schema "auth" yet. Run `npm run migrate` or restore a backup first.',
    );
  } finally {
    await empty.drop();
  }
});
