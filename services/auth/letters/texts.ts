import type { Role } from "../../../shared/api/access/roles.ts";
import { defanged, withoutUnseen } from "../../../shared/domain/names.ts";

/** The texts of auth's emails (teams §20.11). */

export interface Text {
  subject: string;
  /** paragraphs; one that is an address becomes a link */
  lines: string[];
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

/** Roles, as an email names and explains them. */
export const roleWords: Record<Role, { called: string; may: string }> = {
  owner: { called: "an owner", may: "You can do everything there, also make and remove other owners." },
  admin: { called: "an admin", may: "You can do everything there, except changing owners and other admins." },
  editor: { called: "an editor", may: "You can create, change and publish forms." },
  viewer: { called: "a viewer", may: "You can see forms and insights." },
  guest: { called: "a guest", may: "You can open the forms that are shared with you." },
};

/** Must not add lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A name that a person chose: it must not add lines, turn text round, or become a link to somewhere else. */
const named = (text: string): string => defanged(withoutUnseen(oneLine(text)));

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
const signInLetters = {
  reset: ({ link }: Link) => ({
    subject: "Reset your Pathform password",
    lines: [
      "Someone asked to reset your Pathform password. To choose a new one, open this link within 1 hour:",
      link,
      "If this wasn’t you, ignore this email. Your password stays the same.",
    ],
  }),
  verification: ({ link }: Link) => ({
    subject: "Verify your email address for Pathform",
    lines: [
      "To show that this address is yours, open this link within 24 hours:",
      link,
      "If this wasn’t you, ignore this email.",
    ],
  }),
  /** `sso`: its name */
  ssoVerification: ({ sso, link }: Link & { sso: string }) => ({
    subject: `Link ${oneLine(sso)} to your Pathform account`,
    lines: [
      `Someone signed in with ${oneLine(sso)} and this address, which has a Pathform account already. If this was you, open this link within 24 hours, then sign in with ${oneLine(sso)} again:`,
      link,
      "Your password, your two-step sign-in and your other sign-ins will end, because this address hasn’t been verified yet. To keep them, sign in with your password instead, and link it under Your account, then Security.",
      "If this wasn’t you, ignore this email.",
    ],
  }),
  emailChange: ({ link }: Link) => ({
    subject: "Confirm your new email address for Pathform",
    lines: [
      "To sign in to Pathform with this address from now on, open this link within 24 hours:",
      link,
      "If this wasn’t you, ignore this email.",
    ],
  }),
  /** to the owner of an address that another person wants */
  takenEmail: (_: object) => ({
    subject: "Someone wants to use your email address on Pathform",
    lines: [
      "Someone asked to change the address of another Pathform account to yours. Nothing has changed, because your account has this address.",
      "If this was you, sign in with this address, or delete this account first.",
    ],
  }),
  /** `from`: device and address · `undo`: a link that undoes the change */
  security: ({ change, from, undo }: { change: SecurityChange; from: string | null; undo: string | null }) => {
    const [subject, text] = changes[change];
    const origin = from ? [`Device and address: ${oneLine(from)}`] : [];
    return { subject, lines: [text, ...origin, ...(undo === null ? notYou : notYouAnymore(undo))] };
  },
  /** `link`: to a new password, null where passwords don't sign in */
  addressBack: ({ link }: { link: string | null }) => ({
    subject: "Your Pathform account has its email address back",
    lines: [
      "Your Pathform account has this email address again, and all its sign-ins have ended.",
      ...(link === null
        ? []
        : ["Another person may know your password. To choose a new one, open this link within 1 hour:", link]),
      "Then check the API keys, members and sign-ins of your account.",
    ],
  }),
};

/** About a workspace and its members. */
const workspaceLetters = {
  invitation: ({ inviter, workspace, link }: Link & { inviter: string; workspace: string }) => ({
    subject: `${named(inviter)} invites you to ${named(workspace)} on Pathform`,
    lines: [
      `${named(inviter)} invites you to work on forms together in the workspace “${named(workspace)}”. To accept or decline, open this link within 7 days:`,
      link,
      "If you don’t know who this is, ignore this email.",
    ],
  }),
  /** `day`: UTC, `YYYY-MM-DD` */
  keyExpiry: ({ name, workspace, day }: { name: string; workspace: string; day: string }) => ({
    subject: `The API key “${named(name)}” expires on ${day}`,
    lines: [
      `The API key “${named(name)}” of the workspace “${named(workspace)}” is in use, and expires on ${day}. To get a new one with the same permissions, open Developers, then API keys, and rotate it.`,
    ],
  }),
  added: ({ by, workspace, role }: ByPerson & { role: Role }) => ({
    subject: `You were added to ${named(workspace)}`,
    lines: [
      `${named(by)} added you as ${roleWords[role].called} to the workspace “${named(workspace)}” on Pathform.`,
      roleWords[role].may,
    ],
  }),
  roleChange: ({ by, workspace, role }: ByPerson & { role: Role }) => ({
    subject: `You are now ${roleWords[role].called} of ${named(workspace)}`,
    lines: [`${named(by)} changed your role in the workspace “${named(workspace)}” on Pathform.`, roleWords[role].may],
  }),
  removal: ({ by, workspace }: ByPerson) => ({
    subject: `You were removed from ${named(workspace)}`,
    lines: [
      `${named(by)} removed you from the workspace “${named(workspace)}” on Pathform. You can’t open its forms anymore.`,
      "API keys that you created belong to the workspace, and may still work for it.",
    ],
  }),
  /** `day`: UTC, `YYYY-MM-DD` */
  deletion: ({ by, workspace, day }: ByPerson & { day: string }) => ({
    subject: `The workspace ${named(workspace)} will be deleted on ${day}`,
    lines: [
      `${named(by)} asked to delete the workspace “${named(workspace)}” on Pathform. Its forms and API keys stop working now. On ${day}, all its forms, responses and files will be deleted.`,
      "Until then, an owner can restore it: open the workspace, then Restore.",
    ],
  }),
  restoration: ({ by, workspace }: ByPerson) => ({
    subject: `The workspace ${named(workspace)} was restored`,
    lines: [
      `${named(by)} restored the workspace “${named(workspace)}” on Pathform. Its forms and API keys work again.`,
    ],
  }),
};

interface Link {
  link: string;
}
interface ByPerson {
  by: string;
  workspace: string;
}

export const letters = { ...signInLetters, ...workspaceLetters } satisfies Record<string, (about: never) => Text>;

export type LetterName = keyof typeof letters;
export type About<N extends LetterName> = Parameters<(typeof letters)[N]>[0];

/** Hours after which a letter isn't sent anymore, because its link has expired. */
export const validHours: Partial<Record<LetterName, number>> = { reset: 1, addressBack: 1 };
