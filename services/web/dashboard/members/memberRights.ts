import type { ResponseLevel } from "../../../../shared/api/access/capabilities.ts";
import { canGrant, isBelow, lowestRole, type Role, roles } from "../../../../shared/api/access/roles.ts";
import type { Member } from "../../../../shared/api/shapes/members.ts";

/** The signed-in user in the workspace. */
export interface Self {
  id: string;
  role: Role;
}

/** Returns whether the user may change or remove a member. Only owners change those who aren't below them (teams §20.3). */
export const mayChange = (me: Self, { user_id, role }: Pick<Member, "user_id" | "role">): boolean =>
  user_id === me.id || canGrant(me.role, role);

/** Returns the roles that the user may give to a member, the present one included. Guests are people with forms. */
export function rolesFor(me: Self, { user_id, role, forms }: Pick<Member, "user_id" | "role" | "forms">): Role[] {
  return roles.filter((given) => {
    if (given === role) return true;
    if (given === lowestRole && (forms.length === 0 || user_id === me.id)) return false;
    return user_id === me.id ? isBelow(given, role) : canGrant(me.role, given);
  });
}

/** Levels from least to most, as menus list them. */
export const levels: readonly ResponseLevel[] = ["none", "read_anonymous", "read", "write"];
