import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { type Databases, eraseAccount, tables, withDatabases } from "../../../deploy/commands/accountData.ts";
import { eraseFiles } from "../../../services/sessions/store/accountTables.ts";
import { openDirectory } from "../../../shared/platform/files/directory.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import { eventually } from "../../support/eventually.ts";
import { migratedDatabase } from "../../support/postgres.ts";
import { bareEnvironment } from "../../support/processes.ts";
import { runFolder } from "../../support/run.ts";

/** `npm run accounts` (decisions §8): top, export and delete. */

/** Tables without an account's data. List a new table here or in its service's store/accountTables.ts. */
const tablesWithoutAccount = [
  // their rows become jobs
  "auth.deleted_users",
  "auth.departures",
  "auth.suspensions",
  "forms.moves",
  "integrations.resume_mails",
  "auth.forgotten_addresses",
  "auth.invitation_letters",
  "auth.setup_token",
  "auth.usage_flushes",
  "sessions.erased_sessions",
  "integrations.erased_sessions",
  "integrations.leases",
  "integrations.recipient_key",
  ...["auth", "forms", "sessions", "analytics", "integrations"].map((schema) => `${schema}.migrations`),
];

let database: pg.Pool;
let url: string;
let drop: () => Promise<void>;
let folder: string;
let uploads: FileStore;

beforeAll(async () => {
  ({ url, drop } = await migratedDatabase());
  process.env.DATABASE_URL = url;
  database = new pg.Pool({ connectionString: url, max: 2 });
  await opened(async () => undefined);
}, 60_000);
afterAll(async () => {
  await database.end();
  await drop();
});
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), "accounts-"));
  uploads = openDirectory(join(folder, "uploads"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const quiet = { info: () => undefined, warn: () => undefined };
const opened = <T>(work: (databases: Databases) => Promise<T>) => withDatabases(quiet, work);

interface Account {
  id: string;
  email: string;
  /** Words and ids that only this account has. */
  marks: string[];
}

let number = 0;

/** Creates an account with a row in every possible table, an uploaded file and an image. */
async function newAccount(): Promise<Account> {
  number += 1;
  const canary = `canary${number}x`;
  const [id, user, theme, form, version, session, file, integration, attachment, delivery, event, image] = Array.from(
    { length: 12 },
    () => randomUUID(),
  ) as [string, string, string, string, string, string, string, string, string, string, string, string];
  const email = `${canary}@example.com`;
  const insert = (table: string, values: Record<string, unknown>) => insertRow(table, canary, values);
  await insert("auth.accounts", { id });
  await insert("auth.users", { id: user, account_id: id, email, email_key: email });
  await insert("auth.invitations", { account_id: id, token_hash: Buffer.from(canary) });
  await insert("auth.form_grants", { account_id: id, user_id: user, role: "viewer", responses: "none" });
  await insert("auth.invitation_declines", { account_id: id, recipient: Buffer.from(canary) });
  await insert("auth.jobs", { account_id: id });
  await insert("auth.email_verifications", { user_id: user });
  await insert("auth.sign_ins", { user_id: user });
  await insert("auth.second_factors", { user_id: user, kind: "totp" });
  await insert("auth.recovery_codes", { user_id: user });
  await insert("auth.challenges", { user_id: user });
  await insert("auth.email_changes", { user_id: user });
  await insert("auth.email_undos", { user_id: user });
  await insert("auth.sign_in_links", { user_id: user });
  await insert("auth.identities", { user_id: user });
  await insert("auth.oidc_states", { user_id: user, state_hash: Buffer.from(canary) });
  await insert("auth.user_events", { user_id: user });
  await insert("auth.password_resets", { user_id: user });
  await insert("auth.api_keys", { account_id: id, user_id: user });
  await insert("auth.idempotency_keys", { account_id: id });
  await insert("auth.audit_events", { account_id: id });
  for (const schema of Object.keys(tables)) await insert(`${schema}.audit_outbox`, { account_id: id });
  await insert("auth.usage", { account_id: id, requests: number * 10, day: new Date() });
  await insert("forms.themes", { id: theme, account_id: id });
  await insert("forms.forms", { id: form, account_id: id, theme_id: theme });
  await insert("forms.drafts", { form_id: form });
  await insert("forms.saved_views", { form_id: form });
  await insert("forms.translation_originals", { form_id: form });
  await insert("forms.draft_translations", { form_id: form });
  await insert("forms.version_translations", { form_id: form });
  await insert("forms.suspended_accounts", { account_id: id });
  await insert("forms.suspension_revisions", { account_id: id });
  await insert("forms.jobs", { account_id: id });
  await insert("forms.image_shares", { account_id: id });
  await insert("forms.versions", { form_id: form });
  await insert("forms.images", { id: image, account_id: id, key: `images/${id}/${image}`, state: "stored", size: 7 });
  await uploads.write(`images/${id}/${image}`, Readable.from([canary]));
  await insert("sessions.live_forms", { form_id: form, account_id: id });
  await insert("sessions.versions", { id: version, form_id: form });
  await insert("sessions.version_translations", { version_id: version });
  await insert("sessions.form_days", { form_id: form });
  await insert("sessions.attached_forms", { form_id: form });
  await insert("sessions.suspended_forms", { form_id: form });
  await insert("sessions.exact_forms", { form_id: form });
  await insert("sessions.claims", { form_id: form, holder: session });
  await insert("sessions.imports", { form_id: form, file_key: null });
  await insert("sessions.imported", { form_id: form, holder: session });
  await insert("sessions.option_places", { form_id: form });
  await insert("sessions.form_uploads", { form_id: form });
  await insert("sessions.sessions", { id: session, form_id: form, version_id: version, status: "completed" });
  const counts = { day: "-infinity", slot: 0, in_progress: 0, completed: 1, abandoned: 0 };
  await insert("sessions.form_counts", { form_id: form, ...counts });
  await insert("sessions.visits", { session_id: session });
  await insert("sessions.links", { form_id: form });
  await insert("sessions.revisions", { session_id: session, revision: 2 });
  await insert("sessions.resumes", { session_id: session, asked_at: [new Date()] });
  await insert("sessions.events", { session_id: session, form_id: form, id: event });
  await insert("sessions.files", {
    id: file,
    session_id: session,
    state: "stored",
    key: `${session}/${file}`,
    size: 7,
  });
  await uploads.write(`${session}/${file}`, Readable.from([canary]));
  await database.query(
    "insert into analytics.search (session_id, words) values ($1, array_to_tsvector(array['form ' || $2, $3]))",
    [session, form, canary],
  );
  await insert("analytics.rollup_forms", { form_id: form });
  await insert("analytics.contributions", { session_id: session, form_id: form });
  await insert("analytics.rollups", { form_id: form });
  await insert("analytics.results", { form_id: form });
  await insert("integrations.integrations", { id: integration, account_id: id, type: "webhook", status: "connected" });
  await insert("integrations.attachments", { id: attachment, form_id: form, integration_id: integration });
  await insert("integrations.deliveries", {
    ...{ id: delivery, account_id: id, form_id: form, session_id: session, integration_id: integration },
    ...{ event_id: event, attachment_id: attachment, state: "queued", due_at: new Date(Date.now() + 3_600_000) },
  });
  await insert("integrations.made", { integration_id: integration, session_id: session });
  await insert("integrations.attempts", { delivery_id: delivery, session_id: session, status: "error" });
  // in another partition for every second account
  const created = number % 2 === 0 ? "2100-01-01T00:00Z" : new Date();
  await insert("integrations.attempts", { integration_id: integration, status: "success", created });
  await insert("integrations.payloads", { event_id: event });
  await insert("integrations.hourly_attempts", { integration_id: integration });
  await insert("integrations.mails", { id: integration, form_id: form });
  await insert("integrations.mail_addresses", { mail_id: integration, state: "active" });
  await insert("integrations.mail_digest_entries", { mail_id: integration, session_id: session });
  await insert("integrations.mail_sends", { account_id: id });
  const mailing = randomUUID();
  await insert("integrations.link_mailings", { id: mailing, account_id: id, form_id: form, remind_after_days: [3] });
  await insert("integrations.link_letters", { mailing_id: mailing, account_id: id, state: "waiting" });
  await insert("integrations.link_attempts", { mailing_id: mailing });
  await insert("integrations.unsubscribed", { account_id: id });
  await insert("integrations.jobs", { account_id: id, subject: session });
  const notice = randomUUID();
  await insert("integrations.notices", { id: notice, account_id: id, kind: "delivery_failed" });
  await insert("integrations.notice_reads", { notice_id: notice, user_id: user });
  await insert("integrations.oauth_states", { account_id: id });
  return {
    id,
    email,
    marks: [canary, id, user, theme, form, session, file, integration, attachment, delivery, event, image],
  };
}

/** Inserts a row. Required columns without a value get one of their type. */
async function insertRow(table: string, canary: string, values: Record<string, unknown>): Promise<void> {
  const { rows } = await database.query(
    `select column_name as name, udt_name as type, is_nullable = 'NO' and column_default is null as is_needed
      from information_schema.columns where table_schema || '.' || table_name = $1`,
    [table],
  );
  const fillers: Record<string, unknown> = {
    ...{ uuid: randomUUID(), text: canary, bool: true, date: new Date(), timestamptz: new Date() },
    ...{ json: JSON.stringify({ canary }), jsonb: JSON.stringify({ canary }), bytea: Buffer.from(randomUUID()) },
    ...{ _text: [canary], int2: 2, int4: 1, int8: 1 },
  };
  const needed = rows.filter(({ name, is_needed }) => is_needed && !(name in values));
  const all = { ...Object.fromEntries(needed.map(({ name, type }) => [name, fillers[type]])), ...values };
  const names = Object.keys(all);
  const places = names.map((_, index) => `$${index + 1}`);
  await database.query(`insert into ${table} (${names}) values (${places})`, Object.values(all));
}

async function allTables(): Promise<string[]> {
  const { rows } = await database.query(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text = any($1)`,
    [Object.keys(tables)],
  );
  return rows.map(({ name }) => name);
}

/** Returns the rows of all tables that contain one of the words, by table. */
async function rowsWith(marks: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const name of await allTables()) {
    const { rows } = await database.query(
      `select row from (select '${name} ' || row_to_json(t)::text as row from ${name} t) r
        where exists (select from unnest($1::text[]) m where strpos(row, m) > 0) order by row`,
      [marks],
    );
    if (rows.length > 0)
      found.set(
        name,
        rows.map(({ row }) => row),
      );
  }
  return found;
}

const filesIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    : [];

const told = () => Object.values(tables).flatMap((some) => some.map(({ name }) => name));

test("covers every table of every schema", async () => {
  expect([...told(), ...tablesWithoutAccount].sort()).toEqual((await allTables()).sort());
});

test("deletes every row and file of the account and none of another's", async () => {
  const [mine, other] = [await newAccount(), await newAccount()];
  const [, , user] = mine.marks;
  const elsewhere = { account_id: randomUUID(), actor_type: "user", actor_id: user, actor_name: mine.marks[0] };
  await insertRow("auth.audit_events", "elsewhere", { ...elsewhere, target_ids: [], targets: "[]", changes: "[]" });
  expect([...(await rowsWith(mine.marks)).keys()].sort()).toEqual(told().sort());
  const before = await rowsWith(other.marks);
  await opened((databases) => eraseAccount(databases, uploads, mine.id, 0));
  const kept = await rowsWith(mine.marks);
  // in the log of another workspace, the ID stays without the name
  expect(kept.get("auth.audit_events")?.map((row) => JSON.parse(row.slice(row.indexOf("{"))).actor_name)).toEqual([
    null,
  ]);
  kept.delete("auth.audit_events");
  expect(kept).toEqual(new Map());
  expect(await rowsWith(other.marks)).toEqual(before);
  expect(filesIn(join(folder, "uploads"))).toEqual([other.marks[0], other.marks[0]]);
});

test("closes a person's forms before `user -- delete` says that it is done", async () => {
  const mine = await newAccount();
  const script = join(import.meta.dirname, "../../../deploy/commands/user.ts");
  const env = { ...bareEnvironment(), DATABASE_URL: url, UPLOADS: join(folder, "uploads") };
  await promisify(execFile)(process.execPath, [script, "delete", mine.email], { cwd: folder, env });
  // until forms have removed the name from those of others
  expect([...(await rowsWith(mine.marks)).keys()]).toEqual(["auth.jobs"]);
}, 60_000);

test("continues an interrupted delete when repeated", async () => {
  const mine = await newAccount();
  const broken: FileStore = { ...uploads, remove: () => Promise.reject(new Error("cut off")) };
  await opened(async (databases) => {
    await expect(eraseAccount(databases, broken, mine.id, 0)).rejects.toThrow("cut off");
    expect((await rowsWith([mine.email])).has("auth.users")).toBe(true);
    await eraseAccount(databases, uploads, mine.id, 0);
  });
  expect(await rowsWith(mine.marks)).toEqual(new Map());
  expect(filesIn(join(folder, "uploads"))).toEqual([]);
});

test("deletes rows that a request in progress still writes", async () => {
  const mine = await newAccount();
  const late: FileStore = {
    ...uploads,
    async remove(key) {
      await insertRow("forms.themes", "late", { account_id: mine.id, is_default: false });
      await uploads.remove(key);
    },
  };
  await opened((databases) => eraseAccount(databases, late, mine.id, 0));
  expect(await rowsWith(mine.marks)).toEqual(new Map());
});

test.each([
  ["a respondent's file", "sessions.files", 6],
  ["an image", "forms.images", 11],
])("waits for an upload of %s in progress", async (_what, table, mark) => {
  const mine = await newAccount();
  await database.query(`update ${table} set state = 'reserved', created = now() where id = $1`, [mine.marks[mark]]);
  await opened(async (databases) => {
    const erased = eraseAccount(databases, uploads, mine.id, 10);
    await eventually(async () => expect((await rowsWith(mine.marks)).has("forms.forms")).toBe(false));
    expect([...(await rowsWith([mine.id])).keys()]).toContain("sessions.live_forms");
    await database.query(`update ${table} set state = 'stored' where id = $1`, [mine.marks[mark]]);
    await erased;
  });
  expect(await rowsWith(mine.marks)).toEqual(new Map());
  expect(filesIn(join(folder, "uploads"))).toEqual([]);
});

test("counts a file whose upload ends between the look for files and the count of those left", async () => {
  const { id, marks } = await newAccount();
  const [form, file] = [marks[4] as string, marks[6]];
  const setState = (state: string) =>
    database.query("update sessions.files set state = $2, created = now() where id = $1", [file, state]);
  await setState("reserved");
  const query = async (text: string, values: unknown[]) => {
    const found = await database.query(text, values);
    await setState("stored");
    return found;
  };
  expect(await eraseFiles({ query } as pg.Pool, [form], uploads)).toBe(1);
  await opened((databases) => eraseAccount(databases, uploads, id, 0));
});

const launcher = join(import.meta.dirname, "../../../deploy/run.mjs");
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [launcher, "commands/accounts.ts", ...args], {
    cwd: folder,
    env: { ...bareEnvironment(), DATABASE_URL: url, UPLOADS: join(folder, "uploads") },
  });

test("shows the heaviest accounts first", async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  const { stdout } = await run("top");
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  expect(lines[0]).toEqual(["requests (30 days)", "sessions", "due deliveries", "bytes of files", "account", "email"]);
  const of = (account: Account) => lines.find((line) => line.at(-1) === account.email);
  expect(of(first)?.slice(1, 5)).toEqual(["1", "1", "7", first.id]);
  expect(Number(of(second)?.[0])).toBeGreaterThan(Number(of(first)?.[0]));
  expect(lines.indexOf(of(second) ?? [])).toBeLessThan(lines.indexOf(of(first) ?? []));
});

test("exports all of one account without credentials or other accounts' data", async () => {
  const [mine, other] = [await newAccount(), await newAccount()];
  const { stdout } = await run("export", mine.email);
  const out = join(folder, stdout.trim());
  const derived = ["search", "contributions", "rollups", "rollup_forms"].map((name) => `analytics.${name}`);
  const secret = [
    ...["sign_ins", "second_factors", "recovery_codes", "challenges", "sign_in_links", "oidc_states"].map(
      (name) => `auth.${name}`,
    ),
    "auth.email_changes",
    "auth.email_undos",
    "auth.email_verifications",
    "auth.password_resets",
    "integrations.oauth_states",
    ...derived,
  ];
  const files = told()
    .filter((name) => !secret.includes(name))
    .map((name) => `${name}.ndjson`);
  expect(readdirSync(out).sort()).toEqual([...files, "files"].sort());
  for (const name of files)
    expect([name, readFileSync(join(out, name), "utf8")]).toEqual([name, expect.stringMatching(/^\{/)]);
  expect(filesIn(join(out, "files"))).toEqual([mine.marks[0], mine.marks[0]]);
  const text = filesIn(out).join("\n");
  for (const mark of other.marks) expect(text).not.toContain(mark);
  expect(text).not.toMatch(/password_hash|key_hash|"secrets"/);
});

test("exports to DATA_DIR if the working directory is read-only", async () => {
  const { email, id } = await newAccount();
  const script = join(import.meta.dirname, "../../../deploy/commands/accounts.ts");
  const env = { ...bareEnvironment(), DATABASE_URL: url, UPLOADS: join(folder, "uploads"), DATA_DIR: folder };
  // no user can create a folder in /sys
  const { stdout } = await promisify(execFile)(process.execPath, [script, "export", email], { cwd: "/sys", env });
  expect(stdout).toBe(`${join(folder, `account-${id}`)}\n`);
  expect(readdirSync(stdout.trim())).toContain("auth.users.ndjson");
});

test.each([[["erase", "x@example.com"]], [["delete"]]])("exits with one clear line for %j", async (args) => {
  await expect(run(...args)).rejects.toMatchObject({
    code: 1,
    stderr:
      "Usage: npm run accounts -- top | export <email> | delete <email> | export --workspace <id> | delete --workspace <id>\n",
  });
});
