/** The page that an invitation's link opens. */

import type { Role } from "../../../../../shared/api/access/roles.ts";

export const title = (by: string, workspace: string): string => `${by} invites you to ${workspace}`;
export const joinAs: Record<Role, string> = {
  owner: "You join as an owner",
  admin: "You join as an admin",
  editor: "You join as an editor",
  viewer: "You join as a viewer",
  guest: "You join as a guest",
};
export const abilities: Record<Role, string> = {
  owner: "You can do everything in the workspace.",
  admin: "You can run the workspace, its members and integrations.",
  editor: "You can build, edit and publish forms.",
  viewer: "You can see forms and insights.",
  guest: "You see the forms shared with you.",
};
export const withResponses = {
  write: "You read, correct and delete responses.",
  read: "You read responses.",
  read_anonymous: "You read responses without personal data.",
  none: "You see no responses.",
};
export const email = "Email";
export const name = "Your name";
export const password = "Password";
export const passwordHint = "At least 10 characters.";
export const join = (workspace: string): string => `Join ${workspace}`;
export const signInAndJoin = "Sign in and join";
export const forgot = "Forgot password?";
export const expires = (time: string): string => `Expires ${time}`;
export const decline = "Decline";
export const declinedTitle = "Invitation declined";
export const declinedText = (by: string): string => `If you change your mind, ask ${by} for a new one.`;

export const otherTitle = "This invitation is for someone else";
export const otherText = (by: string, email: string, workspace: string): string =>
  `${by} invited ${email} to ${workspace}. You’re signed in with another address.`;
export const signedIn = "Signed in";
export const signOut = "Sign out and continue";
export const toForms = "Go to your forms";
export const wrongAddress = (by: string, email: string): string => `Wrong address? Ask ${by} to invite ${email}.`;

export const invalidTitle = "This invitation isn’t valid anymore";
export const invalidText = "Ask the person who invited you for a new one.";
export const invitation = "Invitation";
