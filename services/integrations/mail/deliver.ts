import { mailMissing } from "../../../shared/api/endpoints/integrations.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { env } from "../../../shared/platform/env.ts";
import type { Written } from "../../../shared/platform/mail/send.ts";
import { messageIdOf } from "../../../shared/platform/mail/transport.ts";
import type { Graphs } from "../graphs.ts";
import { countSend, limitMessage, type MailSend } from "../store/mailSends.ts";
import { findMail, type MailRow } from "../store/mails.ts";
import { type Claimed, type ClaimedDelivery, settledOf, settleRecipient } from "../store/queue.ts";
import { failure, postponed, success, withoutExchange } from "../types/outcome.ts";
import type { Outcome } from "../types/type.ts";
import { recipientHash, recipientOf } from "./links.ts";
import type { Mailer } from "./mailer.ts";
import { sendMessage } from "./message.ts";

/** A recipient with the email to it. */
export interface Recipient {
  address: string;
  /** the session, if it is to its respondent */
  copy_of: string | null;
  /** Null if there is nothing to say. */
  write(): Written | null;
  /** where replies go, if not to the sender */
  reply_to: string | null;
}

/** Returns the recipients of a delivery's emails, or `later` if the form's version can't be read at the moment. */
export type Recipients<P> = (
  context: MailingContext,
  delivery: Claimed<P>,
  mail: MailRow,
) => Promise<Recipient[] | "later">;

/** The part of the engine's context that an email needs. */
export interface MailingContext {
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

/** Without the version's graph, no condition can be judged and no title written. The delivery is claimed again soon. */
export const versionUnreadable = postponed("The form's version couldn't be read.");
const withoutMail = () => failure(mailMissing);
const unsent = (errorMessage: string): Outcome => withoutExchange({ kind: "unsent", error_message: errorMessage });

/** Makes one attempt to send the email of a delivery to every recipient that it hasn't reached yet. */
export async function deliverMail<P extends ClaimedDelivery["payload"]>(
  context: MailingContext,
  delivery: Claimed<P>,
  recipientsOf: Recipients<P>,
): Promise<Outcome> {
  const { pool } = context.database;
  const mail = await findMail(pool, delivery.integration_id);
  if (!mail) return unsent("The email notification was deleted.");
  if (!context.mail) return withoutMail();
  const recipients = await recipientsOf(context, delivery, mail);
  if (recipients === "later") return versionUnreadable;
  if (recipients.length === 0) return withoutRecipient(mail);
  const signal = AbortSignal.any([AbortSignal.timeout(context.timeoutMs), context.stopping]);
  const request = loggedRequest(mail, delivery);
  const settled = await settledOf(pool, delivery.id);
  let worst: Outcome | null = null;
  for (const recipient of recipients) {
    const hash = recipientHash(emailKey(recipient.address));
    if (settled.includes(hash)) continue;
    const outcome = await sendTo(context, { delivery, mail, recipient, hash, signal });
    if (rank(outcome) < pending) await settleRecipient(pool, delivery, hash);
    if (rank(outcome) >= rank(worst)) worst = outcome;
  }
  return { ...(worst ?? { ...withoutExchange(success), response_code: 250 }), request };
}

/** Rank of outcomes that need another attempt. They win over final errors, and these over successes. */
const pending = 2;
const ranks: Partial<Record<Outcome["kind"], number>> = { delivered: 0, permanent: 1, unsent: 1 };
const rank = (outcome: Outcome | null): number => (outcome === null ? -1 : (ranks[outcome.kind] ?? pending));

interface Sending {
  delivery: Claimed<unknown>;
  mail: MailRow;
  recipient: Recipient;
  /** of the recipient's address */
  hash: string;
  signal: AbortSignal;
}

async function sendTo({ database, call, mail: mailer }: MailingContext, sending: Sending): Promise<Outcome> {
  const { delivery, mail, recipient, signal } = sending;
  if (!mailer) return withoutMail();
  const reached = await countSend(database.pool, await countedSend(call, sending));
  // an owner's email waits for the next day
  if (reached === "account") return postponed(limitMessage.account(), "tomorrow");
  if (reached) return unsent(limitMessage[reached]());
  const written = recipient.write();
  if (!written) return withoutExchange(success);
  const message = { to: recipient.address, id: emailId(delivery, mail), written, replyTo: recipient.reply_to };
  const reply = await mailer.slots(async () =>
    signal.aborted ? null : sendMessage(mailer.transport, message, signal),
  );
  // the mail server is busy with other emails, and this one wasn't begun
  if (!reply) return postponed("The mail server is busy.");
  const exchanged = { response_code: reply.code, request: null, response: null };
  if (reply.kind === "accepted") return { ...exchanged, ...success };
  const errorMessage = replyMessage(reply.code);
  if (reply.is_final) return { ...exchanged, kind: "permanent", error_message: errorMessage };
  return { ...exchanged, kind: "failed", error_message: errorMessage, retry_after: null };
}

/** Returns what counts towards the limits: copies also by client, and without `+tag`. */
async function countedSend(call: Call, { delivery, mail, recipient, hash }: Sending): Promise<MailSend> {
  const counted = { delivery_id: delivery.id, account_id: mail.account_id };
  if (recipient.copy_of === null) return { ...counted, kind: "letter", recipient: hash };
  const client = await clientOf(call, recipient.copy_of);
  return { ...counted, kind: "copy", recipient: recipientOf(recipient.address), client };
}

/** Returns a hash of the client that started the session. Null if it isn't known, or from an older copy of sessions. */
const clientOf = async (call: Call, sessionId: string): Promise<string | null> =>
  call("sessions.clientOf", { session_id: sessionId }).then(
    ({ client }) => client,
    () => null,
  );

export const replyMessage = (code: number | null): string =>
  code === null ? "The mail server didn't reply." : `The mail server replied ${code}.`;

/** Equal in every attempt and for every recipient: one email per event and rule (features §17). */
const emailId = ({ event_id }: Claimed<unknown>, { id }: MailRow): string => `${event_id} ${id}`;

/** No address is left to send to. It isn't an error of the delivery. */
const withoutRecipient = (mail: MailRow): Outcome =>
  withoutExchange({
    kind: "skipped",
    error_message:
      mail.to_node_id === null
        ? "No recipient is left: they unsubscribed, haven't confirmed yet, or may not read responses anymore."
        : "The respondent entered no email address, so nothing was sent.",
  });

/** The log has the templates, without answers and addresses (features §17). */
const loggedRequest = (mail: MailRow, delivery: Claimed<unknown>) => ({
  headers: {
    from: env().MAIL_FROM,
    to: mail.to_node_id === null ? "[recipients]" : "[respondent]",
    subject: mail.subject,
    "message-id": messageIdOf(emailId(delivery, mail)),
  },
  body: mail.text,
});
