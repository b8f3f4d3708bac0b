import type pg from "pg";
import { mailMissing } from "../../../shared/api/endpoints/integrations.ts";
import type { Tested } from "../../../shared/api/shapes/integrations.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Written } from "../../../shared/platform/mail/send.ts";
import type { IntegrationsService } from "../service.ts";
import { recordTest } from "../store/attempts.ts";
import { countSend, limitMessage } from "../store/mailSends.ts";
import type { MailRow } from "../store/mails.ts";
import type { MailContext } from "./content.ts";
import { replyMessage } from "./deliver.ts";
import { ownersLetter, respondentsLetter } from "./letters.ts";
import { recipientHash } from "./links.ts";
import { sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

/** Shorter than the timeout of a request. */
const timeoutMs = 8_000;

/**
 * Sends a rule's email with sample answers to this address, logs it and returns the result. Never retried. `note` writes to the
 * audit log.
 */
export async function sendTest(
  { mailer, database }: IntegrationsService,
  call: Timed,
  mail: MailRow,
  form: FormReference,
  { address, note }: { address: string; note: (client: pg.ClientBase) => Promise<void> },
): Promise<Tested> {
  if (!mailer) throw conflict(mailMissing);
  const eventId = newUuid();
  const counted = { delivery_id: eventId, account_id: mail.account_id, recipient: recipientHash(emailKey(address)) };
  const reached = await countSend(database.pool, { ...counted, kind: "letter" });
  if (reached) throw conflict(limitMessage[reached]());
  const message = { to: address, id: `${eventId}.${mail.id}`, written: sample(mail, form, address), replyTo: null };
  const began = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await mailer.slots(() => sendMessage(mailer.transport, message, signal));
  const result = {
    response_code: reply.code,
    duration_ms: Math.round(performance.now() - began),
    error_message: reply.kind === "accepted" ? null : replyMessage(reply.code),
  };
  const record = {
    ...result,
    attempt_id: newUuid(),
    integration_id: mail.id,
    integration_name: mail.name,
    integration_type: "mail",
    event_id: eventId,
    status: reply.kind === "accepted" ? ("success" as const) : ("error" as const),
    request_headers: { to: "[you]", subject: mail.subject },
    request_body: mail.text,
    response_headers: null,
    response_body: null,
  };
  await inTransaction(
    database.pool,
    async (client) => {
      await recordTest(client, record);
      await note(client);
    },
    call,
  );
  return { success: reply.kind === "accepted", ...result };
}

/** Writes the email as for a session with one sample answer. Recalls show what they recall. */
function sample(mail: MailRow, form: FormReference, address: string): Written {
  const now = new Date().toISOString();
  const named = (template: string) => replaceRecalls(template, (_, name) => `[${name}]`);
  const answer = { node_id: "Question", question_type: "short_text", answer: "Sample answer" };
  const context: MailContext = {
    form,
    graph: { schema_version: "2.0", nodes: [], edges: [] } satisfies Graph,
    session: {
      id: newUuid(),
      started_at: now,
      completed_at: now,
      hidden: {},
      answers: [answer],
    } as unknown as SessionDetail,
    baseUrl: baseUrlOf(mail),
    fileNames: new Map(),
  };
  const shown = { ...mail, subject: `Test: ${named(mail.subject)}`, text: named(mail.text) };
  const { subject, letter } =
    mail.to_node_id === null ? ownersLetter(shown, context, address, "") : respondentsLetter(shown, context);
  return {
    subject,
    letter: {
      ...letter,
      button: null,
      stopUrl: null,
      footer: "Pathform sent this test email because you asked for it.",
    },
  };
}
