import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { furtherKinds, type PoolKind, roleOf } from "../../shared/platform/database/settings.ts";
import { eventually } from "./eventually.ts";
import { stablePort } from "./ports.ts";
import type { TestDatabase } from "./postgres.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { dropRoles } from "./roles.ts";
import { runFolder } from "./run.ts";
import { startListening } from "./servers.ts";

const root = join(import.meta.dirname, "../..");
const databaseServices = ["auth", "forms", "sessions", "analytics", "integrations"];

interface PgBouncer {
  /** URL of the server behind it */
  database: string;
  port: number;
  password: string;
  /** Returns a service's role. */
  userOf(service: string): string;
}

/** Starts PgBouncer with the settings of the production overlay's Pooler. */
export async function startPgBouncer({ database, port, password, userOf }: PgBouncer): Promise<Process> {
  const folder = mkdtempSync(join(runFolder(), "pgbouncer-"));
  const { hostname, port: server, pathname } = new URL(database);
  const rolesOf = (service: string) =>
    (["write", ...(furtherKinds[service] ?? [])] as PoolKind[]).map((kind) => roleOf(userOf(service), kind));
  const users = databaseServices.flatMap(rolesOf).map((role) => `"${role}" "${password}"\n`);
  writeFileSync(join(folder, "users.txt"), users.join(""));
  const overlay = readFileSync(join(root, "deploy/kubernetes/overlays/production/pathform.yaml"), "utf8");
  const [pooler] = parseAllDocuments(overlay).flatMap((it) => (it.get("kind") === "Pooler" ? [it.toJS()] : []));
  const { parameters, poolMode } = pooler.spec.pgbouncer;
  const settings = {
    ...parameters,
    pool_mode: poolMode,
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: join(folder, "users.txt"),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  const databases = `[databases]\n${pathname.slice(1)} = host=${hostname} port=${server}\n`;
  writeFileSync(join(folder, "pgbouncer.ini"), `${databases}[pgbouncer]\n${lines.join("")}`);
  chmodSync(folder, 0o755);
  const args = [...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), join(folder, "pgbouncer.ini")];
  return startListening("pgbouncer", args, port);
}

export interface Pooler {
  /** environment of services, each with a role of its own */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Creates the services' roles in a migrated database, and starts a pooler between them and it. */
export async function startPooler({ url: database, adminUrl = database }: TestDatabase): Promise<Pooler> {
  const suffix = randomBytes(4).toString("hex");
  const password = `p${randomBytes(8).toString("hex")}`;
  const userOf = (service: string) => `${service}_${suffix}`;
  const urlsAt = (port: number) =>
    Object.fromEntries(
      databaseServices.map((service) => {
        const url = Object.assign(new URL(database), { username: userOf(service), password, port: String(port) });
        return [`${service.toUpperCase()}_DATABASE_URL`, url.href];
      }),
    );
  await finished("roles", ["deploy/commands/roles.ts"], {
    ...urlsAt(Number(new URL(database).port)),
    MIGRATE_DATABASE_URL: adminUrl,
  });
  const port = await stablePort();
  const server = await startPgBouncer({ database, port, password, userOf });
  return {
    env: { ...urlsAt(port), DATABASE_SETTINGS: "role" },
    async stop() {
      await server.kill("SIGKILL");
      // connections of a killed pooler end a moment later
      await eventually(() => dropRoles(adminUrl, suffix));
    },
  };
}

async function finished(name: string, args: string[], env: Record<string, string>): Promise<void> {
  const run = await startProcess({ name, command: process.execPath, args, env, cwd: root });
  if ((await run.ended) !== 0) throw new Error(`${name} failed:\n${lastLines(run.log)}`);
}
