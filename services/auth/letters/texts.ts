import type { Role } from "../../../shared/api/access/roles.ts";
import { mediumDate } from "../../../shared/domain/dates.ts";
import { defanged, withoutUnseen } from "../../../shared/domain/names.ts";

/** The texts of auth's emails (teams §20.11). */

export interface Text {
  subject: string;
  /** default: the subject */
  heading?: string;
  paragraphs: string[];
  button?: Button | undefined;
  /** below the button, such as how long it works */
  notes?: string[];
  /** why the person gets it */
  reason: string;
}

interface Button {
  label: string;
  url: string;
}

/** Returns a button to a path of the dashboard, or none where the server's address isn't known (BASE_URL). */
export type ButtonTo = (label: string, path: string) => Button | undefined;

const yourAccount = "You get this email because it is about your Pathform account. It can’t be turned off.";
const yourWorkspace = "You get this email because you are a member of this workspace.";
const askedFor = "You get this email because someone entered this address.";

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
    "You can now sign in to your Pathform account with single sign-on. You can unlink it under Security.",
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

const notYou = "If this wasn’t you, change your password now. Then sign out devices that you don’t know.";
/** The person can't sign in at this address. */
const notYouAnymore = "If this wasn’t you, put this address back and sign out all devices. The link works for 7 days.";
const ignore = "If this wasn’t you, ignore this email.";

/** About a person's own sign-in. */
const signInLetters = {
  reset: ({ link }: Link) => ({
    subject: "Reset your Pathform password",
    heading: "Choose a new password",
    paragraphs: ["Someone asked to reset your Pathform password."],
    button: { label: "Choose a password", url: link },
    notes: ["The link works for 1 hour.", `${ignore} Your password stays the same.`],
    reason: askedFor,
  }),
  verification: ({ link }: Link) => ({
    subject: "Verify your email address for Pathform",
    heading: "Verify your email address",
    paragraphs: ["Show that this address is yours."],
    button: { label: "Verify address", url: link },
    notes: ["The link works for 24 hours.", ignore],
    reason: askedFor,
  }),
  /** `sso`: its name */
  ssoVerification: ({ sso, link }: Link & { sso: string }) => ({
    subject: `Link ${oneLine(sso)} to your Pathform account`,
    paragraphs: [
      `Someone signed in with ${oneLine(sso)} and this address, which has a Pathform account already. If this was you, link it, then sign in with ${oneLine(sso)} again.`,
      "Your password, your two-step sign-in and your other sign-ins will end, because this address hasn’t been verified yet. To keep them, sign in with your password instead, and link it under Account, then Security.",
    ],
    button: { label: `Link ${oneLine(sso)}`, url: link },
    notes: ["The link works for 24 hours.", ignore],
    reason: askedFor,
  }),
  emailChange: ({ link }: Link) => ({
    subject: "Confirm your new email address for Pathform",
    heading: "Confirm your new email address",
    paragraphs: ["Sign in to Pathform with this address from now on."],
    button: { label: "Confirm address", url: link },
    notes: ["The link works for 24 hours.", ignore],
    reason: askedFor,
  }),
  /** to the owner of an address that another person wants */
  takenEmail: (_: object) => ({
    subject: "Someone wants to use your email address on Pathform",
    paragraphs: [
      "Someone asked to change the address of another Pathform account to yours. Nothing has changed, because your account has this address.",
      "If this was you, sign in with this address, or delete this account first.",
    ],
    reason: yourAccount,
  }),
  /** `from`: device and address · `undo`: a link that undoes the change */
  security: ({ change, from, undo }: { change: SecurityChange; from: string | null; undo: string | null }, to) => {
    const [subject, text] = changes[change];
    const origin = from ? [`Device and address: ${oneLine(from)}`] : [];
    return {
      subject,
      paragraphs: [text, ...origin, undo === null ? notYou : notYouAnymore],
      button: undo === null ? to("Open Security", "/settings/security") : { label: "Put this address back", url: undo },
      reason: yourAccount,
    };
  },
  /** `link`: to a new password, null where passwords don't sign in */
  addressBack: ({ link }: { link: string | null }) => ({
    subject: "Your Pathform account has its email address back",
    paragraphs: [
      "Your Pathform account has this email address again, and all its sign-ins have ended.",
      ...(link === null ? [] : ["Another person may know your password, so choose a new one."]),
      "Then check the API keys, members and sign-ins of your account.",
    ],
    ...(link !== null && {
      button: { label: "Choose a password", url: link },
      notes: ["The link works for 1 hour."],
    }),
    reason: yourAccount,
  }),
} satisfies Letters;

/** About a workspace and its members. */
const workspaceLetters = {
  /** `role` and `day` (UTC, `YYYY-MM-DD`, until when) are absent in letters that an older release queued. */
  invitation: ({ inviter, workspace, link, role, day }: Link & Invitation) => ({
    subject: `${named(inviter)} invites you to ${named(workspace)} on Pathform`,
    heading: `${named(inviter)} invites you to ${named(workspace)}`,
    paragraphs: [
      `${named(workspace)} is a workspace on Pathform, where you build forms and read their responses together.`,
      ...(role ? [`You join as ${roleWords[role].called}. ${roleWords[role].may}`] : []),
    ],
    button: { label: "Accept invitation", url: link },
    notes: [
      day ? `The invitation expires on ${mediumDate(day, "en")}.` : "The invitation works for 7 days.",
      "If you don’t know who this is, ignore this email.",
    ],
    reason: `You get this email because ${named(inviter)} entered this address.`,
  }),
  /** `day`: UTC, `YYYY-MM-DD` */
  keyExpiry: ({ name, workspace, day }: { name: string; workspace: string; day: string }, to) => ({
    subject: `The API key “${named(name)}” expires on ${mediumDate(day, "en")}`,
    paragraphs: [
      `The API key “${named(name)}” of the workspace “${named(workspace)}” is in use. To get a new one with the same permissions, rotate it before ${mediumDate(day, "en")}.`,
    ],
    button: to("Open API keys", "/developers/keys"),
    reason: yourWorkspace,
  }),
  added: ({ by, workspace, role }: ByPerson & { role: Role }, to) => ({
    subject: `You were added to ${named(workspace)}`,
    paragraphs: [
      `${named(by)} added you as ${roleWords[role].called} to the workspace “${named(workspace)}” on Pathform.`,
      roleWords[role].may,
    ],
    button: to("Open workspace", "/"),
    reason: yourWorkspace,
  }),
  roleChange: ({ by, workspace, role }: ByPerson & { role: Role }, to) => ({
    subject: `You are now ${roleWords[role].called} of ${named(workspace)}`,
    paragraphs: [
      `${named(by)} changed your role in the workspace “${named(workspace)}” on Pathform.`,
      roleWords[role].may,
    ],
    button: to("Open workspace", "/"),
    reason: yourWorkspace,
  }),
  removal: ({ by, workspace }: ByPerson) => ({
    subject: `You were removed from ${named(workspace)}`,
    paragraphs: [
      `${named(by)} removed you from the workspace “${named(workspace)}” on Pathform. You can’t open its forms anymore.`,
      "API keys that you created belong to the workspace, and may still work for it.",
    ],
    reason: "You get this email because you were a member of this workspace.",
  }),
  /** `day`: UTC, `YYYY-MM-DD` */
  deletion: ({ by, workspace, day }: ByPerson & { day: string }, to) => ({
    subject: `The workspace ${named(workspace)} will be deleted on ${mediumDate(day, "en")}`,
    paragraphs: [
      `${named(by)} asked to delete the workspace “${named(workspace)}” on Pathform. Its forms and API keys stop working now. On ${mediumDate(day, "en")}, all its forms, responses and files will be deleted.`,
      "Until then, an owner can restore it.",
    ],
    button: to("Open workspace", "/"),
    reason: yourWorkspace,
  }),
  restoration: ({ by, workspace }: ByPerson, to) => ({
    subject: `The workspace ${named(workspace)} was restored`,
    paragraphs: [
      `${named(by)} restored the workspace “${named(workspace)}” on Pathform. Its forms and API keys work again.`,
    ],
    button: to("Open workspace", "/"),
    reason: yourWorkspace,
  }),
} satisfies Letters;

type Letters = Record<string, (about: never, to: ButtonTo) => Text>;

interface Link {
  link: string;
}
interface Invitation {
  inviter: string;
  workspace: string;
  role?: Role;
  day?: string;
}
interface ByPerson {
  by: string;
  workspace: string;
}

export const letters = { ...signInLetters, ...workspaceLetters };

export type LetterName = keyof typeof letters;
export type About<N extends LetterName> = Parameters<(typeof letters)[N]>[0];

/** Hours after which a letter isn't sent anymore, because its link has expired. */
export const validHours: Partial<Record<LetterName, number>> = { reset: 1, addressBack: 1 };
