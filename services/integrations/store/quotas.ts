import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { env } from "../../../shared/platform/env.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { Attachment, Integration } from "../entities.ts";

/** How much of something an owner may have (decisions §8, `QUOTA_…`), and who is notified when it is nearly used up. */
export interface Quota {
  accountId: string;
  formSlug: string | null;
  /** names what is counted, for the lock and the notice */
  name: string;
  /** 0: off */
  limit: number;
  /** the 409 */
  fullMessage: string;
  warning: string;
  count(em: EntityManager): Promise<number>;
}

const limitOf = (name: "QUOTA_INTEGRATIONS_PER_ACCOUNT" | "QUOTA_ATTACHMENTS_PER_FORM") =>
  env().QUOTAS ? env()[name] : 0;

export function integrationsQuota(accountId: string): Quota {
  const limit = limitOf("QUOTA_INTEGRATIONS_PER_ACCOUNT");
  return {
    accountId,
    formSlug: null,
    name: `integrations ${accountId}`,
    limit,
    fullMessage: `An account may have ${limit} integrations, and this one has them all; delete one to make room.`,
    warning: `This account has used 80 % of its quota of ${limit} integrations. Whatever exceeds the quota is refused.`,
    count: (em) => em.count(Integration, { account_id: accountId }),
  };
}

export function attachmentsQuota(accountId: string, formId: string, formSlug: string): Quota {
  const limit = limitOf("QUOTA_ATTACHMENTS_PER_FORM");
  return {
    accountId,
    formSlug,
    name: `attachments ${formId}`,
    limit,
    fullMessage: `A form may have ${limit} integrations, and this one has them all; detach one to make room.`,
    warning: `This form has used 80 % of its quota of ${limit} attached integrations. Whatever exceeds the quota is refused.`,
    count: (em) => em.count(Attachment, { form_id: formId }),
  };
}

const warnAt = 0.8;

/**
 * Makes room for one more in the transaction that inserts it: whoever counts the same waits until that has ended, so the
 * quota is exact. 409 where there is none. True: the owner is to be notified that it is nearly used up.
 */
export async function takeRoom(em: EntityManager, quota: Quota): Promise<boolean> {
  if (quota.limit === 0) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${quota.name}, 9))`.execute(em.getKysely());
  const used = await quota.count(em);
  if (used >= quota.limit) throw conflict(quota.fullMessage);
  return used + 1 >= warnAt * quota.limit;
}
