import { type ResponseLevel, responseLevels } from "./capabilities.ts";
import { gives, type Role, responsesFor, roles } from "./roles.ts";

/** Roles that single sign-on gives, by groups of a claim (teams §20.9). */

/** A role in a workspace. */
export interface GivenRole {
  role: Role;
  responses: ResponseLevel;
}

/** The members of a group get a role. */
export interface RoleRule extends GivenRole {
  /** as the claim has it, or `*` for everyone whose claim is there */
  group: string;
  /** null for the workspace of OIDC_WORKSPACE, or the oldest */
  workspace: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads `role`, or `role/responses`. No rule names the forms that a role without all of them needs. */
export function parseGivenRole(text: string): GivenRole | undefined {
  const [name, level, ...rest] = text.trim().split("/");
  const role = roles.find((known) => known === name && gives(known, "forms:read"));
  const given = responseLevels.find((known) => known === level);
  if (!role || rest.length > 0 || (level !== undefined && !given)) return undefined;
  const responses = responsesFor(role, given);
  return given && given !== responses ? undefined : { role, responses };
}

/** Reads `group=role/responses@workspace, …`. The last `=` ends the group. Undefined if one is invalid. */
export function parseRoleRules(text: string): RoleRule[] | undefined {
  const rules = text
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(parseRule);
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function parseRule(text: string): RoleRule | undefined {
  const end = text.lastIndexOf("=");
  const group = text.slice(0, Math.max(end, 0)).trim();
  const [named = "", workspace, ...rest] = text.slice(end + 1).split("@");
  const given = parseGivenRole(named);
  const id = workspace?.trim().toLowerCase() ?? null;
  if (group === "" || !given || rest.length > 0 || (id !== null && !uuid.test(id))) return undefined;
  return { group, ...given, workspace: id };
}

/** Returns the higher of two roles. The same role with more of the responses is higher. */
export function higherRole(a: GivenRole, b: GivenRole): GivenRole {
  const rank = ({ role, responses }: GivenRole) =>
    (roles.length - roles.indexOf(role)) * responseLevels.length + responseLevels.indexOf(responses);
  return rank(b) > rank(a) ? b : a;
}
