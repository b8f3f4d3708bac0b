/** The workspaces of a user: switching, creating and having none. */

import { counted } from "./numbers.ts";

export const workspaces = "Workspaces";
export const workspaceMenu = (name: string, role: string): string => `${name} ${role}: switch workspace`;
export const isDefault = "Default";
export const deletesIn = (days: number): string => `Deletes in ${counted(days, "day", "days")}`;
export const roleAndPeople = (role: string, people: number): string =>
  `${role} · ${counted(people, "person", "people")}`;
export const invitePeople = (name: string): string => `Invite people to ${name}`;
export const settings = "Workspace settings";

export const create = "Create workspace";
export const moreWorkspaces = "More workspaces";
export const createTitle = "Create a workspace";
export const createText = "The forms, members and API keys of a workspace are separate from all others.";
export const name = "Name";

export const noAccess = (workspace: string): string =>
  `Your role in ${workspace} doesn’t include this page. Ask an owner or admin.`;
export const noneTitle = "You aren’t in a workspace";
export const noneText = "Ask an owner or admin for an invitation. When you have one, open its link.";
export const checkAgain = "Check again";

export const save = "Save";
export const saved = "Workspace saved.";
export const permissions = "Permissions";
export const createKeys = "Create API keys";
export const createKeysText = "With the permissions they have themselves.";
export const shareForms = "Give others access to forms";
export const shareFormsText = "Up to the access they have themselves.";
export const openTo = { admins: "Owners and admins", editors: "Owners, admins and editors" };
export const defaultTitle = "Default workspace";
export const defaultText = "Your default workspace opens when you sign in.";
export const makeDefault = "Make default";

export const readOnly = (name: string) => `Only owners and admins can change the settings of ${name}.`;

export const deleteTitle = "Delete this workspace";
/** `forms`: undefined while they are counted */
export const deleteText = (forms: number | undefined): string =>
  `${forms ? counted(forms, "form stops", "forms stop") : "All forms stop"} right away. You have 7 days to restore everything, then it’s deleted permanently.`;
export const deleteOpen = "Delete workspace…";
export const deleteConfirm = (name: string): string => `Delete “${name}”?`;
export const deleteSteps = (end: string) => [
  { when: "Now", what: "Forms close for respondents. API keys stop. Members can view, but not change anything." },
  { when: `Until ${end}`, what: "Any owner can restore everything with one click." },
  { when: "After that", what: "All forms, responses, files and settings are deleted. You can’t undo this." },
];
export const typeName = "Type the workspace’s name to confirm";
export const deleteAction = "Delete workspace";
export const suspended = (name: string, end: string): string =>
  `${name} will be deleted on ${end}. Until then you can view, but not change anything.`;
export const restore = "Restore workspace";
export const restored = (name: string): string => `${name} is restored.`;
