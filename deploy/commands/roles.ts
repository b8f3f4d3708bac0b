import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type pg from "pg";
import { furtherKinds, type PoolKind, roleOf, settingsOf } from "../../shared/platform/database/settings.ts";
import { env } from "../../shared/platform/env.ts";
import { withClient } from "../../shared/platform/withClient.ts";
import { schemas } from "./accountData.ts";
import { print, runCommand } from "./command.ts";
import { untilAvailable } from "./postgres.ts";

/**
 * `npm run roles`: creates or updates the PostgreSQL role of each service whose `<SERVICE>_DATABASE_URL` is set, with the user and
 * password of that URL. A role can read and write only its service's schema, and only add to the audit log. Analytics can also read sessions. Roles get the
 * settings that a transaction pooler refuses from connections (DATABASE_SETTINGS=role). Runs as MIGRATE_DATABASE_URL.
 */
type Service = keyof typeof schemas;

/** SQLSTATE of a right that the role lacks. */
const insufficientPrivilege = "42501";

/** Schemas of other services that a service reads. */
const readable: Partial<Record<Service, Service[]>> = { analytics: ["sessions"] };

/** Tables whose rows only functions of the owner change. */
const appendOnly: Partial<Record<Service, string[]>> = { auth: ["auth.audit_events"] };

await runCommand(async () => {
  const { MIGRATE_DATABASE_URL: url } = env();
  if (process.argv.length > 2) throw new Error("Usage: npm run roles");
  if (!url) throw new Error("Set MIGRATE_DATABASE_URL to the role that owns the schemas.");
  const found = (Object.keys(schemas) as Service[]).flatMap((service) => credentialsOf(service) ?? []);
  if (found.length === 0) throw new Error("Set the database URL of a service, such as FORMS_DATABASE_URL.");
  const shared = found.find(({ user }) => user === decodeURIComponent(new URL(url).username));
  if (shared) throw new Error(`${shared.variable} must name another role than MIGRATE_DATABASE_URL.`);
  await untilAvailable(url);
  await withClient(url, async (client) => {
    await client.query("begin");
    // concurrent runs would update the same rows of the catalog
    await client.query("select pg_advisory_xact_lock(hashtextextended('pathform roles', 0))");
    await checkSchemas(client, found);
    try {
      for (const credentials of found) await prepare(client, credentials);
    } catch (error) {
      throw (error as { code?: string }).code === insufficientPrivilege ? notAllowed(url, error as Error) : error;
    }
    await client.query("commit");
  });
  for (const { service, roles } of found) print(`${service}: ${roles.join(", ")}`);
});

function notAllowed(url: string, { message }: Error): Error {
  const role = decodeURIComponent(new URL(url).username);
  return new Error(`The role "${role}" of MIGRATE_DATABASE_URL must own the schemas and have CREATEROLE: ${message}.`);
}

/** Throws if the schemas don't exist yet, which a restore creates too. */
async function checkSchemas(client: pg.Client, found: readonly Credentials[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) name where to_regnamespace(name) is null",
    [found.flatMap(({ service }) => [service, ...(readable[service] ?? [])])],
  );
  const [missing] = rows;
  if (missing) throw new Error(`No schema "${missing.name}" yet. Run \`npm run migrate\` or restore a backup first.`);
}

interface Credentials {
  service: Service;
  variable: string;
  user: string;
  password: string;
  roles: string[];
}

function credentialsOf(service: Service): Credentials | undefined {
  const variable = `${service.toUpperCase() as Uppercase<Service>}_DATABASE_URL` as const;
  const url = env()[variable];
  if (!url) return undefined;
  const [user, password] = [new URL(url).username, new URL(url).password].map(decodeURIComponent) as [string, string];
  if (!user || !password) throw new Error(`${variable} must have a user and a password.`);
  return { service, variable, user, password, roles: kindsOf(service).map((kind) => roleOf(user, kind)) };
}

function kindsOf(service: Service): PoolKind[] {
  return ["write", ...(furtherKinds[service] ?? [])];
}

async function prepare(client: pg.Client, { service, user, password }: Credentials): Promise<void> {
  for (const kind of kindsOf(service)) {
    const role = roleOf(user, kind);
    const name = client.escapeIdentifier(role);
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    const verb = rowCount ? "alter" : "create";
    await client.query(`${verb} role ${name} login inherit password ${client.escapeLiteral(verifierOf(password))}`);
    await client.query(`alter role ${name} reset all`);
    for (const [setting, value] of Object.entries(settingsOf(kind)))
      await client.query(`alter role ${name} set ${setting} = ${client.escapeLiteral(value)}`);
    // the other kinds have the same rights
    if (kind !== "write") await client.query(`grant ${client.escapeIdentifier(user)} to ${name}`);
  }
  await grant(client, service, client.escapeIdentifier(user), "select, insert, update, delete");
  await client.query(`revoke insert, update, delete on ${service}.migrations from ${client.escapeIdentifier(user)}`);
  for (const table of appendOnly[service] ?? []) await keep(client, table, client.escapeIdentifier(user));
  for (const schema of readable[service] ?? []) await grant(client, schema, client.escapeIdentifier(user), "select");
}

/** Grants rights on a schema's tables, including ones of later migrations. */
async function grant(client: pg.Client, schema: Service, role: string, rights: string): Promise<void> {
  await client.query(`grant usage on schema ${schema} to ${role}`);
  await client.query(`grant ${rights} on all tables in schema ${schema} to ${role}`);
  await client.query(`alter default privileges in schema ${schema} grant ${rights} on tables to ${role}`);
  if (rights === "select") return;
  await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`);
  await client.query(`alter default privileges in schema ${schema} grant usage, select on sequences to ${role}`);
}

/** Leaves the rights to read and insert. The table may be of a later migration, which does the same. */
async function keep(client: pg.Client, table: string, role: string): Promise<void> {
  const { rows } = await client.query("select to_regclass($1) is not null as is_there", [table]);
  if (rows[0].is_there) await client.query(`revoke update, delete, truncate on ${table} from ${role}`);
}

/** Returns PostgreSQL's SCRAM verifier (RFC 5803), so that the password isn't in the server's log. */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}
