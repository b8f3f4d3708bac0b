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
import { type Unwanted, verdictsOn } from "./verdicts.ts";

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
  const judged = await judge(service, due).catch(async (error) => {
    await Promise.all(due.map((letter) => store.giveBack(database.pool, letter)));
    throw error;
  });
  const ends = await Promise.allSettled(judged.map((one) => mailer.slots(() => sendLetter(service, mailer, one))));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return true;
}

/** A letter with its link right now, undefined if that doesn't exist anymore, and the reason against it. */
interface Judged {
  letter: store.DueLetter;
  link: MailableLink | undefined;
  unwanted: Unwanted | null;
}

async function judge({ database, call }: MailingService, letters: readonly store.DueLetter[]): Promise<Judged[]> {
  const { links } = await call("sessions.linksForMail", { link_ids: letters.map(({ link_id }) => link_id) });
  const verdicts = await verdictsOn(database.pool, letters[0]?.mailing.account_id ?? "", links);
  return letters.map((letter) => ({
    letter,
    link: links.find(({ id }) => id === letter.link_id),
    unwanted: verdicts.get(letter.link_id) ?? null,
  }));
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

async function sendLetter(service: MailingService, mailer: Mailer, { letter, link, unwanted }: Judged): Promise<void> {
  const { pool } = service.database;
  const began = performance.now();
  if (!(await store.isStillOurs(pool, letter, timeoutMs))) return;
  if (unwanted) return skip(pool, letter, reasons[unwanted], unwanted === "unsubscribed" ? unwanted : undefined);
  if (letter.mailing.cancelled_at) return skip(pool, letter, "The invitation was canceled.");
  if (!link?.email) return skip(pool, letter, "The link doesn't exist anymore.");
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

const reasons: Record<Unwanted, string> = {
  revoked: "The link was revoked.",
  answered: "The person has answered.",
  expired: "The link has expired.",
  closed: "The form is closed.",
  no_address: "The link has no address.",
  unsubscribed: "The person unsubscribed.",
  undeliverable: "The address refused an earlier email.",
  invited: "The person was invited already.",
};

/** `status`: shown on the link, whatever its other letters say. */
const skip = (
  pool: Database["pool"],
  letter: store.DueLetter,
  reason: string,
  status?: "unsubscribed",
): Promise<void> =>
  settle(pool, letter, { state: "skipped", ...(status && { mail_status: status }) }, { error_message: reason });

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
