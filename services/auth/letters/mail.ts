import { mailFailure, messageIdOf, openMailTransport } from "../../../shared/platform/mail.ts";
import type { Text } from "./texts.ts";

export interface Recipient {
  email: string;
  name: string;
}

/** The mail server (SMTP_URL, MAIL_FROM). Null without one. */
export interface Mail {
  /** Sends an email. `id`: the same for each attempt, so that mail programs show a repeated one once. Its error has no address. */
  send(to: Recipient, text: Text, id: string): Promise<void>;
  close(): void;
}

export async function openMail(): Promise<Mail | null> {
  const transport = await openMailTransport();
  if (!transport) return null;
  return {
    async send({ email, name }, { subject, lines }, id) {
      const content = { subject, text: `${lines.join("\n\n")}\n`, html: htmlOf(lines) };
      const message = { to: { name, address: email }, ...content, messageId: messageIdOf(id) };
      await transport.sendMail(message).catch((error) => {
        // the log must not have the address
        throw new Error(mailFailure(error), { cause: error });
      });
    },
    close: () => transport.close(),
  };
}

/** The same lines with a link in place of each address. */
function htmlOf(lines: readonly string[]): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const paragraphs = lines.map((line) => {
    const text = escaped(line);
    return `<p>${/^https?:\/\/\S+$/.test(line) ? `<a href="${text}">${text}</a>` : text}</p>`;
  });
  const style = "font:16px/1.5 system-ui,sans-serif;color:#1f2328;max-width:36em;margin:0 auto;padding:16px";
  return `<!doctype html><html lang="en"><body style="${style}">${paragraphs.join("")}</body></html>`;
}
