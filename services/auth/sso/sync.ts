import type { EntityManager } from "@mikro-orm/postgresql";
import { readsAll } from "../../../shared/api/access/capabilities.ts";
import { gives, type Role } from "../../../shared/api/access/roles.ts";
import type { GivenRole } from "../../../shared/api/access/ssoRoles.ts";
import { type AuditActor, changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Origin } from "../../../shared/bus/contract.ts";
import { env } from "../../../shared/platform/env.ts";
import { auditAs, memberTarget } from "../audit.ts";
import type { UserRow } from "../entities.ts";
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
    log.warn(`Roles unchanged at a single sign-on: the claim ${claim} ${why}.`);
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
  return groups !== "unknown" && owns(rolesFor(groups, env().OIDC_ROLES, "first").get("first"));
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

/** A person who signs in, with the request for the audit log. */
export interface Arriving {
  /** collects the workspaces that the sign-in adds the person to, by id */
  added: Map<string, Role>;
  user: Pick<UserRow, "id" | "name" | "email_key">;
  origin: Origin | undefined;
  log: Log;
}

/** Accepts pending invitations of a proved address. Call it with their workspaces locked. */
export async function acceptInvitations(em: EntityManager, arriving: Arriving): Promise<void> {
  const { id: userId, email_key } = arriving.user;
  for (const { id, account_id, role, responses } of await store.pendingFor(em, email_key)) {
    const mine = await members.findMembership(em, account_id, userId);
    const isFull = async () => (await members.countMembers(em, account_id)) >= membersLimit();
    if (!mine && ((await isFull()) || !(await members.mayJoin(em, account_id, userId)))) continue;
    // another request may have ended it
    if (!(await endInvitation(em, id, "accepted"))) continue;
    await members.insertMember(em, account_id, userId, { role, responses });
    await handGrants(em, id, userId);
    if (!mine) await note(em, arriving, account_id, "member.added", null, { role, responses });
  }
}

/**
 * Makes a person's memberships by single sign-on what is wanted: added, changed and ended. Those by hand stay. Returns the workspaces
 * whose last owner stays although their role ended. Call it with the workspaces locked.
 */
export async function syncMemberships(
  em: EntityManager,
  arriving: Arriving,
  wanted: ReadonlyMap<string, GivenRole>,
): Promise<string[]> {
  const places = await store.placesBySync(em, arriving.user.id);
  const kept: string[] = [];
  for (const id of new Set([...places.keys(), ...wanted.keys()])) {
    const [before, after] = [places.get(id), wanted.get(id)];
    if (before?.source === "manual" || (before && after && isSame(before, after))) continue;
    if (owns(before) && !owns(after) && (await members.countOwners(em, id)) === 1) kept.push(id);
    else if (before || (await members.countMembers(em, id)) < membersLimit())
      await change(em, arriving, id, before ?? null, after ?? null);
    else arriving.log.warn(`The workspace ${id} has its maximum of members, so that single sign-on added none.`);
  }
  return kept;
}

const owns = (given: GivenRole | undefined): boolean => gives(given?.role, "workspace:delete");

const isSame = (a: GivenRole, b: GivenRole): boolean => a.role === b.role && a.responses === b.responses;

/** Adds, changes or ends one membership by single sign-on. */
async function change(
  em: EntityManager,
  arriving: Arriving,
  accountId: string,
  before: GivenRole | null,
  after: GivenRole | null,
): Promise<void> {
  const { id: userId } = arriving.user;
  const action = !before ? "member.added" : after ? "member.role_changed" : "member.removed";
  if (!after) await members.deleteMember(em, accountId, userId);
  else if (!(await store.putSynced(em, accountId, userId, after)))
    return arriving.log.warn(
      `A person is in ${members.membershipsLimit} workspaces, so that single sign-on added no more.`,
    );
  await note(em, arriving, accountId, action, before, after);
  if (!before) return;
  const readsLess = !after || (!readsAll(after.responses) && readsAll(before.responses));
  if (readsLess) await members.stopEmailsTo(em, accountId, userId);
  await afterFall(em, accountId, userId, after?.role ?? null, after?.responses ?? "none");
}

/** Writes the entry of the audit log: the issuer acts, through its person's sign-in. */
async function note(
  em: EntityManager,
  arriving: Arriving,
  accountId: string,
  action: "member.added" | "member.role_changed" | "member.removed",
  before: GivenRole | null,
  after: GivenRole | null,
): Promise<void> {
  const { user, origin } = arriving;
  const rights = (given: GivenRole | null) => ({ role: given?.role ?? null, responses: given?.responses ?? null });
  const changes = after ? changesBetween(rights(before), rights(after)) : [];
  const acting = { account_id: accountId, actor: ssoActor(user), origin };
  if (action === "member.added" && after) arriving.added.set(accountId, after.role);
  await auditAs(em, acting, { action, targets: [memberTarget({ user_id: user.id, name: user.name })], changes });
}

export const ssoActor = ({ id, name }: Arriving["user"]): AuditActor => ({ type: "sso", id, name });
