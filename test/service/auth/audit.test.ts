import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { deletePerson } from "../../../services/auth/store/people.ts";
import type { SentAuditEntry } from "../../../shared/api/audit/entry.ts";
import { openAuditOutbox } from "../../../shared/platform/audit/collect.ts";
import { auditIn } from "../../../shared/platform/audit/outbox.ts";
import { eventually } from "../../support/eventually.ts";
import { bareEnvironment } from "../../support/processes.ts";
import { type AuthBroker, newOwner, startAuth } from "./broker.ts";

/** The audit log's way from outboxes to auth, and its rows, which stay (teams §20.10). */
let auth: AuthBroker;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  process.env.AUDIT_LOG = "stdout";
  auth = await startAuth();
});
afterAll(() => auth.stop());

/** Lines of AUDIT_LOG=stdout. */
const lines: string[] = [];
beforeEach(() => {
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
});

const query = async (text: string, values: unknown[] = []) =>
  (await auth.service.database.pool.query(text, values)).rows;
const quiet = { warn: () => undefined };
const { audit, auditAs } = auditIn("auth");
const eventsOf = (accountId: string) =>
  query("select * from auth.audit_events where account_id = $1 and action = 'form.created' order by occurred_at, id", [
    accountId,
  ]);
const send = (entries: SentAuditEntry[]) => auth.call("auth.recordAudit", { entries });

const entry = { action: "form.created", targets: [{ type: "form", id: randomUUID(), name: "Lunch" }] } as const;

test("stores an entry with its actor, request and changes", async () => {
  const { caller } = await newOwner(auth.call);
  const origin = { address: "192.0.2.7", user_agent: "curl", request_id: "r", method: "PATCH", path: "/api/x/" };
  const changes = [{ field: "title", before: "Lunch", after: "Dinner" }];
  await audit(
    auth.service.database.pool,
    { params: { caller: { ...caller, name: "Owner" } }, meta: { origin } },
    { ...entry, changes },
  );
  await eventually(async () => expect(await eventsOf(caller.account_id)).toHaveLength(1), 10);
  const [stored] = await eventsOf(caller.account_id);
  expect(stored).toMatchObject({
    ...origin,
    ...{ action: "form.created", outcome: "success", targets: entry.targets, changes },
    ...{ actor_type: "user", actor_id: caller.user_id, actor_name: "Owner" },
  });
  expect(stored.actor_email).toMatch(/@/);
  expect(await query("select from auth.audit_outbox where account_id = $1", [caller.account_id])).toEqual([]);
});

test("an entry arrives once, even if senders repeat it and end before they delete it", async () => {
  const { caller } = await newOwner(auth.call);
  const { pool } = auth.service.database;
  let sent = 0;
  const dying = async (entries: SentAuditEntry[]) => {
    await Promise.all([send(entries), send(entries.toReversed())]);
    sent += 1;
    if (sent === 1) throw new Error("killed");
  };
  const acting = { account_id: caller.account_id, actor: { type: "system", id: null, name: null } } as const;
  for (let count = 0; count < 120; count += 1) await auditAs(pool, acting, entry);
  const loops = [1, 2].map(() => openAuditOutbox("auth", pool, dying, quiet));
  try {
    await eventually(
      async () =>
        expect(await query("select from auth.audit_outbox where account_id = $1", [caller.account_id])).toEqual([]),
      10,
    );
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
  }
  expect(await eventsOf(caller.account_id)).toHaveLength(120);
});

test("an entry with a key is stored once, also after the first was sent", async () => {
  const { caller } = await newOwner(auth.call);
  const { pool } = auth.service.database;
  for (let count = 0; count < 2; count += 1) {
    await audit(pool, { params: { caller }, meta: {} }, { ...entry, key: `saved ${caller.account_id}` });
    await eventually(
      async () =>
        expect(await query("select from auth.audit_outbox where account_id = $1", [caller.account_id])).toEqual([]),
      10,
    );
  }
  expect(await eventsOf(caller.account_id)).toHaveLength(1);
});

test("refusals that several gateways send, and repeat, are one entry with their count", async () => {
  const { caller } = await newOwner(auth.call);
  const context = { address: null, user_agent: null, request_id: null, method: null, path: null };
  const refused = (after: number): SentAuditEntry => ({
    ...{ id: randomUUID(), account_id: caller.account_id, occurred_at: "2026-01-31T12:00:00Z", context },
    ...{ action: "access.denied", outcome: "denied", actor: { type: "user", id: caller.user_id, name: "Owner" } },
    targets: [{ type: "form", id: null, name: "lunch" }],
    changes: [
      { field: "needs", before: null, after: "forms:write" },
      { field: "count", before: null, after },
    ],
  });
  const batches = [1, 2, 3, 4].map((count) => [refused(count), refused(10)]);
  await Promise.all([...batches, ...batches].map(send));
  const stored = "select changes from auth.audit_events where account_id = $1 and action = 'access.denied'";
  expect(await query(stored, [caller.account_id])).toEqual([
    {
      changes: [
        { field: "needs", before: null, after: "forms:write" },
        { field: "count", before: null, after: 50 },
      ],
    },
  ]);
});

test("an entry that arrives while its workspace is deleted is dropped", async () => {
  const { caller } = await newOwner(auth.call);
  const { pool } = auth.service.database;
  const deleting = await pool.connect();
  try {
    await deleting.query("begin");
    await deleting.query("delete from auth.accounts where id = $1", [caller.account_id]);
    const context = { address: null, user_agent: null, request_id: null, method: null, path: null };
    const actor = { type: "system", id: null, name: null } as const;
    const late = { ...entry, id: randomUUID(), account_id: caller.account_id, occurred_at: null, outcome: "success" };
    const sending = send([{ ...late, actor, context, changes: [] } as unknown as SentAuditEntry]);
    await eventually(async () =>
      expect(await query("select from pg_stat_activity where wait_event_type = 'Lock'")).not.toEqual([]),
    );
    await deleting.query("commit");
    await sending;
  } finally {
    deleting.release();
  }
  expect(await eventsOf(caller.account_id)).toEqual([]);
});

test("rolled back work leaves no entry", async () => {
  const { caller } = await newOwner(auth.call);
  const { database } = auth.service;
  await expect(
    database.write({ locals: {} }, async (em) => {
      await audit(em, { params: { caller }, meta: {} }, entry);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  const text = "select from auth.audit_outbox where account_id = $1 and entry->>'action' = 'form.created'";
  expect(await query(text, [caller.account_id])).toEqual([]);
});

/** Stores an entry from `days` ago. */
async function storedAgo(accountId: string, days: number): Promise<string> {
  const id = randomUUID();
  const occurred = new Date(Date.now() - days * 86_400_000).toISOString();
  const context = { address: "192.0.2.7", user_agent: "curl", request_id: null, method: null, path: null };
  const actor = { type: "system", id: null, name: null } as const;
  await send([
    { id, account_id: accountId, occurred_at: occurred, actor, context, outcome: "success", changes: [], ...entry },
  ]);
  return id;
}

test("rows can't be changed, deleted or truncated", async () => {
  const { caller } = await newOwner(auth.call);
  const id = await storedAgo(caller.account_id, 500);
  const kept = "The audit log accepts new entries only.";
  for (const text of [
    "update auth.audit_events set action = 'form.changed' where id = $1",
    "delete from auth.audit_events where id = $1",
  ])
    await expect(query(text, [id])).rejects.toThrow(kept);
  await expect(query("truncate auth.audit_events")).rejects.toThrow(kept);
  await expect(query("select auth.forget_audit_of_workspace($1)", [caller.account_id])).rejects.toThrow(
    "The workspace exists",
  );
  await expect(query("select auth.forget_audit_of_person($1, '')", [caller.user_id])).rejects.toThrow(
    "The person exists",
  );
  expect(await eventsOf(caller.account_id)).toHaveLength(1);
});

test("retention deletes what is older, never the last thirty days, and empties addresses after ninety", async () => {
  const { caller } = await newOwner(auth.call);
  const [older, old, recent] = [
    await storedAgo(caller.account_id, 401),
    await storedAgo(caller.account_id, 91),
    await storedAgo(caller.account_id, 29),
  ];
  const stays = async () =>
    Object.fromEntries((await eventsOf(caller.account_id)).map(({ id, address }) => [id, address]));
  await query("select auth.trim_audit(0, 500)");
  expect(await stays()).toEqual({ [older]: null, [old]: null, [recent]: "192.0.2.7" });
  await query("select auth.trim_audit(400, 500)");
  expect(await stays()).toEqual({ [old]: null, [recent]: "192.0.2.7" });
  await query("select auth.trim_audit(1, 500)");
  expect(await stays()).toEqual({ [recent]: "192.0.2.7" });
  await expect(query("delete from auth.audit_events where id = $1", [recent])).rejects.toThrow();
});

test("a deleted person has no name or address anymore, also where others entered it", async () => {
  const [{ caller, email }, other] = [await newOwner(auth.call), await newOwner(auth.call)];
  const { database } = auth.service;
  const { pool } = database;
  const actor = { type: "user", id: caller.user_id, name: "Bob" } as const;
  const acting = { account_id: other.caller.account_id, actor };
  const target = { type: "member", id: caller.user_id, name: "Bob" };
  const invitation = { type: "invitation", id: randomUUID(), name: email };
  const changes = [{ field: "to", before: null, after: ["team@example.com", email] }];
  await auditAs(pool, acting, { ...entry, targets: [target, invitation], changes });
  await eventually(async () => expect(await eventsOf(other.caller.account_id)).toHaveLength(1), 10);
  await database.write({ locals: {} }, (em) => deletePerson(em, caller.user_id ?? ""));
  // an entry that arrives later
  await auditAs(pool, acting, { ...entry, targets: [target, invitation], changes });
  await eventually(async () => expect(await eventsOf(other.caller.account_id)).toHaveLength(2), 10);
  const stored = await eventsOf(other.caller.account_id);
  const forgotten = {
    ...{ actor_id: caller.user_id, actor_name: null, actor_email: null },
    targets: [
      { ...target, name: null },
      { ...invitation, name: null },
    ],
    changes: [{ field: "to", before: null, after: ["team@example.com", "deleted"] }],
  };
  expect(stored).toMatchObject([forgotten, forgotten]);
  expect(JSON.stringify(stored)).not.toContain(email);
  expect(lines.at(-1)).not.toContain(email);
  // a person who is invited again has an address again
  const body = { invitations: [{ email, role: "viewer" as const }] };
  const { account_id: id } = other.caller;
  await auth.call("auth.invite", { caller: other.caller, id, body, base_url: "https://forms.example" });
  const invited = "select targets from auth.audit_events where account_id = $1 and action = 'invitation.created'";
  await eventually(
    async () => expect(await query(invited, [id])).toMatchObject([{ targets: [{ type: "invitation", name: email }] }]),
    10,
  );
});

test("an entry that arrives while a person is deleted has neither their name nor their address", async () => {
  const [{ caller, email }, other] = [await newOwner(auth.call), await newOwner(auth.call)];
  const context = { address: null, user_agent: null, request_id: null, method: null, path: null };
  const late = (accountId: string): SentAuditEntry => ({
    ...{ ...entry, id: randomUUID(), account_id: accountId, occurred_at: null, outcome: "success", context },
    actor: { type: "user", id: caller.user_id, name: "Bob" },
    targets: [{ type: "member", id: caller.user_id, name: "Bob" }],
    changes: [{ field: "to", before: null, after: [email] }],
  });
  const workspaces = [caller.account_id, other.caller.account_id];
  let sending: Promise<unknown>[] = [];
  await auth.service.database.write({ locals: {} }, async (em) => {
    await deletePerson(em, caller.user_id ?? "");
    sending = workspaces.map((id) => send([late(id)]));
    await eventually(async () =>
      expect(
        await query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
      ).toHaveLength(2),
    );
  });
  await Promise.all(sending);
  const stored = (await Promise.all(workspaces.map(eventsOf))).flat();
  expect(stored).toHaveLength(2);
  for (const text of [email, "Bob"]) expect(JSON.stringify(stored)).not.toContain(text);
});

test("each entry is a JSON line on stdout once, and the command writes it again", async () => {
  const { caller } = await newOwner(auth.call);
  const from = new Date(Date.now() - 1_000).toISOString();
  const id = await storedAgo(caller.account_id, 0);
  await send([]);
  const mine = (text: string) => text.split("\n").filter((line) => line.includes(id));
  const printed = mine(lines.join(""));
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([
    { audit: { id, workspace_id: caller.account_id, action: "form.created", targets: entry.targets } },
  ]);
  const command = join(import.meta.dirname, "../../../deploy/commands/audit.ts");
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command, ...args], {
      env: { ...bareEnvironment(), DATABASE_URL: auth.url },
    });
  const { stdout } = await run("--from", from);
  expect(mine(stdout)).toEqual(printed);
  expect(mine((await run("--from", "2999-01-01")).stdout)).toEqual([]);
  for (const args of [[], ["--from"], ["--from", "soon"], ["--from", from, "x"]])
    await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr: "Usage: npm run audit -- --from <date>\n" });
});
