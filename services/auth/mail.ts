import type { Role } from "../../shared/domain/access/capabilities.ts";
import { defanged, withoutUnseen } from "../../shared/domain/names.ts";
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
  sendAdded(to: Recipient, added: { by: string; workspace: string; role: Role }): Promise<void>;
  sendRoleChange(to: Recipient, change: { by: string; workspace: string; role: Role }): Promise<void>;
  sendRemoval(to: Recipient, removal: { by: string; workspace: string }): Promise<void>;
  /** `day`: UTC, `YYYY-MM-DD` */
  sendKeyExpiry(to: Recipient, key: { name: string; workspace: string; day: string }): Promise<void>;
  /** `day`: UTC, `YYYY-MM-DD`; null if the workspace was restored */
  sendDeletion(to: Recipient, about: { by: string; workspace: string; day: string | null }): Promise<void>;
  sendEmailChange(to: Recipient, link: string): Promise<void>;
  /** to the owner of an address that another person wants */
  sendTakenEmail(to: Recipient): Promise<void>;
  /** `from`: device and address · `undo`: a link that undoes the change */
  sendSecurity(to: Recipient, change: SecurityChange, from: string | null, undo?: string): Promise<void>;
  /** `link`: to a new password, null where passwords don't sign in */
  sendAddressBack(to: Recipient, link: string | null): Promise<void>;
  /** `sso`: name of single sign-on */
  sendSsoVerification(to: Recipient, sso: string, link: string): Promise<void>;
  close(): void;
}

/** Changes of a person's sign-in, as an email tells them. */
const changes = {
  second_factor_on: ["Two-step sign-in is on", "Your Pathform account now asks for a code after your password."],
  second_factor_off: [
    "Two-step sign-in is off",
    "Your Pathform account no longer asks for a code after your password. Your recovery codes don’t work anymore.",
  ],
  recovery_code_used: [
    "A recovery code was used",
    "Someone used one of your recovery codes in place of a code from your app. Each code works once.",
  ],
  recovery_codes_replaced: [
    "You have new recovery codes",
    "New recovery codes for your Pathform account were made. The old ones don’t work anymore.",
  ],
  password_changed: ["Your Pathform password was changed", "The password of your Pathform account was changed."],
  sso_linked: [
    "Single sign-on was linked to your Pathform account",
    "You can now sign in to your Pathform account with single sign-on. To unlink it, open Account, Security.",
  ],
  sso_unlinked: [
    "Single sign-on was unlinked from your Pathform account",
    "You can’t sign in to your Pathform account with single sign-on anymore. Sign-ins by it have ended. Your password works.",
  ],
  sso_ended_password: [
    "Single sign-on was linked to your Pathform account",
    "You can now sign in to your Pathform account with single sign-on. Your old password doesn’t work anymore, because the address had not been verified when it was chosen. Your other sign-ins have ended.",
  ],
  email_changed: [
    "Your Pathform email address was changed",
    "Your Pathform account has another email address now. You can’t sign in with this one anymore.",
  ],
} as const satisfies Record<string, readonly [subject: string, text: string]>;

export type SecurityChange = keyof typeof changes;

const withArticle = (role: Role): string => `${role === "viewer" || role === "guest" ? "a" : "an"} ${role}`;

/** Roles, as an email explains them. */
const inWords: Record<Role, string> = {
  owner: "You can do everything there, also make and remove other owners.",
  admin: "You can do everything there, except changing owners and other admins.",
  editor: "You can create, change and publish forms.",
  viewer: "You can see forms and insights.",
  guest: "You can open the forms that are shared with you.",
};

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

/** Must not add lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A name that a person chose: it must not add lines, turn text round, or become a link to somewhere else. */
const named = (text: string): string => defanged(withoutUnseen(oneLine(text)));

export async function openMail(): Promise<Mail | null> {
  const transport = await openMailTransport();
  if (!transport) return null;
  const send = async ({ email, name }: Recipient, subject: string, lines: string[]) => {
    const message = { to: { name, address: email }, subject, text: `${lines.join("\n\n")}\n`, html: htmlOf(lines) };
    await transport.sendMail(message).catch((error) => {
      // the log must not have the address
      throw new Error(mailFailure(error));
    });
  };
  return { ...signInLetters(send), ...workspaceLetters(send), close: () => transport.close() };
}

type Send = (to: Recipient, subject: string, lines: string[]) => Promise<void>;

const notYou = [
  "If this wasn’t you, change your password now.",
  "Then open Account, Security, and sign out devices that you don’t know.",
];
/** The person can't sign in at this address. */
const notYouAnymore = (undo: string) => [
  "If this wasn’t you, open this link within 7 days to put this address back and sign out all devices:",
  undo,
];

/** About a person's own sign-in. */
function signInLetters(
  send: Send,
): Pick<
  Mail,
  | "sendReset"
  | "sendVerification"
  | "sendSsoVerification"
  | "sendEmailChange"
  | "sendTakenEmail"
  | "sendSecurity"
  | "sendAddressBack"
> {
  return {
    sendReset: (to, link) =>
      send(to, "Reset your Pathform password", [
        "Someone asked to reset your Pathform password. To choose a new one, open this link within 1 hour:",
        link,
        "If this wasn’t you, ignore this email. Your password stays the same.",
      ]),
    sendVerification: (to, link) =>
      send(to, "Verify your email address for Pathform", [
        "To show that this address is yours, open this link within 24 hours:",
        link,
        "If this wasn’t you, ignore this email.",
      ]),
    sendSsoVerification: (to, sso, link) =>
      send(to, `Link ${oneLine(sso)} to your Pathform account`, [
        `Someone signed in with ${oneLine(sso)} and this address, which has a Pathform account already. If this was you, open this link within 24 hours, then sign in with ${oneLine(sso)} again:`,
        link,
        "Your password, your two-step sign-in and your other sign-ins will end, because this address hasn’t been verified yet. To keep them, sign in with your password instead, and link it under Your account, then Security.",
        "If this wasn’t you, ignore this email.",
      ]),
    sendEmailChange: (to, link) =>
      send(to, "Confirm your new email address for Pathform", [
        "To sign in to Pathform with this address from now on, open this link within 24 hours:",
        link,
        "If this wasn’t you, ignore this email.",
      ]),
    sendTakenEmail: (to) =>
      send(to, "Someone wants to use your email address on Pathform", [
        "Someone asked to change the address of another Pathform account to yours. Nothing has changed, because your account has this address.",
        "If this was you, sign in with this address, or delete this account first.",
      ]),
    sendSecurity: (to, change, from, undo) => {
      const [subject, text] = changes[change];
      const origin = from ? [`Device and address: ${oneLine(from)}`] : [];
      return send(to, subject, [text, ...origin, ...(undo === undefined ? notYou : notYouAnymore(undo))]);
    },
    sendAddressBack: (to, link) =>
      send(to, "Your Pathform account has its email address back", [
        "Your Pathform account has this email address again, and all its sign-ins have ended.",
        ...(link === null
          ? []
          : ["Another person may know your password. To choose a new one, open this link within 1 hour:", link]),
        "Then check the API keys, members and sign-ins of your account.",
      ]),
  };
}

/** About a workspace and its members. */
function workspaceLetters(
  send: Send,
): Pick<Mail, "sendInvitation" | "sendKeyExpiry" | "sendAdded" | "sendRoleChange" | "sendRemoval" | "sendDeletion"> {
  return {
    sendInvitation: ({ email, inviter, workspace, link }) =>
      send({ email, name: "" }, `${named(inviter)} invites you to ${named(workspace)} on Pathform`, [
        `${named(inviter)} invites you to work on forms together in the workspace “${named(workspace)}”. To accept or decline, open this link within 7 days:`,
        link,
        "If you don’t know who this is, ignore this email.",
      ]),
    sendKeyExpiry: (to, { name, workspace, day }) =>
      send(to, `The API key “${named(name)}” expires on ${day}`, [
        `The API key “${named(name)}” of the workspace “${named(workspace)}” is in use, and expires on ${day}. To get a new one with the same permissions, open Developers, then API keys, and rotate it.`,
      ]),
    sendAdded: (to, { by, workspace, role }) =>
      send(to, `You were added to ${named(workspace)}`, [
        `${named(by)} added you as ${withArticle(role)} to the workspace “${named(workspace)}” on Pathform.`,
        inWords[role],
      ]),
    sendRoleChange: (to, { by, workspace, role }) =>
      send(to, `You are now ${withArticle(role)} of ${named(workspace)}`, [
        `${named(by)} changed your role in the workspace “${named(workspace)}” on Pathform.`,
        inWords[role],
      ]),
    sendRemoval: (to, { by, workspace }) =>
      send(to, `You were removed from ${named(workspace)}`, [
        `${named(by)} removed you from the workspace “${named(workspace)}” on Pathform. You can’t open its forms anymore.`,
        "API keys that you created belong to the workspace, and may still work for it.",
      ]),
    sendDeletion: (to, { by, workspace, day }) =>
      day === null
        ? send(to, `The workspace ${named(workspace)} was restored`, [
            `${named(by)} restored the workspace “${named(workspace)}” on Pathform. Its forms and API keys work again.`,
          ])
        : send(to, `The workspace ${named(workspace)} will be deleted on ${day}`, [
            `${named(by)} asked to delete the workspace “${named(workspace)}” on Pathform. Its forms and API keys stop working now. On ${day}, all its forms, responses and files will be deleted.`,
            "Until then, an owner can restore it: open the workspace, then Restore.",
          ]),
  };
}
