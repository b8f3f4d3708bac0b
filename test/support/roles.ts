import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { bareEnvironment } from "./processes.ts";

/** The services' roles in a database (deploy/commands/roles.ts). Their names end with `suffix`, because roles belong to the server. */
export interface ServiceRoles {
  suffix: string;
  /** `<SERVICE>_DATABASE_URL` of each service */
  urls: Record<string, string>;
  /** Returns the database's URL with a service's role. */
  urlOf(service: string): string;
  /** Creates or updates the roles with the command of the code in this folder. */
  make(code?: string): Promise<void>;
  drop(): Promise<void>;
}

export const servicesWithRoles = ["auth", "forms", "sessions", "analytics", "integrations"] as const;

export function rolesIn(database: string): ServiceRoles {
  const suffix = randomBytes(4).toString("hex");
  const urlOf = (service: string) => {
    const url = new URL(database);
    [url.username, url.password] = [`${service}_${suffix}`, "a password"];
    return url.href;
  };
  const urls = Object.fromEntries(servicesWithRoles.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, urlOf(name)]));
  return {
    suffix,
    urls,
    urlOf,
    async make(code = join(import.meta.dirname, "../..")) {
      const env = { ...bareEnvironment(), MIGRATE_DATABASE_URL: database, ...urls };
      await promisify(execFile)(process.execPath, ["deploy/commands/roles.ts"], { cwd: code, env });
    },
    drop: () => dropRoles(database, suffix),
  };
}

/** Drops the services' roles `<service>_<suffix>` (deploy/commands/roles.ts), which belong to the whole server. */
export async function dropRoles(url: string, suffix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select quote_ident(rolname) as name from pg_roles where rolname ~ $1", [
    `_${suffix}(_|$)`,
  ]);
  // roles with the rights of others first
  for (const { name } of rows.toSorted((a, b) => b.name.length - a.name.length)) {
    await client.query(`drop owned by ${name}; drop role ${name}`);
  }
  await client.end();
}
