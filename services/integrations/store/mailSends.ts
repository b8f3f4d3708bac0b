import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { env } from "../../../shared/platform/env.ts";
import { addNotice } from "./notices.ts";

/** An email to one recipient. */
export interface MailSend {
  /** Delivery, question or test. Retries of it count once. */
  delivery_id: string;
  account_id: string;
  /** Keyed hash of the address, without its `+tag` unless it is an owner's. */
  recipient: string;
  /**
   * `letter`: to an owner or a confirmed address. `copy`: to the address that a respondent entered. `asked`: an address was entered
   * that must confirm. `question`: it is asked. `invitation`: to a person with a personal link, or a reminder.
   */
  kind: "letter" | "copy" | "asked" | "question" | "invitation";
  /** Keyed hash of the respondent's client address, of copies. */
  client?: string | null;
}

/** Copies to one address per day and account, and requests to confirm it (features §17). */
export const copiesPerDay = 3;
const copiesPerClientHour = 20;
const questionsPerDay = 20;

/** Invitations and reminders of an account and UTC day. A server where everyone can sign up sends none unless it is set. */
export function invitationsPerDay(): number {
  const { QUOTAS, QUOTA_INVITATIONS_PER_ACCOUNT_DAY: limit, SIGNUP } = env();
  if (!QUOTAS) return Number.POSITIVE_INFINITY;
  return limit ?? (SIGNUP === "open" ? 0 : 1_000);
}

/** Returns how many invitations the account can still send today. */
export async function invitationsLeft(pool: Pick<pg.Pool, "query">, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from integrations.mail_sends
      where account_id = $1 and day = (now() at time zone 'UTC')::date and kind = 'invitation'`,
    [accountId],
  );
  return Math.max(0, invitationsPerDay() - (rows[0]?.count ?? 0));
}

export type LimitReached = "account" | "copies" | "client" | "recipient" | "questions" | "invitations" | "invited";

/**
 * Counts an email in the limits of its UTC day. Returns the limit that it exceeds, or null if it can be sent. Exact under
 * concurrency. The account is notified once a day.
 */
export function countSend(pool: pg.Pool, send: MailSend): Promise<LimitReached | null> {
  if (!env().QUOTAS) return Promise.resolve(null);
  return inTransaction(pool, async (client) => {
    await lock(client, send);
    const { rows } = await client.query<Counts>({ name: "mail-sends", text: counts, values: countValues(send) });
    const counted = rows[0];
    if (!counted || counted.is_counted) return null;
    const reached = limitOf(send, counted);
    if (!reached) await insert(client, send);
    else if (notices[reached]) await notify(client, send.account_id, reached, counted.day);
    return reached;
  });
}

/** Gives back the place of an email that the mail server refused. */
export async function uncountSend(pool: Pick<pg.Pool, "query">, deliveryId: string): Promise<void> {
  await pool.query("delete from integrations.mail_sends where delivery_id = $1", [deliveryId]);
}

/** Locks the account, then the client, which several accounts can have. */
async function lock(client: pg.ClientBase, { account_id, client: from }: MailSend): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 11))", [account_id]);
  if (from) await client.query("select pg_advisory_xact_lock(hashtextextended($1, 12))", [from]);
}

interface Counts {
  is_counted: boolean;
  letters: number;
  copies: number;
  questions: number;
  invitations: number;
  invitations_to: number;
  to_recipient: number;
  of_client: number;
  day: string;
}

/** Rows of the previous release have no kind. */
const counts = `select exists (select from integrations.mail_sends where delivery_id = $1 and recipient = $2) as is_counted,
    s.*, (select count(*)::integer from integrations.mail_sends where client = $4 and at > now() - interval '1 hour') as of_client,
    d.day::text as day
  from (select (now() at time zone 'UTC')::date as day) d, lateral (
    select count(*) filter (where coalesce(kind = 'letter', not is_copy))::integer as letters,
      count(*) filter (where coalesce(kind = 'copy', is_copy))::integer as copies,
      count(*) filter (where kind = 'question')::integer as questions,
      count(*) filter (where kind = 'invitation')::integer as invitations,
      count(*) filter (where kind = 'invitation' and recipient = $2)::integer as invitations_to,
      count(*) filter (where recipient = $2 and is_copy)::integer as to_recipient
    from integrations.mail_sends where account_id = $3 and day = d.day) s`;

const countValues = ({ delivery_id, recipient, account_id, client = null }: MailSend) => [
  delivery_id,
  recipient,
  account_id,
  client,
];

const isOver = (count: number, limit: number): boolean => limit > 0 && count >= limit;

function limitOf(
  { kind }: MailSend,
  { letters, copies, questions, invitations, invitations_to, to_recipient, of_client }: Counts,
): LimitReached | null {
  if (kind === "letter") return isOver(letters, env().QUOTA_MAILS_PER_ACCOUNT_DAY) ? "account" : null;
  if (kind === "invitation") {
    if (invitations >= invitationsPerDay()) return "invitations";
    return invitations_to >= 1 ? "invited" : null;
  }
  if (kind === "question") return questions >= questionsPerDay ? "questions" : null;
  if (kind === "copy" && isOver(copies, env().QUOTA_COPIES_PER_ACCOUNT_DAY)) return "copies";
  if (kind === "copy" && of_client >= copiesPerClientHour) return "client";
  return to_recipient >= copiesPerDay ? "recipient" : null;
}

const insert = (client: pg.ClientBase, { delivery_id, recipient, account_id, kind, client: from = null }: MailSend) =>
  client.query(
    `insert into integrations.mail_sends (delivery_id, recipient, account_id, is_copy, day, kind, client, at)
      values ($1, $2, $3, $4, (now() at time zone 'UTC')::date, $5, $6, now())`,
    [delivery_id, recipient, account_id, kind === "copy" || kind === "asked", kind, from],
  );

export const limitMessage: Record<LimitReached, () => string> = {
  account: () =>
    `Daily email limit reached (${env().QUOTA_MAILS_PER_ACCOUNT_DAY} per workspace). It resets at 00:00 UTC.`,
  copies: () =>
    `Daily limit of copies reached (${env().QUOTA_COPIES_PER_ACCOUNT_DAY} per workspace). It resets at 00:00 UTC.`,
  client: () => `This respondent's network address already got ${copiesPerClientHour} copies within an hour.`,
  recipient: () => `This address already got ${copiesPerDay} copies today. The limit resets at 00:00 UTC.`,
  invitations: () =>
    `Daily limit of invitations reached (${invitationsPerDay()} per workspace). It resets at 00:00 UTC.`,
  invited: () => "This address already got an invitation today. The limit resets at 00:00 UTC.",
  questions: () => `Daily limit of confirmation emails reached (${questionsPerDay} per workspace).`,
};

/** Notifications of reached limits. */
const notices: Partial<Record<LimitReached, () => string>> = {
  invitations: () =>
    `Daily limit of invitations reached (${invitationsPerDay()} per workspace). Further ones are sent after 00:00 UTC.`,
  account: () =>
    `Daily email limit reached (${env().QUOTA_MAILS_PER_ACCOUNT_DAY} per workspace). Further emails are sent after 00:00 UTC.`,
  copies: limitMessage.copies,
  client: () =>
    `One network address asked for more than ${copiesPerClientHour} copies within an hour and got no further ones.`,
  recipient: () =>
    `Some addresses were entered in your forms more than ${copiesPerDay} times today and got no further copies.`,
};

const notify = (client: pg.ClientBase, accountId: string, reached: LimitReached, day: string) =>
  addNotice(client, {
    account_id: accountId,
    kind: "quota_warning",
    message: notices[reached]?.() ?? "",
    key: `mails ${reached} ${day}`,
    form_slug: null,
  });
