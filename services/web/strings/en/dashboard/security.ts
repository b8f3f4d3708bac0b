/** The security of the signed-in user’s account. */

import { counted } from "./numbers.ts";

export const title = "Security";
export const pages = "Pages of your account";

export const twoStep = "Two-step sign-in";
export const on = "On";
export const off = "Off";
export const offText =
  "After your password, Pathform asks for a code from an app on your phone. Any authenticator app works.";
export const requiredBy = (names: readonly string[]): string =>
  `Required by ${new Intl.ListFormat("en").format(names)}.`;
export const codesLeft = (count: number): string => `${counted(count, "recovery code", "recovery codes")} left.`;
export const setUp = "Set up";
export const setUpTitle = "Set up two-step sign-in";
export const confirmPassword = "Confirm your password";
export const password = "Password";
export const next = "Continue";
export const cancel = "Cancel";
export const signInAgain = "Sign out and in again, then come back within 10 minutes.";

export const ssoText = (sso: string): string => `Link ${sso} to sign in with it instead of your password.`;
export const ssoLinked = (sso: string): string => `You can sign in with ${sso}.`;
export const linkSso = "Link";
export const unlinkSso = "Unlink";
export const unlinkTitle = (sso: string): string => `Unlink ${sso}?`;
export const unlinkText = (sso: string): string =>
  `You’ll sign in with your password. Devices that signed in with ${sso} are signed out.`;
export const unlinked = (sso: string): string => `${sso} is unlinked.`;
export const ssoFailed = (sso: string): string =>
  `Couldn’t link ${sso}. Try again. If it is linked to another account, sign in with ${sso} to use that one.`;

export const accessTitle = "Check access";
export const accessText =
  "A new password doesn’t affect API keys, members and single sign-on. Check that you recognize all of them.";
export const noSso = "Single sign-on isn’t linked to your account.";
export const toSecurity = "Open Security";
export const keysOf = (workspace: string): string => `API keys of ${workspace}`;
export const keysCount = (count: number, isMore: boolean): string =>
  `${counted(count, "active key", "active keys")}.${isMore ? " The first ones are here." : ""}`;
export const toKeys = "Open API keys";
export const membersOf = (workspace: string): string => `Members of ${workspace}`;
/** `guests`: those among them, or null if only the first ones are here */
export const membersCount = (count: number, guests: number | null): string =>
  guests === null
    ? `${counted(count, "member", "members")}. The first ones are here.`
    : `${[counted(count - guests, "member", "members"), ...(guests > 0 ? [counted(guests, "guest", "guests")] : [])].join(" and ")}.`;
export const toMembers = "Open Members";
export const otherWorkspaces = "Other workspaces";

export const scan = "Scan this code with your authenticator app";
export const qrLabel = "QR code for your authenticator app";
export const cannotScan = "Can’t scan it? Enter this key in the app.";
export const copyKey = "Copy key";
export const validFor = "Valid for 10 minutes.";
export const enterDigits = "Enter the 6 digits it shows";
export const code = "Code";
export const turnOn = "Turn on";
export const signsOut = (devices: number): string =>
  `Signs you out on ${counted(devices, "other device", "other devices")}.`;
export const saveCodes = "Save 10 recovery codes";
export const saveCodesText = "For when you don’t have your phone.";

export const codesNow = "Save these recovery codes now. You won’t see them again.";
export const codesText = "Each one signs you in once without your phone.";
export const codes = "Recovery codes";
export const saved = "I saved them in a safe place";
export const print = "Print";
export const download = "Download";
export const copy = "Copy";
export const done = "Done";
export const fileName = "pathform-recovery-codes.txt";
export const fileText = (email: string, list: readonly string[]): string =>
  `Pathform recovery codes of ${email}\nEach code signs you in once.\n\n${list.join("\n")}\n`;

export const turnOff = "Turn off";
export const turnOffTitle = "Turn off two-step sign-in?";
export const turnOffText = "Your recovery codes stop working, too.";
export const turnedOff = "Two-step sign-in is off.";
export const anyCode = "Code from your app, or a recovery code";
export const newCodes = "New recovery codes";
export const newCodesTitle = "Get new recovery codes";
export const newCodesText = "The old ones stop working.";
export const getCodes = "Get codes";

export const passwordTitle = "Password";
export const passwordText = "Changing it signs you out everywhere else.";
export const noPassword = "You sign in without a password.";
export const changePassword = "Change password";

export const devices = "Signed-in devices";
export const devicesText = (count: number): string =>
  `${counted(count, "device", "devices")}. Sign out any you don’t recognize.`;
export const signOutOthers = "Sign out everywhere else";
export const signedOutOthers = "You’re signed out everywhere else.";
export const thisDevice = "This device";
export const unknownDevice = "Unknown device";
export const methods = { password: "Password", sso: "Single sign-on", link: "Administrator’s link" };
export const createdOn = (day: string): string => `created ${day}`;
export const neverUsed = "never used";
export const joinedOn = (day: string): string => `joined ${day}`;
export const lastActive = (day: string): string => `last active ${day}`;
export const signedIn = (day: string): string => `signed in ${day}`;
export const lastUsed = (time: string): string => `last used ${time}`;
export const signOut = "Sign out";
export const signOutOf = (device: string): string => `Sign out ${device}`;
export const signedOut = (device: string): string => `Signed out ${device}.`;

export const events = "Recent activity";
export const eventsText = (zone: string): string => `Sign-ins and changes of the last 90 days. Times are in ${zone}.`;
export const noEvents = "No activity in the last 90 days.";
export const kinds = {
  signed_in: "Signed in",
  sign_in_failed: "Sign-in failed",
  signed_out: "Signed out",
  password_changed: "Password changed",
  password_reset: "Password reset",
  email_changed: "Email changed",
  second_factor_on: "Two-step sign-in turned on",
  second_factor_off: "Two-step sign-in turned off",
  recovery_code_used: "Recovery code used",
  recovery_codes_replaced: "New recovery codes",
  sso_linked: "Single sign-on linked",
  sso_unlinked: "Single sign-on unlinked",
};

export const changeEmail = "Change";
export const changeEmailTitle = "Change your email address";
export const changeEmailText = "We’ll send a link to the new address. It changes when you open the link.";
export const newEmail = "New email";
export const sendLink = "Send link";
export const linkSent = (email: string): string => `We’ve sent a link to ${email}. It expires in 24 hours.`;

export const deleteTitle = "Delete your account";
export const deleteText =
  "Workspaces that only you are in are deleted with all forms and responses. Forms that you built in other workspaces stay.";
export const deleteOpen = "Delete account…";
export const deleteConfirm = "Delete your account?";
export const deleteForever = "Delete account";

export const lockedTitle = (workspace: string): string => `${workspace} requires two-step sign-in`;
export const lockedText =
  "To open it, set up two-step sign-in. You need an authenticator app on your phone, and about two minutes.";
export const lockedAction = "Set up two-step sign-in";

export const requireTitle = "Sign-in";
export const require = "Require two-step sign-in";
export const requireText = "For password sign-ins. API keys aren’t affected.";
export const ssoConnected = "Connected";
export const ssoMembers = (count: number, of: number): string =>
  `${count} of ${counted(of, "member signs", "members sign")} in with it.`;
export const ssoForMembers = "Members can sign in with it.";
export const ssoByAdministrator = "Set by the server’s administrator";
export const ownFirst = "Turn on two-step sign-in for yourself first.";
export const lockedOut = (names: readonly string[], more: number): string => {
  const list = more > 0 ? [...names, counted(more, "other", "others")] : names;
  const isOne = names.length + more === 1;
  return `${new Intl.ListFormat("en").format(list)} ${isOne ? "signs" : "sign"} in with a password only and can’t open the workspace until two-step sign-in is on.`;
};
export const showMembers = "Show members";

export const codeTitle = "Enter your code";
export const codeText = "Open your authenticator app and enter the 6 digits for Pathform.";
export const useRecovery = "Use a recovery code";
export const recoveryTitle = "Use a recovery code";
export const recoveryText =
  "Enter one of the 10 codes you saved when you turned on two-step sign-in. Each code works once.";
export const recoveryCode = "Recovery code";
export const useApp = "Use your authenticator app";
export const startOver = "Start over";
export const noCodes = "No codes left? An administrator of this server can reset two-step sign-in for you.";
export const signIn = "Sign in";
export const badCode = "That code isn’t right. Enter the one that your app shows now.";
export const wrongCode = (left: number): string => `That code isn’t right. ${counted(left, "try", "tries")} left.`;
export const ended = "Too many wrong codes, or this sign-in has expired. Start over.";
export const linkTitle = "Sign in by link";
export const linkText = "An administrator created this link for you. It works once.";
export const linkFailed = "This link was used or has expired. Ask an administrator for a new one.";

export const signInColumn = "Sign-in";
export const passwordOnly = "Password only";
export const passwordOnlyCount = (count: number): string =>
  count === 1 ? "1 member signs in with a password only." : `${count} members sign in with a password only.`;
export const requireTwoStep = "Require two-step";
export const withTwoStep = "Two-step";
