import { mailFailure, openMailTransport } from "../../shared/platform/mail.ts";

interface Recipient {
  email: string;
  name: string;
}

export interface InvitationLetter {
  email: string;
  /** who invites */
  inviter: string;
  workspace: string;
  link: string;
}

/** Email to users (SMTP_URL, MAIL_FROM). Null without a mail server. */
export interface Mail {
  sendReset(to: Recipient, link: string): Promise<void>;
  sendInvitation(letter: InvitationLetter): Promise<void>;
  sendVerification(to: Recipient, link: string): Promise<void>;
  /** `day`: UTC, `YYYY-MM-DD` */
  sendKeyExpiry(to: Recipient, key: { name: string; workspace: string; day: string }): Promise<void>;
  close(): void;
}

/** Names come from people, and must not add lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export async function openMail(): Promise<Mail | null> {
  const transport = await openMailTransport();
  if (!transport) return null;
  const send = async ({ email, name }: Recipient, subject: string, lines: string[]) => {
    const message = { to: { name, address: email }, subject, text: `${lines.join("\n\n")}\n` };
    await transport.sendMail(message).catch((error) => {
      // the log must not have the address
      throw new Error(mailFailure(error));
    });
  };
  return {
    sendReset: (to, link) =>
      send(to, "Reset your Pathform password", [
        "Someone asked to reset your Pathform password. To choose a new one, open this link within 1 hour:",
        link,
        "If this wasn’t you, ignore this email. Your password stays the same.",
      ]),
    sendInvitation: ({ email, inviter, workspace, link }) =>
      send({ email, name: "" }, `${oneLine(inviter)} invites you to ${oneLine(workspace)} on Pathform`, [
        `${oneLine(inviter)} invites you to work on forms together in the workspace “${oneLine(workspace)}”. To accept or decline, open this link within 7 days:`,
        link,
        "If you don’t know who this is, ignore this email.",
      ]),
    sendKeyExpiry: (to, { name, workspace, day }) =>
      send(to, `The API key “${oneLine(name)}” expires on ${day}`, [
        `The API key “${oneLine(name)}” of the workspace “${oneLine(workspace)}” is in use, and expires on ${day}. To get a new one with the same permissions, open Developers, then API keys, and rotate it.`,
      ]),
    sendVerification: (to, link) =>
      send(to, "Verify your email address for Pathform", [
        "To show that this address is yours, open this link within 24 hours:",
        link,
        "If this wasn’t you, ignore this email.",
      ]),
    close: () => transport.close(),
  };
}
