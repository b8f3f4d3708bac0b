import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import { hashedUuid } from "../../../shared/platform/ids.ts";
import { type Kind, later } from "../../../shared/platform/jobs/jobs.ts";
import { countSend, type MailSend } from "../store/mailSends.ts";
import { askTomorrow, findQuestion, type Question, type QuestionKey } from "../store/mails.ts";
import { replyMessage } from "./deliver.ts";
import { questionLetter } from "./letters.ts";
import { recipientHash, tokenFor } from "./links.ts";
import { type MailingService, mailerOf } from "./mailer.ts";
import { sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

const timeoutMs = 20_000;

/** Asks an address outside the account whether it wants a form's emails (features §17). */
export const question: Kind<MailingService, QuestionKey> = {
  task: "send a confirmation email",
  priority: 0,
  // eight attempts in about four hours
  pauses: { first: 120_000, longest: 7_200_000 },
  attempts: 8,
  async run(service, key) {
    const mailer = mailerOf(service);
    const { call, database } = service;
    const asked = await findQuestion(database.pool, key);
    if (!asked) return null;
    if (await countSend(database.pool, countedOf(asked))) return later(await askTomorrow(database.pool, key));
    const { users } = await call("auth.listUsers", { account_id: asked.account_id });
    const [user] = users;
    const asker = user ? `${user.name} (${user.email})` : "Someone";
    const url = `${baseUrlOf(asked)}/mail/confirm?token=${tokenFor("confirm", asked.mail_id, asked)}`;
    const message = {
      to: asked.address,
      id: `${recipientHash(emailKey(asked.address)).slice(0, 12)}.${timeOf(asked)}.${asked.mail_id}`,
      written: questionLetter(asked.form_title, asker, url),
      replyTo: null,
    };
    const reply = await mailer.slots(() => sendMessage(mailer.transport, message, AbortSignal.timeout(timeoutMs)));
    if (reply.kind === "refused" && !reply.is_final) throw new Error(replyMessage(reply.code));
    return null;
  },
};

const timeOf = ({ asked_at }: Question): number => new Date(asked_at ?? 0).getTime();

/** Attempts to ask the same question count once. */
function countedOf(asked: Question): MailSend {
  const { account_id, address_key, mail_id } = asked;
  const deliveryId = hashedUuid(`${mail_id} ${timeOf(asked)} ${address_key}`);
  return { delivery_id: deliveryId, account_id, recipient: recipientHash(withoutTag(address_key)), kind: "question" };
}
