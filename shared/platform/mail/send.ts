import type { Transporter } from "nodemailer";
import { htmlOf, type Letter, textOf } from "../../domain/mail/letter.ts";
import { messageIdOf } from "./transport.ts";

/** An email before it has a recipient. */
export interface Written {
  subject: string;
  letter: Letter;
}

export interface Message {
  to: { name: string; address: string };
  /** Names the email in every attempt (`messageIdOf`), so that mail programs show a repeated one once. */
  id: string;
  written: Written;
  replyTo?: string | null;
  /** Ends the conversation with the server. */
  signal?: AbortSignal;
}

/**
 * Sends an email, with a plain and an HTML part, by the one frame of all emails. Returns the server's reply. Its error has the
 * recipient's address: `mailFailure` says what a log may.
 */
export async function sendLetter(
  transport: Transporter,
  { to, id, written: { subject, letter }, replyTo = null, signal }: Message,
): Promise<string> {
  const info = await transport.sendMail({
    to,
    ...(replyTo !== null && isAsciiLocal(replyTo) && { replyTo: { name: "", address: replyTo } }),
    subject,
    text: textOf(letter),
    html: htmlOf(letter),
    messageId: messageIdOf(id),
    headers: { "Auto-Submitted": "auto-generated", ...(letter.stopUrl && stopHeaders(letter.stopUrl)) },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal,
  } as Parameters<Transporter["sendMail"]>[0]);
  return String(info.response);
}

/** Without SMTPUTF8, which many mail servers lack, a local part in other letters makes them refuse the whole email (RFC 6531). */
const isAsciiLocal = (address: string): boolean => /^[\x21-\x7e]+@/.test(address);

/** One-click unsubscribe (RFC 8058 §3.1). Prepared, so that the URL isn't folded. */
const stopHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": { prepared: true, value: "List-Unsubscribe=One-Click" },
});
