/** Roles and rights, in the same words in every menu. */

export const roles = { owner: "Owner", admin: "Admin", editor: "Editor", viewer: "Viewer", guest: "Guest" };
export const responseLevels = {
  write: "Reads and corrects",
  read: "Reads responses",
  none: "Sees no responses",
};
export const formRoles = { editor: "Can edit", viewer: "Can view" };
