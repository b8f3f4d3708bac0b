import type { Call } from "../../../shared/bus/calls.ts";
import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import { satisfies } from "../../../shared/domain/graph/sessionCondition.ts";
import { isEmailAddress } from "../../../shared/domain/questions/email.ts";
import type { SessionEvent } from "../../../shared/domain/shapes/events.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { env } from "../../../shared/platform/env.ts";
import type { Graphs } from "../graphs.ts";
import { entriesOf, recordSkipped, takeEntries } from "../store/mailDigests.ts";
import { countSend, limitMessage, type MailSend } from "../store/mailSends.ts";
import { findMail, type MailRow } from "../store/mails.ts";
import { type ClaimedDelivery, settledOf, settleRecipient } from "../store/queue.ts";
import { failure } from "../types/outcome.ts";
import type { Attempted, Outcome } from "../types/type.ts";
import type { MailContext } from "./content.ts";
import { fileNamesOf } from "./fileNames.ts";
import { digestLetter, digestLimit, ownersLetter, respondentsLetter, type Written } from "./letters.ts";
import { recipientHash, tokenFor } from "./links.ts";
import type { Mailer } from "./mailer.ts";
import { messageIdOf, sendMessage } from "./message.ts";

/** A recipient with the email to it. */
interface Addressed {
  address: string;
  is_copy: boolean;
  write(): Written | null;
}

/** The part of the engine's context that an email needs. */
interface Context {
  database: Database;
  call: Call;
  graphs: Graphs;
  /** Null without a mail server. */
  mail: Mailer | null;
  /** Timeout of one attempt. */
  timeoutMs: number;
  /** Aborts when the process is stopping. */
  stopping: AbortSignal;
  now(): Date;
}

/** Makes one attempt to send the email of a delivery to every recipient that it hasn't reached yet. */
export async function attemptMail(context: Context, delivery: ClaimedDelivery): Promise<Attempted> {
  const began = performance.now();
  const done = (outcome: Outcome, isSent = true): Attempted => ({
    outcome,
    is_sent: isSent,
    duration_ms: Math.round(performance.now() - began),
  });
  const mail = await findMail(context.database.pool, delivery.integration_id);
  if (!mail) return done({ ...failure("The email notification was deleted."), final: true }, false);
  if (!context.mail) return done(failure("This server has no mail set up. Set SMTP_URL."));
  const recipients = await addressed(context, delivery, mail);
  if (recipients === "later")
    return done({ ...failure("The form's version couldn't be read."), waits_for_connection: true });
  if (recipients.length === 0) return done(withoutRecipient(mail), false);
  const signal = AbortSignal.any([AbortSignal.timeout(context.timeoutMs), context.stopping]);
  const logged = loggedRequest(mail, delivery);
  const settled = await settledOf(context.database.pool, delivery.id);
  let worst: Outcome | null = null;
  for (const recipient of recipients) {
    const hash = recipientHash(emailKey(recipient.address));
    if (settled.includes(hash)) continue;
    const outcome = await sendTo(context, delivery, mail, recipient, hash, signal);
    if (outcome.error_message === null || outcome.final) await settleRecipient(context.database.pool, delivery, hash);
    if (rank(outcome) >= rank(worst)) worst = outcome;
  }
  const outcome = worst ?? { ...failure(""), error_message: null, response_code: 250 };
  return done({ ...outcome, request: logged }, outcome.is_unsent !== true);
}

/** Outcomes that need another attempt win over final errors, and these over successes. */
const rank = (outcome: Outcome | null): number =>
  outcome === null ? -1 : outcome.error_message === null ? 0 : outcome.final ? 1 : 2;

async function sendTo(
  { database, call, mail: mailer }: Context,
  delivery: ClaimedDelivery,
  mail: MailRow,
  { address, is_copy, write }: Addressed,
  hash: string,
  signal: AbortSignal,
): Promise<Outcome & { is_unsent?: true }> {
  if (!mailer) return failure("This server has no mail set up. Set SMTP_URL.");
  const counted = { delivery_id: delivery.id, account_id: mail.account_id };
  const send: MailSend = is_copy
    ? {
        ...counted,
        kind: "copy",
        recipient: recipientHash(withoutTag(emailKey(address))),
        client: await clientOf(call, delivery),
      }
    : { ...counted, kind: "letter", recipient: hash };
  const reached = await countSend(database.pool, send);
  // an owner's email waits for the next day
  if (reached === "account") return { ...failure(limitMessage.account()), waits_for_day: true };
  if (reached) return { ...failure(limitMessage[reached]()), final: true, is_unsent: true };
  const written = write();
  if (!written) return { ...failure(""), error_message: null };
  const replyTo = mail.reply_to_node_id === null ? null : emailIn(delivery.payload, mail.reply_to_node_id);
  const message = { to: address, id: emailId(delivery, mail), written, replyTo };
  const reply = await mailer.slots(async () =>
    signal.aborted ? null : sendMessage(mailer.transport, message, signal),
  );
  // the mail server is busy with other emails, and this one wasn't begun
  if (!reply) return { ...failure("The mail server is busy."), waits_for_connection: true };
  const base = { ...failure(""), response_code: reply.code };
  if (reply.kind === "accepted") return { ...base, error_message: null };
  return { ...base, error_message: replyMessage(reply.code), ...(reply.is_final && { final: true as const }) };
}

/** Returns a hash of the client that started the session. Null if it isn't known, or from an older copy of sessions. */
const clientOf = async (call: Call, { payload }: ClaimedDelivery): Promise<string | null> =>
  call("sessions.clientOf", { session_id: payload.data.session.id }).then(
    ({ client }) => client,
    () => null,
  );

export const replyMessage = (code: number | null): string =>
  code === null ? "The mail server didn't reply." : `The mail server replied ${code}.`;

/** Equal in every attempt and for every recipient: one email per event and rule (features §17). */
const emailId = ({ event_id }: ClaimedDelivery, { id }: MailRow): string => `${event_id} ${id}`;

/** No address is left to send to. It isn't an error of the delivery. */
const withoutRecipient = (mail: MailRow): Outcome => ({
  ...failure(
    mail.to_node_id === null
      ? "No recipient is active."
      : "The respondent entered no email address, so nothing was sent.",
  ),
  is_skipped: true,
});

/** The log has the templates, without answers and addresses (features §17). */
const loggedRequest = (mail: MailRow, delivery: ClaimedDelivery) => ({
  headers: {
    from: env().MAIL_FROM,
    to: mail.to_node_id === null ? "[recipients]" : "[respondent]",
    subject: mail.subject,
    "message-id": messageIdOf(emailId(delivery, mail)),
  },
  body: mail.text,
});

async function addressed(context: Context, delivery: ClaimedDelivery, mail: MailRow): Promise<Addressed[] | "later"> {
  if ("digest" in delivery.payload) return digestRecipients(context, delivery, mail);
  const content = await contextOf(context, mail, delivery.payload);
  if (!content) return "later";
  if (mail.to_node_id === null) {
    return toOwners(mail, (address, stopUrl) => ownersLetter(mail, content, address, stopUrl));
  }
  const address = emailIn(delivery.payload, mail.to_node_id);
  return address === null ? [] : [{ address, is_copy: true, write: () => respondentsLetter(mail, content) }];
}

const toOwners = (mail: MailRow, write: (address: string, stopUrl: string) => Written | null): Addressed[] =>
  mail.addresses
    .filter(({ state }) => state === "active")
    .map((address) => ({
      address: address.address,
      is_copy: false,
      write: () => write(address.address, `${baseUrlOf(mail)}/mail/stop?token=${tokenFor("stop", mail.id, address)}`),
    }));

/** Returns null if the version's graph can't be read at the moment. */
async function contextOf(
  { graphs, call, now }: Context,
  mail: MailRow,
  { data }: SessionEvent,
): Promise<MailContext | null> {
  const graph = await graphs.get(data.form.id, data.session.version_number).catch(() => null);
  if (!graph) return null;
  const fileNames = mail.to_node_id === null ? null : await fileNamesOf(call, data.session, now());
  return { form: data.form, session: data.session, graph, baseUrl: baseUrlOf(mail), fileNames };
}

async function digestRecipients(
  context: Context,
  delivery: ClaimedDelivery,
  mail: MailRow,
): Promise<Addressed[] | "later"> {
  const { pool } = context.database;
  const shown: MailContext[] = [];
  let total = 0;
  await takeEntries(pool, delivery);
  for await (const entries of entriesOf(pool, delivery)) {
    const skipped = [];
    for (const entry of entries) {
      if (entry.condition === null && shown.length >= digestLimit) {
        total += 1;
        continue;
      }
      const content = await contextOf(context, mail, entry.payload);
      if (!content) return "later";
      if (entry.condition && !satisfies(entry.condition, content.graph, content.session)) skipped.push(entry);
      else {
        total += 1;
        if (shown.length < digestLimit) shown.push(content);
      }
    }
    if (skipped.length > 0) await recordSkipped(pool, delivery, skipped);
  }
  if (total === 0) return [];
  return toOwners(mail, (address, stopUrl) => digestLetter(mail, shown, total, address, stopUrl));
}

export const baseUrlOf = ({ base_url }: Pick<MailRow, "base_url">): string =>
  (env().BASE_URL ?? base_url).replace(/\/+$/, "");

/** Returns the address that a respondent entered, if it is one. */
function emailIn(event: SessionEvent, nodeId: string): string | null {
  if ("digest" in event) return null;
  const value = event.data.session.answers.find(({ node_id }) => node_id === nodeId)?.answer;
  return typeof value === "string" && isEmailAddress(value) ? value : null;
}
