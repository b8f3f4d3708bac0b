import type { SessionsService } from "./service.ts";
import { deletedFiles, forgetFiles, judgeFiles, postponeRemoval } from "./store/files.ts";

/**
 * The end of uploaded files (decisions §5, §6). What is over is marked first, in the database, and removed from the store
 * after: a crash in between leaves a mark, and the next look removes what it stands on. Copies that look at once do no
 * harm, since removing twice is removing once.
 */
const interval = 10_000;
const batch = 200;

/** Starts looking; the returned function stops it and waits for the look under way. */
export function watchFiles(service: SessionsService): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => cleanUp(service, new Date()))
      .catch((error: Error) => service.logger.warn(`Looking for files that are over failed: ${error.message}`));
  }, interval);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Everything that is over at `now`. */
export async function cleanUp(service: SessionsService, now: Date): Promise<void> {
  while ((await judgeFiles(service.database.pool, now, batch)) >= batch);
  while ((await removeDeleted(service, now)) >= batch);
}

/** The files of one session that were deleted just now; what does not succeed, the next look does. */
export async function removeFilesOf(service: SessionsService, session_id: string): Promise<void> {
  await removeDeleted(service, new Date(), session_id).catch((error: Error) => {
    service.logger.warn(`Files of session ${session_id} are removed a little later: ${error.message}`);
  });
}

async function removeDeleted({ database, files }: SessionsService, now: Date, session_id?: string): Promise<number> {
  const deleted = await deletedFiles(database.pool, now, batch, session_id);
  const removals = await Promise.allSettled(deleted.map(({ key }) => files.remove(key)));
  const isGone = (at: number) => removals[at]?.status === "fulfilled";
  await forgetFiles(
    database.pool,
    deleted.filter((_, at) => isGone(at)).map(({ id }) => id),
  );
  for (const [at, { id }] of deleted.entries()) if (!isGone(at)) await postponeRemoval(database.pool, id, now);
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) throw failed.reason;
  return deleted.length;
}
