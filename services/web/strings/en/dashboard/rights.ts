/** Roles and rights, in the same words in every menu. */

import type { FormRole, Role } from "../../../../../shared/api/access/roles.ts";

export const roles: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  editor: "Editor",
  viewer: "Viewer",
  guest: "Guest",
};
export const responseLevels = {
  write: "Reads, corrects and deletes",
  read: "Reads responses",
  read_anonymous: "Reads without personal data",
  none: "Sees no responses",
};
export const formRoles: Record<FormRole, string> = { editor: "Can edit", viewer: "Can view" };
