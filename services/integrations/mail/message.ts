import type { Transporter } from "nodemailer";
import { isFinalRefusal, messageIdOf } from "../../../shared/platform/mail.ts";
import { htmlOf, textOf } from "./html.ts";
import type { Written } from "./letters.ts";

/** A mail server's reply, without its text, which can have an address. `code` is null if none arrived. */
export type MailReply =
  | { kind: "accepted"; code: number }
  /** `is_recipient`: final, because of the address: a code 5.1.x, or 550, 551 or 553 to RCPT */
  | { kind: "refused"; code: number | null; is_final: boolean; is_recipient: boolean };

export interface Message {
  to: string;
  /** Names the email in every attempt (`messageIdOf`). */
  id: string;
  written: Written;
  replyTo: string | null;
}

/** Sends one email. Never throws. The signal ends the conversation with the server. */
export async function sendMessage(transport: Transporter, message: Message, signal: AbortSignal): Promise<MailReply> {
  const { to, id, replyTo, written } = message;
  const { subject, letter } = written;
  try {
    const info = await transport.sendMail({
      to: { name: "", address: to },
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
    return { kind: "accepted", code: codeIn(info.response) ?? 250 };
  } catch (error) {
    return refusal(error as SmtpError);
  }
}

/** Without SMTPUTF8, which many mail servers lack, a local part in other letters makes them refuse the whole email (RFC 6531). */
const isAsciiLocal = (address: string): boolean => /^[\x21-\x7e]+@/.test(address);

/** One-click unsubscribe (RFC 8058 §3.1). Prepared, so that the URL isn't folded. */
const stopHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": { prepared: true, value: "List-Unsubscribe=One-Click" },
});

interface SmtpError extends Error {
  responseCode?: number;
  code?: string;
  /** the server's line */
  response?: string;
  command?: string;
}

/** An address that doesn't exist (RFC 3463 X.1.X), or is refused as a recipient, for whatever reason. */
function refusesRecipient({ response = "", responseCode = 0, command = "" }: SmtpError): boolean {
  if (command === "RCPT TO" && [550, 551, 553].includes(responseCode)) return true;
  return /^5\d\d[ -]5\.1\.\d+/.test(response);
}

function refusal(error: SmtpError): MailReply {
  const code = error.responseCode ?? null;
  return {
    kind: "refused",
    code,
    is_final: isFinalRefusal(error),
    is_recipient: refusesRecipient(error),
  };
}

const codeIn = (response: unknown): number | null => {
  const code = Number(String(response).slice(0, 3));
  return Number.isInteger(code) ? code : null;
};
