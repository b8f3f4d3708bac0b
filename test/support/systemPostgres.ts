import { execFile, execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { databaseUser, programOptions } from "../../shared/platform/embedded/programs.ts";
import { adminUrl } from "../../shared/platform/embedded/roles.ts";
import type { OwnPostgres } from "./ownPostgres.ts";
import { stablePort } from "./ports.ts";
import { connected, migrate } from "./postgres.ts";
import { startRestartable } from "./restartable.ts";
import { runFolder } from "./run.ts";

/** PostgreSQL of the operating system, because the npm package lacks the programs for backups. */
export interface SystemPostgres extends OwnPostgres {
  /**
   * Runs shell commands as the user who runs PostgreSQL, in the folder that holds its `data` and `archive`. `DATABASE_URL`,
   * `PGHOST`, `PGPORT` and `PGUSER` are set.
   */
  shell(commands: string): Promise<string>;
  /** Starts a streaming replica on a base backup. Its shell is the primary's, with the replica's address. */
  startStandby(): Promise<Standby>;
}

export interface Standby extends SystemPostgres {
  /** its processes */
  pids(): number[];
}

const run = promisify(execFile);
const installed = "/usr/lib/postgresql";

/** Returns the newest installed version's folder of programs. Debian keeps it out of PATH. */
export function systemPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(installed, version, "bin"))
    .find((bin) => existsSync(join(bin, "pg_basebackup")));
}

/** Starts a server with a migrated database. */
export async function startSystemPostgres(settings: Record<string, string> = {}): Promise<SystemPostgres> {
  const bin = systemPrograms();
  if (!bin) throw new Error("PostgreSQL isn't installed (apt install postgresql).");
  const parent = mkdtempSync(join(runFolder(), "system-postgres-"));
  const folder = join(parent, "data");
  for (const each of [folder, join(parent, "archive")]) mkdirSync(each, { mode: 0o700 });
  if (databaseUser) {
    const { uid, gid } = databaseUser;
    for (const each of [parent, folder, join(parent, "archive")]) chownSync(each, uid, gid);
  }
  // as root, another user runs it, who must be able to enter the run's folder
  execFileSync("chmod", ["711", runFolder()]);
  await run(
    join(bin, "initdb"),
    ["-D", folder, "--username=pathform", "--auth=trust", "--locale=C.UTF-8"],
    programOptions,
  );
  const postgres = await serverOn(bin, parent, folder, { max_connections: "100", ...settings });
  await connected(postgres.adminUrl, (client) => client.query("create database pathform"));
  await migrate(postgres.url);
  return postgres;
}

/** Starts the server of a data folder in `parent`. */
async function serverOn(
  bin: string,
  parent: string,
  folder: string,
  settings: Record<string, string>,
): Promise<Standby & { adminUrl: string }> {
  const port = await stablePort();
  const url = `postgresql://pathform@127.0.0.1:${port}/pathform`;
  const programs = { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") };
  const server = await startRestartable({ programs, folder, port, settings });
  let standbys = 0;
  const address = { DATABASE_URL: url, PGHOST: "127.0.0.1", PGPORT: String(port), PGUSER: "pathform" };
  const env = { ...programOptions.env, ...address, PATH: `${bin}:${process.env.PATH}` };
  const shell = async (commands: string) => {
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", commands], { ...programOptions, env, cwd: parent });
    return stdout;
  };
  return {
    url,
    adminUrl: adminUrl(port, ""),
    startAgain: server.startAgain,
    stopImmediately: server.stopImmediately,
    drop: server.stop,
    shell,
    async startStandby() {
      standbys += 1;
      const name = `standby-${standbys}`;
      await shell(`mkdir ${name} && pg_basebackup -D ${name}/data --write-recovery-conf --checkpoint=fast`);
      return serverOn(bin, parent, join(parent, name, "data"), settings);
    },
    pids: () => [server.pid(), ...childrenOf(server.pid())],
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
