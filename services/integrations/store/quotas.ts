import type { EntityManager } from "@mikro-orm/postgresql";
import { mailsPerForm } from "../../../shared/api/shapes/mails.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { Attachment, Integration } from "../entities.ts";
import { notMail } from "./integrations.ts";
import { countMails } from "./mails.ts";

/** A quota of an owner (decisions §8, `QUOTA_…`), with the texts for reaching it. */
export interface Quota {
  accountId: string;
  formSlug: string | null;
  /** Names what is counted, for the lock and the notification. */
  name: string;
  /** 0 if off. */
  limit: number;
  /** `detail` of the 409. */
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
    fullMessage: `Integration limit reached (${limit}). Delete one to add another.`,
    warning: `You've used 80% of your ${limit} integrations. Integrations over the limit are rejected.`,
    count: (em) => em.count(Integration, { account_id: accountId, type: notMail }),
  };
}

export function attachmentsQuota(accountId: string, formId: string, formSlug: string): Quota {
  const limit = limitOf("QUOTA_ATTACHMENTS_PER_FORM");
  return {
    accountId,
    formSlug,
    name: `attachments ${formId}`,
    limit,
    fullMessage: `Attachment limit reached (${limit} per form). Detach one to attach another.`,
    warning: `This form has used 80% of its ${limit} attachments. Attachments over the limit are rejected.`,
    count: (em) => em.count(Attachment, { form_id: formId, integration: { type: notMail } }),
  };
}

/** Doesn't depend on QUOTAS (features §17). */
export const mailsQuota = (accountId: string, formId: string, formSlug: string): Quota => ({
  accountId,
  formSlug,
  name: `mails ${formId}`,
  limit: mailsPerForm,
  fullMessage: `Email notification limit reached (${mailsPerForm} per form). Delete one to add another.`,
  warning: `This form has used 80% of its ${mailsPerForm} email notifications.`,
  count: (em) => countMails(em, formId),
});

const warnAt = 0.8;

/**
 * Makes room for one more, in the transaction that inserts it. Locks the count, so the quota is exact. Throws 409
 * if the quota is used up. Returns whether to notify the owner.
 */
export async function takeRoom(em: EntityManager, quota: Quota): Promise<boolean> {
  if (quota.limit === 0) return false;
  await rows(em, "select pg_advisory_xact_lock(hashtextextended($1, 9))", [quota.name]);
  const used = await quota.count(em);
  if (used >= quota.limit) throw conflict(quota.fullMessage);
  return used + 1 >= warnAt * quota.limit;
}
