import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import type { SessionsService } from "./service.ts";
import { deletedFiles, expireFiles, forgetFiles, postponeRemoval, sessionsToCheck } from "./store/files.ts";
import { perStatement } from "./store/sessions.ts";

/**
 * Deletes uploaded files (decisions §5, §6). An expired file is marked in the database before its bytes are removed, so
 * an interrupted run can be repeated. Concurrent copies do no harm.
 */
/** ms */
const interval = 30_000;
const batchLimit = 200;

export function expireUnnamedFiles(service: SessionsService): Loop {
  return openLoop({
    interval,
    work: (signal) => expireAndRemove(service, new Date(), signal),
    onError: (error) => service.logger.warn(`Failed to remove expired files, retrying: ${error.message}`),
  });
}

/** Deletes all files that have expired at `now`. */
export async function expireAndRemove(service: SessionsService, now: Date, signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted && (await expireDue(service, now)) >= batchLimit);
  while (!signal?.aborted && (await removeDeleted(service, now)) >= batchLimit);
  return false;
}

/** Returns the number of checked files. */
async function expireDue({ database }: SessionsService, now: Date): Promise<number> {
  let checked = 0;
  for (const ids of perStatement(database, await sessionsToCheck(database.pool, now, batchLimit)))
    checked += await expireFiles(database.pool, now, ids);
  return checked;
}

/** Removes the bytes of a session's deleted files. The next run repeats failures. */
export async function removeFilesOf(service: SessionsService, sessionId: string): Promise<void> {
  await removeDeleted(service, new Date(), sessionId).catch((error: Error) => {
    service.logger.warn(`Failed to remove the files of session ${sessionId}, retrying: ${error.message}`);
  });
}

async function removeDeleted({ database, files }: SessionsService, now: Date, sessionId?: string): Promise<number> {
  const deleted = await deletedFiles(database.pool, now, batchLimit, sessionId);
  const removals = await Promise.allSettled(deleted.map(({ key }) => files.remove(key)));
  const isGone = (index: number) => removals[index]?.status === "fulfilled";
  const gone = deleted.filter((_, index) => isGone(index)).map(({ id }) => id);
  if (gone.length > 0) await forgetFiles(database.pool, gone);
  for (const [index, { id }] of deleted.entries()) if (!isGone(index)) await postponeRemoval(database.pool, id, now);
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) throw failed.reason;
  return deleted.length;
}
