import type { Call } from "../../../shared/bus/calls.ts";
import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import type { Database, Log } from "../../../shared/platform/database/open.ts";
import { hashedUuid } from "../../../shared/platform/ids.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { countSend, type MailSend } from "../store/mailSends.ts";
import { askTomorrow, claimQuestion, type DueQuestion, markAsked } from "../store/mails.ts";
import { questionLetter } from "./letters.ts";
import { recipientHash, tokenFor } from "./links.ts";
import type { Mailer } from "./mailer.ts";
import { sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

interface Options {
  database: Database;
  call: Call;
  log: Log;
  mailer: Mailer;
}

const interval = 5_000;
const timeoutMs = 20_000;

/** Asks addresses outside the account whether they want a form's emails (features §17). */
export function openQuestions({ database, call, log, mailer }: Options): Loop {
  async function ask(question: DueQuestion): Promise<void> {
    if (await countSend(database.pool, countedOf(question))) return askTomorrow(database.pool, question);
    const { users } = await call("auth.listUsers", { account_id: question.account_id });
    const [user] = users;
    const asker = user ? `${user.name} (${user.email})` : "Someone";
    const url = `${baseUrlOf(question)}/mail/confirm?token=${tokenFor("confirm", question.mail_id, question)}`;
    const asked = new Date(question.asked_at ?? 0).getTime();
    const message = {
      to: question.address,
      id: `${recipientHash(emailKey(question.address)).slice(0, 12)}.${asked}.${question.mail_id}`,
      written: questionLetter(question.form_title, asker, url),
      replyTo: null,
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await mailer.slots(() => sendMessage(mailer.transport, message, signal));
    if (reply.kind === "accepted" || reply.is_final) await markAsked(database.pool, question);
    else log.warn(`Failed to send a confirmation email, retrying: ${reply.code ?? "no reply"}`);
  }

  return openLoop({
    interval,
    async work() {
      const question = await claimQuestion(database.pool);
      if (question) await ask(question);
      return question !== null;
    },
    onError: (error) => log.warn(`Failed to send a confirmation email, retrying: ${error.message}`),
  });
}

/** Attempts to ask the same question count once. */
function countedOf({ account_id, address_key, asked_at, mail_id }: DueQuestion): MailSend {
  const asked = new Date(asked_at ?? 0).getTime();
  const deliveryId = hashedUuid(`${mail_id} ${asked} ${address_key}`);
  return { delivery_id: deliveryId, account_id, recipient: recipientHash(withoutTag(address_key)), kind: "question" };
}
