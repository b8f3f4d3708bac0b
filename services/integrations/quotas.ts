import type { EntityManager } from "@mikro-orm/postgresql";
import { utcDay } from "../../shared/domain/dates.ts";
import type { Timed } from "../../shared/platform/deadlines/deadline.ts";
import { conflict } from "../../shared/platform/errors.ts";
import type { IntegrationsService } from "./service.ts";
import { addNotice } from "./store/notices.ts";
import { type Quota, takeRoom } from "./store/quotas.ts";

type Service = Pick<IntegrationsService, "database" | "logger">;

/** Runs a write that counts against a quota. Throws 409 if the quota is used up, notifies the owner from 80%. */
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
    const key = `quota ${name} ${utcDay()}`;
    await addNotice(database.pool, {
      account_id: accountId,
      kind: "quota_warning",
      message,
      key,
      form_slug: formSlug,
    }).catch((error: Error) => logger.warn(`Failed to create quota notification: ${error.message}`));
  }
  return result;
}

/** Throws 409 early if the quota is already used up. */
export async function refuseFull({ database }: Pick<Service, "database">, call: Timed, quota: Quota): Promise<void> {
  if (quota.limit > 0 && (await quota.count(database.read(call))) >= quota.limit) throw conflict(quota.fullMessage);
}
