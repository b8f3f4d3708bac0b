import { openMailTransport } from "../../shared/platform/mail.ts";

/** Mail to users (SMTP_URL, MAIL_FROM). Null where there is no mail server. */
export interface Mail {
  sendReset(to: { email: string; name: string }, link: string): Promise<void>;
  close(): void;
}

export async function openMail(): Promise<Mail | null> {
  const transport = await openMailTransport();
  if (!transport) return null;
  return {
    async sendReset({ email, name }, link) {
      await transport.sendMail({
        to: { name, address: email },
        subject: "A new password for Pathform",
        text: `Somebody, hopefully you, has asked for a new password. Set it here within an hour:\n\n${link}\n\nIf it was not you, nothing has changed, and there is nothing to do.\n`,
      });
    },
    close: () => transport.close(),
  };
}
