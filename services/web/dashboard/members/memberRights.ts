import { isBelow, type ResponseLevel, type Role, roles } from "../../../../shared/domain/access/capabilities.ts";
import type { Member } from "../../../../shared/domain/shapes/members.ts";

/** The signed-in user in the workspace. */
export interface Self {
  id: string;
  role: Role;
}

/** Returns whether the user may change or remove a member. Only owners change those who aren't below them (teams §20.3). */
export const mayChange = (me: Self, { user_id, role }: Pick<Member, "user_id" | "role">): boolean =>
  user_id === me.id || me.role === "owner" || isBelow(role, me.role);

/** Returns the roles that the user may give to a member, the present one included. Guests are people with forms. */
export function rolesFor(me: Self, { user_id, role, forms }: Pick<Member, "user_id" | "role" | "forms">): Role[] {
  const mayGive = (given: Role) => me.role === "owner" || isBelow(given, me.role);
  return roles.filter((given) => {
    if (given === role) return true;
    if (given === "guest" && forms.length === 0) return false;
    return user_id === me.id ? isBelow(given, role) && given !== "guest" : mayGive(given);
  });
}

/** Owners and admins always read and correct. Guests have rights by form. */
export const hasResponseChoice = (role: Role): boolean => role === "editor" || role === "viewer";

/** Levels from least to most, as menus list them. */
export const levels: readonly ResponseLevel[] = ["none", "read", "write"];
