import { mailFailure, openMailTransport } from "../../shared/platform/mail.ts";

/** Email to users (SMTP_URL, MAIL_FROM). Null without a mail server. */
export interface Mail {
  sendReset(to: { email: string; name: string }, link: string): Promise<void>;
  close(): void;
}

export async function openMail(): Promise<Mail | null> {
  const transport = await openMailTransport();
  if (!transport) return null;
  return {
    async sendReset({ email, name }, link) {
      const message = {
        to: { name, address: email },
        subject: "Reset your Pathform password",
        text: `Someone asked to reset your Pathform password. To choose a new one, open this link within 1 hour:\n\n${link}\n\nIf this wasn’t you, ignore this email. Your password stays the same.\n`,
      };
      await transport.sendMail(message).catch((error) => {
        // the log must not have the address
        throw new Error(mailFailure(error));
      });
    },
    close: () => transport.close(),
  };
}
