import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import type { SessionsService } from "./service.ts";
import { deletedFiles, expireFiles, forgetFiles, postponeRemoval } from "./store/files.ts";

/**
 * The end of uploaded files (decisions §5, §6). An expired file is marked first, in the database, and its bytes are
 * removed from the store after: a crash in between leaves the mark, and the next run removes what it names. Copies that
 * work at once do no harm, since removing twice is removing once.
 */
const interval = 10_000;
const batchLimit = 200;

export function expireUnnamedFiles(service: SessionsService): Loop {
  return openLoop({
    interval,
    work: (signal) => expireAndRemove(service, new Date(), signal),
    onError: (error) =>
      service.logger.warn(`Expired files could not be removed, which is tried again: ${error.message}`),
  });
}

/** Everything that has expired at `now`. */
export async function expireAndRemove(service: SessionsService, now: Date, signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted && (await expireFiles(service.database.pool, now, batchLimit)) >= batchLimit);
  while (!signal?.aborted && (await removeDeleted(service, now)) >= batchLimit);
  return false;
}

/** The files of one session that were deleted just now; what does not succeed, the next run does. */
export async function removeFilesOf(service: SessionsService, sessionId: string): Promise<void> {
  await removeDeleted(service, new Date(), sessionId).catch((error: Error) => {
    service.logger.warn(
      `The files of session ${sessionId} could not be removed yet, which is tried again: ${error.message}`,
    );
  });
}

async function removeDeleted({ database, files }: SessionsService, now: Date, sessionId?: string): Promise<number> {
  const deleted = await deletedFiles(database.pool, now, batchLimit, sessionId);
  const removals = await Promise.allSettled(deleted.map(({ key }) => files.remove(key)));
  const isGone = (index: number) => removals[index]?.status === "fulfilled";
  await forgetFiles(
    database.pool,
    deleted.filter((_, index) => isGone(index)).map(({ id }) => id),
  );
  for (const [index, { id }] of deleted.entries()) if (!isGone(index)) await postponeRemoval(database.pool, id, now);
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) throw failed.reason;
  return deleted.length;
}
