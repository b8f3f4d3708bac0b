import type { SsoError } from "../../../../../shared/api/shapes/sso.ts";

/** Signing in, signing up and resetting a password. */

export const email = "Email";
export const password = "Password";
export const newPassword = "New password";
export const passwordHint = "At least 10 characters.";
export const name = "Your name";

export const signInTitle = "Sign in";
export const signIn = "Sign in";
export const isNew = "New here?";
export const toRegister = "Create an account";
export const toForgot = "Forgot password?";

export const continueWith = (sso: string): string => `Continue with ${sso}`;
export const orPassword = "or with your password";
export const signInAndLink = (sso: string): string => `Sign in and link ${sso}`;
export const back = "Back";
export const askTeam = "New here? Ask your team for an invitation.";
/** Why single sign-on failed: a title and what to do. */
export const ssoErrors = (sso: string): Record<SsoError, readonly [title: string, text: string]> => ({
  denied: [`You canceled ${sso}.`, "Try again, or sign in another way."],
  expired: ["This sign-in took too long, or was started in another browser.", "Start again."],
  failed: [
    `We couldn’t sign you in with ${sso}.`,
    "Try again. If it fails again, ask an administrator to look into the server’s log.",
  ],
  unavailable: [`${sso} doesn’t respond.`, "Try again in a minute, or ask an administrator for a sign-in link."],
  email_missing: [
    `${sso} doesn’t tell us your email address.`,
    "Ask an administrator to add the scope or claim “email”.",
  ],
  email_unverified: [`${sso} hasn’t verified your email address.`, `Verify it at ${sso}, then try again.`],
  domain: [
    "Email addresses of your domain can’t sign in here.",
    "Sign in with another account, or ask an administrator.",
  ],
  no_role: [
    "Your account has no access to a workspace here.",
    "Ask an administrator for access, or for an invitation.",
  ],
  link_needed: [
    `${sso} isn’t linked to your account yet.`,
    "Sign in with your password once to link it. If we sent you a link by email, you can open that instead.",
  ],
});

export const registerTitle = "Create your account";
export const registerText = "Forms and responses are private to your workspace.";
export const register = "Create account";
export const hasAccount = "Already have an account?";
export const setupTitle = "Open the setup link";
export const setupText = "To create the first account, open the setup link from the server’s log.";
export const closedTitle = "Sign-up is closed";
export const closedText = "Ask your team for an invitation. An administrator can open sign-up with SIGNUP=open.";

export const forgotTitle = "Reset your password";
export const forgotText = "Enter your email and we’ll send you a reset link.";
export const forgot = "Send reset link";
export const forgotDone = (email: string): string =>
  `If ${email} has an account, we’ve sent a reset link. It expires in 1 hour.`;
export const noMail = "This server can’t send email. Ask an administrator to reset your password.";

export const verifyTitle = "Verify your email address";
export const verify = "Verify address";
export const verifyDone = "Your address is verified.";
export const verifyFailed = "This link was used or has expired. Send another one from your profile.";
export const toForms = "Go to your forms";

export const undoTitle = "Put your email address back";
export const undoText = "Your account gets this address again, and all devices are signed out.";
export const undo = "Put address back";
export const undoDone = (email: string): string =>
  `${email} is the address of your account again. We’ve sent a link to it, by which you choose a new password.`;
export const undoFailed =
  "This link was used or has expired, or another account has the address now. Ask an administrator for help.";

export const resetTitle = "Choose a new password";
export const reset = "Set password";
export const resetDone = "Password changed. Sign in with your new password.";
export const toAccess = "Check API keys and members";
export const noToken = "This reset link is incomplete. Open the full link from the email or request a new one.";
export const deadToken = "This reset link is invalid, was used, or is older than an hour.";
export const newLink = "Request a new link";

export const againTitle = "Sign in again";
export const againText = "You’ve been signed out. Your work on this page is kept. Sign in to continue.";
export const leave = "Leave this page";
