import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import type { FormsService } from "./service.ts";
import { deletedImages, expireImages, forgetImages, postponeRemoval } from "./store/images.ts";

/**
 * Removes deleted images and uploads that never finished: marks the row, removes the bytes, then deletes the row.
 * Concurrent copies do no harm.
 */
const interval = 60_000;
const batchLimit = 200;

export function openImageRemoval(service: Pick<FormsService, "database" | "files" | "logger">): Loop {
  return openLoop({
    name: "forms.images",
    interval,
    work: () => removeImages(service),
    onError: (error) => service.logger.warn(`Failed to remove deleted images, retrying: ${error.message}`),
  });
}

/** Returns whether there may be more. */
async function removeImages({ database: { pool }, files }: Pick<FormsService, "database" | "files">): Promise<boolean> {
  await expireImages(pool, batchLimit);
  const deleted = await deletedImages(pool, batchLimit);
  if (deleted.length === 0) return false;
  const removals = await Promise.allSettled(deleted.map(({ key }) => files.remove(key)));
  const idsWhere = (status: string) => deleted.filter((_, i) => removals[i]?.status === status).map(({ id }) => id);
  await forgetImages(pool, idsWhere("fulfilled"));
  await postponeRemoval(pool, idsWhere("rejected"));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) throw failed.reason;
  return deleted.length === batchLimit;
}
