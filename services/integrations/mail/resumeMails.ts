import type { ResumeMail } from "../../../shared/bus/contract/integrations.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { hashedUuid } from "../../../shared/platform/ids.ts";
import type { Kind } from "../../../shared/platform/jobs/jobs.ts";
import { resumeToken } from "../../../shared/platform/resumeTokens.ts";
import { isErased } from "../store/intake.ts";
import { countSend } from "../store/mailSends.ts";
import { replyMessage } from "./deliver.ts";
import { resumeLetter } from "./letters.ts";
import { recipientOf } from "./links.ts";
import { type MailingService, mailerOf } from "./mailer.ts";
import { sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

const timeoutMs = 20_000;

/** Sends a link to finish later (wants §23). It counts as a copy to a respondent: beyond a limit, none is sent. */
export const resumeMail: Kind<MailingService, ResumeMail> = {
  task: "send a link to finish later",
  priority: 0,
  // six attempts in about an hour
  pauses: { first: 120_000, longest: 3_600_000 },
  attempts: 6,
  run(service, mail, job) {
    const mailer = mailerOf(service);
    const { pool } = service.database;
    const id = idOf(mail);
    const counted = { delivery_id: id, account_id: mail.account_id, recipient: recipientOf(mail.address) };
    return mailer.slots(async () => {
      if (!(await job.isOurs(timeoutMs)) || (await isErased(pool, mail.session_id))) return;
      if (await countSend(pool, { ...counted, kind: "copy", client: mail.client })) return;
      const written = resumeLetter(mail.form, linkOf(mail), mail.language);
      const message = { to: mail.address, id, written, replyTo: null };
      const reply = await sendMessage(mailer.transport, message, AbortSignal.timeout(timeoutMs));
      faultPoint("resume-sent");
      if (reply.kind === "refused" && !reply.is_final) throw new Error(replyMessage(reply.code));
    });
  },
};

/** The token is in the fragment, which reaches no server and no log. */
function linkOf({ session_id: sessionId, asked_at, form, base_url }: ResumeMail): string {
  const token = resumeToken({ sessionId, askedAt: Date.parse(asked_at) });
  return `${baseUrlOf({ base_url })}/f/${form.slug}#resume=${token}`;
}

/** Attempts to send the same link count once and have one Message-ID. */
const idOf = ({ session_id, asked_at }: ResumeMail): string =>
  hashedUuid(`resume ${session_id} ${Date.parse(asked_at)}`);
