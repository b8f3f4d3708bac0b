import type { Transporter } from "nodemailer";
import { sendLetter, type Written } from "../../../shared/platform/mail/send.ts";
import { isFinalRefusal } from "../../../shared/platform/mail/transport.ts";

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
  const { to, ...rest } = message;
  try {
    const response = await sendLetter(transport, { to: { name: "", address: to }, ...rest, signal });
    return { kind: "accepted", code: codeIn(response) ?? 250 };
  } catch (error) {
    return refusal(error as SmtpError);
  }
}

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

const codeIn = (response: string): number | null => {
  const code = Number(response.slice(0, 3));
  return Number.isInteger(code) ? code : null;
};
