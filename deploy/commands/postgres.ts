import { findRunning, startEmbedded } from "../../shared/database/embedded.ts";
import type { SchemaOptions } from "../../shared/database/open.ts";
import { env } from "../../shared/env.ts";
import { takingTurns } from "./lock.ts";

/**
 * Runs a command's work while PostgreSQL is there: the one that the environment names, else the embedded one of
 * DATA_DIR. That may run under `npm start`; where it does not, it is started for the time of the work.
 */
export async function withPostgres<T>(schemas: readonly SchemaOptions["schema"][], work: () => Promise<T>): Promise<T> {
  const isNamed = (schema: SchemaOptions["schema"]) =>
    env()[`${schema.toUpperCase() as Uppercase<typeof schema>}_DATABASE_URL`] ?? env().DATABASE_URL;
  if (schemas.every(isNamed)) return work();
  const dataDir = env().DATA_DIR ?? ".data";
  return takingTurns(dataDir, async () => {
    if (await findRunning(dataDir)) return work();
    const postgres = await startEmbedded({ dataDir });
    return work().finally(() => postgres.stop());
  });
}
