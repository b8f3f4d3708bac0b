import type { EntityManager } from "@mikro-orm/postgresql";
import type { GivenRole } from "../../../shared/domain/access/ssoRoles.ts";
import { env } from "../../../shared/platform/env.ts";
import { afterFall, membersLimit } from "../members.ts";
import { endInvitation, handGrants } from "../store/invitations.ts";
import * as members from "../store/members.ts";
import * as store from "../store/sync.ts";
import { lockWorkspace } from "../store/workspaces.ts";
import { type Claims, type Groups, groupsIn, isOverage, rolesFor } from "./claims.ts";

/** Roles from an issuer's claims, and what a sign-in makes of them (teams §20.9). */

/** Roles by workspace. Null if the issuer didn't say, so that nothing may change. */
export type Wanted = ReadonlyMap<string, GivenRole> | null;

interface Log {
  warn(message: string): void;
}

/** Returns the roles that a person's claims give them in workspaces that exist. */
export async function wantedRoles(em: EntityManager, claims: readonly Claims[], log: Log): Promise<Wanted> {
  const { OIDC_ROLES: rules, OIDC_ROLES_CLAIM: claim } = env();
  if (rules.length === 0) return null;
  const groups = groupsOf(claims);
  if (groups === "unknown") {
    const why = isOverage(claims, claim) ? "was left out because it is too long" : "is missing";
    log.warn(`The claim ${claim} of a single sign-on ${why}, so that it changed no role.`);
    return null;
  }
  return withoutUnknown(em, rolesFor(groups, rules, await usualWorkspace(em)), log);
}

/** Without a claim, the rule for everyone counts alone. */
function groupsOf(claims: readonly Claims[]): Groups {
  const { OIDC_ROLES_CLAIM: claim } = env();
  return claim === "" ? [] : groupsIn(claims, claim);
}

/** Returns whether a rule makes the person an owner, of a workspace that doesn't exist yet. */
export function isOwnerSomewhere(claims: readonly Claims[]): boolean {
  const groups = groupsOf(claims);
  return groups !== "unknown" && rolesFor(groups, env().OIDC_ROLES, "first").get("first")?.role === "owner";
}

/** Returns the role of people to whom the rules give none, or nothing. */
export async function defaultRole(em: EntityManager, log: Log): Promise<ReadonlyMap<string, GivenRole>> {
  const { OIDC_DEFAULT_ROLE: role } = env();
  const id = role && (await usualWorkspace(em));
  return role && id ? withoutUnknown(em, new Map([[id, role]]), log) : new Map();
}

const usualWorkspace = async (em: EntityManager): Promise<string | null> =>
  env().OIDC_WORKSPACE ?? (await store.oldestWorkspace(em));

async function withoutUnknown(em: EntityManager, roles: ReadonlyMap<string, GivenRole>, log: Log) {
  const known = await store.knownWorkspaces(em, [...roles.keys()]);
  const unknown = [...roles.keys()].filter((id) => !known.has(id));
  if (unknown.length > 0)
    log.warn(`OIDC_ROLES or OIDC_WORKSPACE names a workspace that doesn't exist: ${unknown.join()}.`);
  return new Map([...roles].filter(([id]) => known.has(id)));
}

/** Locks workspaces in one order, so that two sign-ins don't wait for each other. */
export async function lockWorkspaces(em: EntityManager, ids: Iterable<string>): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lockWorkspace(em, id);
}

/** Accepts pending invitations of a proved address. Call it with their workspaces locked. */
export async function acceptInvitations(em: EntityManager, userId: string, emailKey: string): Promise<void> {
  for (const { id, account_id, role, responses } of await store.pendingFor(em, emailKey)) {
    const mine = await members.findMembership(em, account_id, userId);
    if (!mine && (await members.countMembers(em, account_id)) >= membersLimit()) continue;
    // another request may have ended it
    if (!(await endInvitation(em, id, "accepted"))) continue;
    await members.insertMember(em, account_id, userId, { role, responses });
    await handGrants(em, id, userId);
  }
}

/**
 * Makes a person's memberships by single sign-on what is wanted: added, changed and ended. Those by hand stay. Returns the workspaces
 * whose last owner stays although their role ended. Call it with the workspaces locked.
 */
export async function syncMemberships(
  em: EntityManager,
  userId: string,
  wanted: ReadonlyMap<string, GivenRole>,
  log: Log,
): Promise<string[]> {
  const places = await store.placesBySync(em, userId);
  const kept: string[] = [];
  for (const id of new Set([...places.keys(), ...wanted.keys()])) {
    const [before, after] = [places.get(id), wanted.get(id)];
    if (before?.source === "manual" || (before && after && isSame(before, after))) continue;
    if (before?.role === "owner" && after?.role !== "owner" && (await members.countOwners(em, id)) === 1) kept.push(id);
    else if (before || (await members.countMembers(em, id)) < membersLimit())
      await change(em, id, userId, before ?? null, after ?? null);
    else log.warn(`The workspace ${id} has its maximum of members, so that single sign-on added none.`);
  }
  return kept;
}

const isSame = (a: GivenRole, b: GivenRole): boolean => a.role === b.role && a.responses === b.responses;

/** Adds, changes or ends one membership by single sign-on. */
async function change(
  em: EntityManager,
  accountId: string,
  userId: string,
  before: GivenRole | null,
  after: GivenRole | null,
): Promise<void> {
  if (after) await store.putSynced(em, accountId, userId, after);
  else await members.deleteMember(em, accountId, userId);
  if (!before) return;
  const readsNothing = !after || (after.responses === "none" && before.responses !== "none");
  if (readsNothing) await members.noteDeparture(em, accountId, userId);
  await afterFall(em, accountId, userId, after?.role ?? null, after?.responses ?? "none");
}
