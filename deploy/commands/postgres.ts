import { setTimeout as sleep } from "node:timers/promises";
import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { type DataDirLock, lockDataDir } from "../../shared/platform/dataDir.ts";
import { findRunning, startEmbedded } from "../../shared/platform/embedded/postgres.ts";
import { env } from "../../shared/platform/env.ts";
import { waitFor } from "../../shared/platform/ops/waiting.ts";
import { withClient } from "../../shared/platform/withClient.ts";
import { operatorLog } from "./command.ts";

/**
 * Runs a command's work with PostgreSQL: the one in the environment, or the embedded one of DATA_DIR, which is started for the
 * duration of the work unless `npm start` runs it already.
 */
export async function withPostgres<T>(schemas: readonly SchemaOptions["schema"][], work: () => Promise<T>): Promise<T> {
  const isNamed = (schema: SchemaOptions["schema"]) =>
    env()[`${schema.toUpperCase() as Uppercase<typeof schema>}_DATABASE_URL`] ?? env().DATABASE_URL;
  if (schemas.every(isNamed)) return work();
  const lock = await lockCommands(env().DATA_DIR);
  try {
    return await withEmbedded(env().DATA_DIR, work);
  } finally {
    lock.release();
  }
}

/** Waits until PostgreSQL answers. */
export const untilAvailable = (url: string): Promise<unknown> =>
  waitFor("PostgreSQL", operatorLog, () => withClient(url, (client) => client.query("select 1")));

/** Waits for other commands, so that none stops a server that another one uses. */
async function lockCommands(dataDir: string): Promise<DataDirLock> {
  for (;;) {
    const lock = await lockDataDir(dataDir, "command");
    if (lock) return lock;
    await sleep(100);
  }
}

/** Uses a running server, even one of a killed `npm start`. Waits for a server that is starting. */
async function withEmbedded<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    if (await findRunning(dataDir)) return work();
    const lock = await lockDataDir(dataDir, "server");
    if (lock) return withOwnEmbedded(lock, work);
    await sleep(100);
  }
}

/** Starts the server of a locked DATA_DIR for the duration of the work. */
export async function withOwnEmbedded<T>(lock: DataDirLock, work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbedded({ dataDir: lock.path });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    lock.release();
  }
}
