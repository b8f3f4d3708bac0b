import { type GivenRole, higherRole, type RoleRule } from "../../../shared/api/access/ssoRoles.ts";
import { hasUnseen, withoutUnseen } from "../../../shared/domain/names.ts";

/** Statements of an issuer about a person: claims of the ID token, then of the userinfo endpoint (OpenID Connect Core §5.1). */
export type Claims = Readonly<Record<string, unknown>>;

/** `unknown` if the claim is absent or cut, so that nothing may change. */
export type Groups = readonly string[] | "unknown";

/**
 * Returns the groups of a claim. `path` is its name, or names separated by dots, such as `realm_access.roles`. A text is one group.
 * Microsoft Entra leaves the claim out above 200 groups, and names it in `_claim_names`.
 */
export function groupsIn(sources: readonly Claims[], path: string): Groups {
  for (const claims of sources) {
    const value = valueAt(claims, path);
    if (typeof value === "string") return [value];
    if (Array.isArray(value)) return value.filter((group) => typeof group === "string");
  }
  return "unknown";
}

/** Returns whether the issuer says that it left the claim out because it is too long. */
export const isOverage = (sources: readonly Claims[], path: string): boolean =>
  sources.some(({ _claim_names: names }) => isObject(names) && Object.hasOwn(names, path.split(".")[0] ?? ""));

/** A name can contain dots itself, such as `https://example.com/roles`. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split(".")) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

const isObject = (value: unknown): value is Claims => typeof value === "object" && value !== null;

/** Returns the highest role of each workspace. `usual`: the workspace of rules without one, null if the server has none. */
export function rolesFor(
  groups: readonly string[],
  rules: readonly RoleRule[],
  usual: string | null,
): Map<string, GivenRole> {
  const mine = new Set(groups);
  const found = new Map<string, GivenRole>();
  for (const { group, workspace, role, responses } of rules) {
    const id = workspace ?? usual;
    if (id === null || (group !== "*" && !mine.has(group))) continue;
    const given = { role, responses };
    found.set(id, higherRole(found.get(id) ?? given, given));
  }
  return found;
}

/** A person's address, and whether the issuer proved it. */
export interface ClaimedEmail {
  email: string | null;
  is_verified: boolean;
}

const emailPattern = /^[^\s@]+@[^\s@]+$/;

/** Reads the address. Only `true` beside the same address proves it: a missing claim, or a text, doesn't. */
export function emailIn(sources: readonly Claims[], trusts: boolean): ClaimedEmail {
  const isAddress = (value: unknown): value is string =>
    typeof value === "string" && value.length <= 254 && emailPattern.test(value) && !hasUnseen(value);
  const email = sources.map((claims) => claims.email).find(isAddress) ?? null;
  const isProven = sources.some((claims) => claims.email === email && claims.email_verified === true);
  // an issuer that is trusted may still say that it didn't
  const isDenied = sources.some(({ email_verified: said }) => said === false || said === "false");
  return { email, is_verified: email !== null && (isProven || (trusts && !isDenied)) };
}

/** Returns whether an address is in one of the domains. Without domains, all are. */
export const isInDomains = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());

const nameLimit = 100;

/** Returns the person's name, or the part of the address before the `@`. */
export function nameIn(sources: readonly Claims[], email: string): string {
  const names = sources.flatMap(({ name, preferred_username: username }) => [name, username]);
  const given = names.find((name): name is string => typeof name === "string" && name.trim() !== "");
  const shown = (given ?? email.slice(0, email.lastIndexOf("@"))).replaceAll(/[\p{Cc}\s]+/gu, " ");
  const clean = withoutUnseen(shown).trim();
  return [...clean.toWellFormed()].slice(0, nameLimit).join("") || email.slice(0, nameLimit);
}
