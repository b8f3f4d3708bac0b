import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { auditAs } from "../../services/auth/audit.ts";
import { emailsByAccount, requestsByAccount } from "../../services/auth/store/accountTables.ts";
import { isWorkspace, placesOf } from "../../services/auth/store/people.ts";
import { dueByAccount } from "../../services/integrations/store/accountTables.ts";
import { bytesByAccount, sessionsByAccount } from "../../services/sessions/store/accountTables.ts";
import { gives } from "../../shared/api/access/roles.ts";
import { operator } from "../../shared/api/audit/entry.ts";
import { uuidPattern } from "../../shared/domain/schema.ts";
import { env } from "../../shared/platform/env.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import { type Databases, eraseAccount, exportAccount, schemas, withDatabases } from "./accountData.ts";
import { operatorLog, print, runCommand, say } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/**
 * `npm run accounts` (decisions §8, teams §20.14): `-- top` lists the largest accounts, `-- export` writes an account's data to a
 * new folder, and `-- delete` deletes an account, even while the server runs. An account is named by its workspace's id, or by the
 * address of the owner who is in no other one.
 */
const usage =
  "Usage: npm run accounts -- top | export <email> | delete <email> | export --workspace <id> | delete --workspace <id>";
const topLimit = 20;

await runCommand(async () => {
  const [verb, ...named] = process.argv.slice(2);
  const command = verb === "top" && named.length === 0 ? showTop : forOne(verb, named);
  if (!command) throw new Error(usage);
  await withPostgres(
    Object.values(schemas).map(({ schema }) => schema),
    () => withDatabases(operatorLog, command),
  );
});

function forOne(verb: string | undefined, named: string[]): ((databases: Databases) => Promise<void>) | null {
  const [first, second, ...surplus] = named;
  const id = first === "--workspace" ? second : undefined;
  const isNamed = surplus.length === 0 && (id === undefined ? first !== undefined && second === undefined : true);
  const commands: Record<string, (databases: Databases, accountId: string) => Promise<void>> = {
    async export(databases, accountId) {
      const folder = await newFolder(`account-${accountId}`);
      const target = { type: "workspace", id: accountId, name: null };
      const acting = { account_id: accountId, actor: operator };
      await auditAs(databases.auth.pool, acting, { action: "responses.exported", targets: [target] });
      await exportAccount(databases, await openFileStore(), accountId, folder);
      print(folder);
    },
    async delete(databases, accountId) {
      say("Deleting the account. Waiting for its requests in progress.");
      await eraseAccount(databases, await openFileStore(), accountId);
      print(`Deleted account ${id ?? first}.`);
    },
  };
  const command = verb && Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (!command || !isNamed) return null;
  return async (databases) => {
    const { pool } = databases.auth;
    await command(databases, id === undefined ? await accountOf(pool, first ?? "") : await workspaceOf(pool, id));
  };
}

async function workspaceOf(pool: pg.Pool, id: string): Promise<string> {
  if (uuidPattern.test(id) && (await isWorkspace(pool, id))) return id.toLowerCase();
  throw new Error(`No workspace with ID ${id}.`);
}

/** Returns the one workspace of an owner. Throws for people in several workspaces, and for those who own none. */
async function accountOf(pool: pg.Pool, email: string): Promise<string> {
  const found = await placesOf(pool, email);
  if (!found) throw new Error(`No user with email ${email}.`);
  const [only, ...others] = found.places;
  if (only && gives(only.role, "workspace:delete") && others.length === 0) return only.account_id;
  const list = found.places.map(({ account_id, name, role }) => `${name} (${role}, ${account_id})`).join(", ");
  throw new Error(`${email} is in ${list || "no workspace"}. Name the workspace: --workspace <id>`);
}

/** Creates a folder in the working directory, or in DATA_DIR if that one is read-only, as in a container. */
async function newFolder(name: string): Promise<string> {
  const isReadOnly = (error: NodeJS.ErrnoException) => ["EROFS", "EACCES", "EPERM"].includes(error.code ?? "");
  for (const folder of [name, join(env().DATA_DIR, name)]) {
    const error = await mkdir(folder, { mode: 0o700 }).catch((failure) => failure);
    if (!error) return folder;
    if (!isReadOnly(error)) throw error;
  }
  throw new Error(`Can't write to the working directory or to DATA_DIR ${env().DATA_DIR}.`);
}

/** Lists accounts by their largest share of any of the four figures. */
async function showTop({ auth, sessions, integrations }: Databases): Promise<void> {
  const emails = await emailsByAccount(auth.pool);
  const figures = [
    await requestsByAccount(auth.pool),
    await sessionsByAccount(sessions.pool),
    await dueByAccount(integrations.pool),
    await bytesByAccount(sessions.pool),
  ];
  const totals = figures.map((figure) => [...figure.values()].reduce((sum, count) => sum + count, 0));
  const weightOf = (id: string) =>
    Math.max(...figures.map((figure, index) => (figure.get(id) ?? 0) / Math.max(1, totals[index] ?? 0)));
  const ids = [...emails.keys()].toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, topLimit);
  print("requests (30 days)", "sessions", "due deliveries", "bytes of files", "account", "email");
  for (const id of ids) {
    print(...figures.map((figure) => figure.get(id) ?? 0), id, emails.get(id));
  }
}
