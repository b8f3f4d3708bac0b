import type { EntityManager } from "@mikro-orm/postgresql";
import type { Timed } from "../../shared/platform/deadlines/deadline.ts";
import { conflict } from "../../shared/platform/errors.ts";
import type { IntegrationsService } from "./service.ts";
import { addNotice } from "./store/notices.ts";
import { type Quota, takeRoom } from "./store/quotas.ts";

type Service = Pick<IntegrationsService, "database" | "logger">;

/** An owner's write that makes one more of what a quota bounds; 409 where the quota is used up, a notice from 80 % on. */
export async function writeWithin<T>(
  { database, logger }: Service,
  call: Timed,
  quota: Quota,
  write: (em: EntityManager) => Promise<T>,
): Promise<T> {
  let isNearlyFull = false;
  const result = await database.write(call, async (em) => {
    isNearlyFull = await takeRoom(em, quota);
    return write(em);
  });
  if (isNearlyFull) {
    const { accountId, formSlug, warning: message, name } = quota;
    const key = `quota ${name} ${new Date().toISOString().slice(0, 10)}`;
    await addNotice(database.pool, {
      account_id: accountId,
      kind: "quota_warning",
      message,
      key,
      form_slug: formSlug,
    }).catch((error: Error) => logger.warn(`A notice about a quota could not be stored: ${error.message}`));
  }
  return result;
}

/** 409 before anything is begun that would find no room in the end. */
export async function refuseFull({ database }: Pick<Service, "database">, quota: Quota): Promise<void> {
  if (quota.limit > 0 && (await quota.count(database.read())) >= quota.limit) throw conflict(quota.fullMessage);
}
