/** Members of a workspace, guests and invitations. */

import type { FormRole, InvitedRole, lowestRole } from "../../../../../shared/api/access/roles.ts";
import { counted } from "./numbers.ts";

/** Guests have other abilities by form. */
type AbleRole = Exclude<InvitedRole, typeof lowestRole>;

export const title = "Members";
export const summary = (members: number, guests: number, invitations: number, workspace: string): string => {
  const parts = [counted(members, "member", "members")];
  if (guests > 0) parts.push(counted(guests, "guest", "guests"));
  if (invitations > 0) parts.push(counted(invitations, "invitation", "invitations"));
  return `${new Intl.ListFormat("en").format(parts)} in ${workspace}`;
};
export const invite = "Invite people";
export const search = "Search name or email";
export const role = "Role";
export const allRoles = "All roles";
export const found = (count: number): string => `${counted(count, "person", "people")} found`;
export const nothingFound = "No members match";
export const showAll = "Show all members";
export const onlyYouTitle = "Only you so far";
export const onlyYouText = "Invite people to work on forms together.";

export const columns = { member: "Member", role: "Role", responses: "Responses", active: "Last active" };
export const you = "You";
export const roleOf = (name: string): string => `Role of ${name}`;
export const responsesOf = (name: string): string => `Responses: what ${name} can do`;
export const lastOwner = "A workspace needs an owner. Make another member an owner first.";
export const today = "Today";
export const yesterday = "Yesterday";
export const menuOf = (name: string): string => `Actions for ${name}`;
export const remove = "Remove from workspace…";
export const leave = "Leave workspace…";
export const roleChanged = (name: string, role: string): string =>
  `${name} is now ${/^[aeiou]/i.test(role) ? "an" : "a"} ${role.toLowerCase()}.`;
export const responsesChanged = (name: string, now: string): string => `${name}: ${now}.`;

export const guests = "Guests";
export const guestsText = "Can see only the forms shared with them.";
export const noGuests = "No guests. A guest sees single forms and nothing else.";
export const formRoleVerbs: Record<FormRole, string> = { editor: "Edits", viewer: "Views" };

export const invitations = "Invitations";
export const invitationsText = "A link works once and expires in 7 days.";
export const noInvitations = "No open invitations.";
export const invited = (role: string, by: string, expiry: string): string => `${role} · from ${by} · ${expiry}`;
export const yourself = "you";
export const expiresIn = (days: number): string =>
  days < 1 ? "expires today" : `expires in ${counted(days, "day", "days")}`;
export const expired = "expired";
export const newLink = "New link";
export const newLinkFor = (email: string): string => `New link for ${email}`;
export const resend = "Resend";
export const resendTo = (email: string): string => `Resend to ${email}`;
export const revoke = "Revoke invitation";
export const revoked = (email: string): string => `Invitation for ${email} revoked.`;

export const linksTitle = "Invitation links";
export const linksText = "Send each person their link. It works once and expires in 7 days.";
export const newLinkText = "Send this link. It works once and expires in 7 days. Earlier links no longer work.";
export const linkFor = (email: string): string => `Link for ${email}`;
export const notMailed = (reason: string): string => `Not emailed. ${reason}`;
export const copyLink = "Copy link";
export const copyLinkFor = (email: string): string => `Copy link for ${email}`;

export const inviteTitle = (workspace: string): string => `Invite people to ${workspace}`;
export const addresses = "Email addresses";
export const addressesHint = "Paste a list. Up to 50.";
export const correctAddress = (address: string): string => `Correct ${address}`;
export const removeAddress = (address: string): string => `Remove ${address}`;
export const notFull = (address: string): string => `“${address}” isn’t a full address. Select it to correct it.`;
export const isMember = (address: string): string => `“${address}” is already a member.`;
export const tooMany = "Invite up to 50 people at a time.";
export const noAddress = "Enter an email address.";
export const roles: Record<InvitedRole, { title: string; text: string }> = {
  admin: { title: "Admin", text: "Manages the workspace" },
  editor: { title: "Editor", text: "Builds and publishes forms" },
  viewer: { title: "Viewer", text: "Can view, but not change" },
  guest: { title: "Guest", text: "Only the forms you choose" },
};
export const roleCan: Record<AbleRole, string> = {
  admin: "An admin can",
  editor: "An editor can",
  viewer: "A viewer can",
};
export const abilities: Record<AbleRole, { can: readonly string[]; not: readonly string[] }> = {
  admin: {
    can: [
      "Do all that editors do",
      "Read, correct and delete responses",
      "Change integrations and API keys",
      "Invite and remove people",
    ],
    not: ["Change owners and admins"],
  },
  editor: {
    can: ["Create, edit and publish every form", "See insights and the member list"],
    not: ["Change integrations and API keys", "Invite or remove people"],
  },
  viewer: {
    can: ["See every form and its insights", "See the member list"],
    not: ["Change forms", "Invite or remove people"],
  },
};
export const cannot = "Can’t:";
export const responses = "Responses";
export const forms = "Forms for this guest";
export const addForm = "Add a form";
export const showForms = "Show forms";
export const noForms = "No forms match.";
export const noFormChosen = "Choose at least one form.";
export const accessTo = (form: string): string => `Access to ${form}`;
export const responsesTo = (form: string): string => `Responses of ${form}`;
export const removeForm = (form: string): string => `Remove ${form}`;
export const guestText = "A guest finds these forms and nothing else: no members, integrations or API keys.";
export const byMail = (count: number): string =>
  `${count === 0 ? "Invitations" : counted(count, "invitation", "invitations")} by email. Each link works once and expires in 7 days.`;
export const byLink = "This server can’t send email. Copy a link for each person.";
export const send = (count: number): string =>
  count === 0 ? "Send invitations" : count === 1 ? "Send invitation" : `Send ${count} invitations`;
export const createLinks = (count: number): string =>
  count === 0 ? "Create links" : count === 1 ? "Create link" : `Create ${count} links`;
export const sent = (count: number): string => `${counted(count, "invitation", "invitations")} sent.`;

export const removeTitle = (name: string, workspace: string): string => `Remove ${name} from ${workspace}?`;
export const removeText = (name: string, workspace: string): string =>
  `${name} loses access right away, on every device. Forms that ${name} built stay in ${workspace}.`;
export const leaveTitle = (workspace: string): string => `Leave ${workspace}?`;
export const leaveText = (workspace: string): string =>
  `You lose access right away, on every device. Forms that you built stay in ${workspace}.`;
export const keepsWorking = "Keeps working";
export const stopsNow = "Stops now";
export const integrationsOf = (count: number): string => counted(count, "integration", "integrations");
export const keysOf = (count: number): string => counted(count, "API key", "API keys");
export const noChange = "No change";
export const revokeKeys = (count: number): string => (count === 1 ? "Revoke it too" : "Revoke them too");
export const mailsTo = (email: string): string => `Emails to ${email}`;
export const mailsOf = (count: number): string => counted(count, "email", "emails");
export const list = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);
export const inviteAgain = "You can invite them again later.";
export const removeAction = "Remove";
export const leaveAction = "Leave";
export const removed = (name: string): string => `${name} removed.`;
