/** People with access to one form. */

export const giveTitle = "Give someone access to this form";
export const giveText = (workspace: string): string =>
  `Someone outside ${workspace} joins as a guest and sees this form only.`;
export const email = "Name or email";
export const access = "Access";
export const responses = "Responses";
export const give = "Give access";
export const given = (who: string): string => `${who} has access.`;
export const invited = (email: string): string => `Invitation sent to ${email}.`;
export const invitedByLink = (email: string): string => `${email} is invited. Copy the link in Members.`;
export const openMembers = "Open Members";

export const added = "Added to this form";
export const noneAdded = "No one yet. Only people with a role in the workspace have access.";
export const notAccepted = "Hasn’t accepted yet";
export const accessOf = (name: string): string => `Access of ${name}`;
export const responsesOf = (name: string): string => `Responses: what ${name} can do`;
export const menuOf = (name: string): string => `Actions for ${name}`;
export const remove = "Remove access";
export const removed = (name: string): string => `${name} no longer has access through this form.`;

export const byRole = (workspace: string): string => `Everyone with a role in ${workspace}`;
const list = new Intl.ListFormat("en", { type: "conjunction" });
export const everyone = (names: readonly string[]): string => list.format(names);
export const always = "Always has access";
export const byTheirRole = "By role";
export const plusHere = "By role, plus access here";
export const roleText = (role: string, responses: string): string => `${role}. ${responses}.`;
