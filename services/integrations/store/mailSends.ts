import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { env } from "../../../shared/platform/env.ts";
import { addNotice } from "./notices.ts";

/** An email to one recipient. */
export interface MailSend {
  /** Delivery, question or test. Retries of it count once. */
  delivery_id: string;
  account_id: string;
  /** Keyed hash of the address. */
  recipient: string;
  /** It goes to an address that a respondent entered, or that hasn't confirmed yet. */
  is_copy: boolean;
}

/** Copies to one address per day and account (features §17). */
export const copiesPerDay = 3;

export type LimitReached = "account" | "recipient";

/**
 * Counts an email in the limits of its UTC day. Returns the limit that it exceeds, or null if it can be sent. Exact under
 * concurrency. The account is notified once a day.
 */
export function countSend(pool: pg.Pool, send: MailSend): Promise<LimitReached | null> {
  if (!env().QUOTAS) return Promise.resolve(null);
  return inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 11))", [send.account_id]);
    const { rows } = await client.query<{ is_counted: boolean; sent: number; copies: number; day: string }>({
      name: "mail-sends",
      text: `select exists (select from integrations.mail_sends where delivery_id = $1 and recipient = $2) as is_counted,
          (select count(*)::integer from integrations.mail_sends where account_id = $3 and day = d.day) as sent,
          (select count(*)::integer from integrations.mail_sends where account_id = $3 and day = d.day
            and recipient = $2 and is_copy) as copies, d.day::text as day
        from (select (now() at time zone 'UTC')::date as day) d`,
      values: [send.delivery_id, send.recipient, send.account_id],
    });
    const counted = rows[0];
    if (!counted || counted.is_counted) return null;
    const reached = limitOf(send, counted);
    if (reached) await notify(client, send.account_id, reached, counted.day);
    else await insert(client, send);
    return reached;
  });
}

function limitOf({ is_copy }: MailSend, { sent, copies }: { sent: number; copies: number }): LimitReached | null {
  const limit = env().QUOTA_MAILS_PER_ACCOUNT_DAY;
  if (limit > 0 && sent >= limit) return "account";
  return is_copy && copies >= copiesPerDay ? "recipient" : null;
}

const insert = (client: pg.ClientBase, { delivery_id, recipient, account_id, is_copy }: MailSend) =>
  client.query(
    `insert into integrations.mail_sends (delivery_id, recipient, account_id, is_copy, day)
      values ($1, $2, $3, $4, (now() at time zone 'UTC')::date)`,
    [delivery_id, recipient, account_id, is_copy],
  );

export const limitMessage: Record<LimitReached, () => string> = {
  account: () =>
    `Daily email limit reached (${env().QUOTA_MAILS_PER_ACCOUNT_DAY} per account). It resets at 00:00 UTC.`,
  recipient: () => `This address already got ${copiesPerDay} copies today. The limit resets at 00:00 UTC.`,
};

const notify = (client: pg.ClientBase, accountId: string, reached: LimitReached, day: string) =>
  addNotice(client, {
    account_id: accountId,
    kind: "quota_warning",
    message:
      reached === "account"
        ? limitMessage.account()
        : `Some addresses were entered in your forms more than ${copiesPerDay} times today and got no further copies.`,
    key: `mails ${reached} ${day}`,
    form_slug: null,
  });
