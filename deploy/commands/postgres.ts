import { setTimeout as sleep } from "node:timers/promises";
import { findRunning, startEmbedded } from "../../shared/platform/database/embedded.ts";
import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { type DataDirLock, lockDataDir } from "../../shared/platform/dataDir.ts";
import { env } from "../../shared/platform/env.ts";

/**
 * Runs a command's work while PostgreSQL is there: the one that the environment names, else the embedded one of
 * DATA_DIR. That may run under `npm start`; where it does not, it is started for the time of the work.
 */
export async function withPostgres<T>(schemas: readonly SchemaOptions["schema"][], work: () => Promise<T>): Promise<T> {
  const isNamed = (schema: SchemaOptions["schema"]) =>
    env()[`${schema.toUpperCase() as Uppercase<typeof schema>}_DATABASE_URL`] ?? env().DATABASE_URL;
  if (schemas.every(isNamed)) return work();
  const turn = await takeTurn(env().DATA_DIR);
  try {
    return await withEmbedded(env().DATA_DIR, work);
  } finally {
    turn.release();
  }
}

/** Commands take turns, so that none stops the server that another has found running. */
async function takeTurn(dataDir: string): Promise<DataDirLock> {
  for (;;) {
    const turn = await lockDataDir(dataDir, "command");
    if (turn) return turn;
    await sleep(100);
  }
}

/** What a killed `npm start` left running serves as well; a start that has only just begun is waited for. */
async function withEmbedded<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    if (await findRunning(dataDir)) return work();
    const lock = await lockDataDir(dataDir, "server");
    if (lock) return startFor(lock, work);
    await sleep(100);
  }
}

async function startFor<T>(lock: DataDirLock, work: () => Promise<T>): Promise<T> {
  const postgres = await startEmbedded({ dataDir: lock.path });
  try {
    return await work();
  } finally {
    await postgres.stop();
    lock.release();
  }
}
