import type { Database, Log } from "../../../shared/platform/database/open.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { hashedUuid } from "../../../shared/platform/ids.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { resumeToken } from "../../../shared/platform/resumeTokens.ts";
import { countSend } from "../store/mailSends.ts";
import { claimResumeMail, type DueResumeMail, isLastAttempt, removeResumeMail } from "../store/resumeMails.ts";
import { resumeLetter } from "./letters.ts";
import { recipientOf } from "./links.ts";
import type { Mailer } from "./mailer.ts";
import { sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

interface Options {
  database: Database;
  log: Log;
  mailer: Mailer;
}

const interval = 5_000;
const timeoutMs = 20_000;

/** Sends links to finish later (wants §23). They count as copies to respondents: beyond a limit, none is sent. */
export function openResumeMails({ database: { pool }, log, mailer }: Options): Loop {
  async function send(mail: DueResumeMail): Promise<void> {
    const id = idOf(mail);
    const recipient = recipientOf(mail.address);
    const counted = {
      delivery_id: id,
      account_id: mail.account_id,
      recipient,
      kind: "copy",
      client: mail.client,
    } as const;
    if (await countSend(pool, counted)) return removeResumeMail(pool, mail);
    const message = {
      to: mail.address,
      id,
      written: resumeLetter(mail.form.title, linkOf(mail), mail.language),
      replyTo: null,
    };
    const reply = await sendMessage(mailer.transport, message, AbortSignal.timeout(timeoutMs));
    faultPoint("resume-sent");
    const isDone = reply.kind === "accepted" || reply.is_final;
    if (!isDone) log.warn(`Failed to send a link to finish later, retrying: ${reply.code ?? "no reply"}`);
    if (isDone || isLastAttempt(mail)) await removeResumeMail(pool, mail);
  }

  return openLoop({
    interval,
    // claimed when a conversation is free, so that nothing is sent after its lease or its session's erasure
    work: () =>
      mailer.slots(async () => {
        const mail = await claimResumeMail(pool);
        if (mail) await send(mail);
        return mail !== null;
      }),
    onError: (error) => log.warn(`Failed to send a link to finish later, retrying: ${error.message}`),
  });
}

/** The token is in the fragment, which reaches no server and no log. */
function linkOf({ session_id: sessionId, asked_at, form, base_url }: DueResumeMail): string {
  const token = resumeToken({ sessionId, askedAt: asked_at.getTime() });
  return `${baseUrlOf({ base_url })}/f/${form.slug}#resume=${token}`;
}

/** Attempts to send the same link count once and have one Message-ID. */
const idOf = ({ session_id, asked_at }: DueResumeMail): string =>
  hashedUuid(`resume ${session_id} ${asked_at.getTime()}`);
