import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { dayMs } from "../../../shared/domain/dates.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { env } from "../../../shared/platform/env.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { hashedUuid, newOrderedUuid } from "../../../shared/platform/ids.ts";
import { type Kind, later } from "../../../shared/platform/jobs/jobs.ts";
import * as store from "../store/linkMails.ts";
import { countSend, limitMessage, uncountSend } from "../store/mailSends.ts";
import { replyMessage } from "./deliver.ts";
import { leavingToken } from "./leaving.ts";
import { linkLetter } from "./linkLetter.ts";
import { recipientOf } from "./links.ts";
import { type Mailer, type MailingService, mailerOf } from "./mailer.ts";
import { type MailReply, sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

const timeoutMs = 20_000;
/** Letters at the same time. The mail server's other conversations are for owners' emails and copies. */
const together = 5;
/** ms after which another job of the account may run. */
const turnMs = 10_000;

/**
 * Sends invitations and reminders, one job per mailing. A letter waits in the database until it is sent, refused or not wanted anymore,
 * which is judged right before: its link has the address. After a kill another copy makes the attempt again, with the same Message-ID.
 */
export const mailing: Kind<MailingService, { mailing_id: string }> = {
  task: "send invitations",
  priority: 2,
  pauses: { first: 5_000, longest: 30_000 },
  attempts: null,
  async run(service, { mailing_id }, { stopping }) {
    const { pool } = service.database;
    const end = Date.now() + turnMs;
    try {
      while ((await sendDue(service, mailing_id)) && Date.now() < end && !stopping.aborted);
    } finally {
      while (await report(service, mailing_id));
    }
    const pause = await store.msUntilLetter(pool, mailing_id);
    return pause === null ? null : later(pause);
  },
};

/** Sends letters that are due. Returns whether there were any. */
async function sendDue(service: MailingService, mailingId: string): Promise<boolean> {
  const { database, knowsUnsubscribed } = service;
  const mailer = mailerOf(service);
  if (!knowsUnsubscribed) throw new Error("It isn't known who has unsubscribed.");
  const due = await store.claimLetters(database.pool, mailingId, together);
  if (due.length === 0) return false;
  faultPoint("invitation-claimed");
  // what a letter waits for comes before it is judged
  const ends = await Promise.allSettled(due.map((letter) => mailer.slots(() => sendLetter(service, mailer, letter))));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return true;
}

const notesTogether = 500;

/** Tells sessions the states of emails, so that the list of links shows and filters them. Returns whether there are more. */
async function report({ database: { pool }, call }: MailingService, mailingId: string): Promise<boolean> {
  const letters = await store.unnotedLetters(pool, mailingId, notesTogether);
  if (letters.length === 0) return false;
  const notes = letters.map(({ link_id, status, last_sent_at, sent_count }) => ({
    link_id,
    status,
    last_sent_at,
    sent_count,
  }));
  await call("sessions.noteLinkMails", { notes });
  faultPoint("invitation-reported");
  await store.markNoted(pool, letters);
  return letters.length === notesTogether;
}

/** Why a letter isn't sent. `status`: what its link shows then, whatever its other letters say. */
interface Unwanted {
  reason: string;
  status?: "unsubscribed";
}

async function sendLetter(service: MailingService, mailer: Mailer, letter: store.DueLetter): Promise<void> {
  const { pool } = service.database;
  const began = performance.now();
  const { links } = await service.call("sessions.linksForMail", { link_ids: [letter.link_id] }).catch(async (error) => {
    await store.giveBack(pool, letter);
    throw error;
  });
  if (!(await store.isStillOurs(pool, letter, timeoutMs))) return;
  const [link] = links;
  const unwanted = await whyNot(pool, letter, link);
  if (unwanted || !link?.email) {
    const { reason, status } = unwanted ?? { reason: "The link has no address." };
    const change = { state: "skipped", ...(status && { mail_status: status }) } as const;
    return settle(pool, letter, change, { error_message: reason });
  }
  const opensAt = link.form?.opens_at;
  if (opensAt) return postpone(pool, letter, `The form opens at ${opensAt}.`, untilOpen(opensAt));
  const recipient = recipientOf(link.email);
  const counted = { delivery_id: idOf(letter), account_id: letter.mailing.account_id, recipient };
  const reached = await countSend(pool, { ...counted, kind: "invitation" });
  if (reached) return postpone(pool, letter, limitMessage[reached]());
  const reply = await send(mailer, letter, link.email, link, recipient);
  faultPoint("invitation-sent");
  await record(pool, letter, reply, Math.round(performance.now() - began));
}

/**
 * Judges a letter right before it is sent. A closed form ends it, as an expired link does, because it may never open again.
 */
async function whyNot(
  pool: Database["pool"],
  { mailing, turn }: store.DueLetter,
  link: MailableLink | undefined,
): Promise<Unwanted | null> {
  if (mailing.cancelled_at) return { reason: "The invitation was canceled." };
  if (!link) return { reason: "The link doesn't exist anymore." };
  if (link.status === "revoked") return { reason: "The link was revoked." };
  if (link.is_answered) return { reason: "The person has answered." };
  if (link.status === "expired") return { reason: "The link has expired." };
  if (link.form?.is_closed) return { reason: "The form is closed." };
  if (!link.email) return { reason: "The link has no address." };
  if (turn > 0 && link.mail_status === "undeliverable") return { reason: "The address refused an earlier email." };
  const recipient = recipientOf(link.email);
  const left = await store.unsubscribedAmong(pool, mailing.account_id, [recipient]);
  return left.size > 0 ? { reason: "The person unsubscribed.", status: "unsubscribed" } : null;
}

function send(
  { transport }: Mailer,
  letter: store.DueLetter,
  address: string,
  link: MailableLink,
  recipient: string,
): Promise<MailReply> {
  const { mailing, turn } = letter;
  const token = leavingToken({ accountId: mailing.account_id, linkId: link.id, recipient });
  const stopUrl = `${baseUrlOf(mailing)}/mail/leave?token=${token}`;
  const written = linkLetter(mailing, link, { isReminder: turn > 0, stopUrl });
  const message = { to: address, id: idOf(letter), written, replyTo: mailing.reply_to };
  return sendMessage(transport, message, AbortSignal.timeout(timeoutMs));
}

async function record(
  pool: Database["pool"],
  letter: store.DueLetter,
  reply: MailReply,
  durationMs: number,
): Promise<void> {
  const made = { response_code: reply.code, duration_ms: durationMs };
  if (reply.kind === "accepted") return settle(pool, letter, { state: "sent", mail_status: "sent" }, made);
  const failed = { ...made, error_message: replyMessage(reply.code) };
  // the mail server doesn't have it: it takes no place of the day
  if (reply.code !== null) await uncountSend(pool, idOf(letter));
  const delay = reply.is_final ? undefined : env().DELIVERY_SCHEDULE[letter.tries - 1];
  if (delay !== undefined) return settle(pool, letter, { state: "waiting", delay_ms: delay }, failed);
  const status = reply.is_recipient ? ({ mail_status: "undeliverable" } as const) : {};
  return settle(pool, letter, { state: "failed", ...status }, failed);
}

type Made = { response_code?: number | null; duration_ms?: number; error_message?: string };

async function settle(
  pool: Database["pool"],
  letter: store.DueLetter,
  change: store.LetterChange,
  { response_code = null, duration_ms = 0, error_message }: Made,
): Promise<void> {
  const next = change.state === "waiting" ? new Date(Date.now() + (change.delay_ms ?? 0)) : null;
  await inTransaction(pool, async (client) => {
    await store.settleLetter(client, letter, change);
    await store.insertAttempt(client, letter, {
      id: newOrderedUuid(),
      attempt: letter.tries,
      status:
        change.state === "sent" ? "success" : change.state === "skipped" || change.isPostponed ? "skipped" : "error",
      response_code,
      duration_ms,
      error_message: error_message ?? null,
      next_attempt_at: next,
    });
    faultPoint("invitation-noting");
  });
  faultPoint("invitation-recorded");
}

/** Owners' letters never wait for invitations: these wait for the next UTC day instead. The log says so once a day and letter. */
const postpone = (
  pool: Database["pool"],
  letter: store.DueLetter,
  reason: string,
  delay = untilTomorrow(),
): Promise<void> =>
  settle(pool, letter, { state: "waiting", delay_ms: delay, isPostponed: true }, { error_message: reason });

/** Spread over the first minutes of the day. */
const untilTomorrow = (): number => dayMs - (Date.now() % dayMs) + Math.random() * 300_000;

/** At most a day, because its owner can open it earlier, and some time even if the clock of sessions is late. */
const untilOpen = (opensAt: string): number => Math.min(Math.max(Date.parse(opensAt) - Date.now(), 1_000), dayMs);

/** Equal in every attempt: one email per link and turn. */
const idOf = ({ mailing, link_id, turn }: store.DueLetter): string =>
  hashedUuid(`invitation ${mailing.id} ${link_id} ${turn}`);
