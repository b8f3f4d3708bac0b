import { type Message, sendLetter } from "../../../shared/platform/mail/send.ts";
import { mailFailure, openMailTransport } from "../../../shared/platform/mail/transport.ts";

/** The mail server (SMTP_URL, MAIL_FROM). Null without one. */
export interface Mail {
  /** Sends an email. Its error has no address. */
  send(message: Message): Promise<void>;
  close(): void;
}

export async function openMail(): Promise<Mail | null> {
  const transport = await openMailTransport();
  if (!transport) return null;
  return {
    async send(message) {
      await sendLetter(transport, message).catch((error) => {
        // the log must not have the address
        throw new Error(mailFailure(error), { cause: error });
      });
    },
    close: () => transport.close(),
  };
}
