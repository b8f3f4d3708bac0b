import type { EntityManager } from "@mikro-orm/postgresql";
import type { Need } from "../../shared/api/access/allows.ts";
import { type ResponseLevel, responseLevels } from "../../shared/api/access/capabilities.ts";
import { canGrant, canOffer, gives, type Role, roles } from "../../shared/api/access/roles.ts";
import type { Call } from "../../shared/bus/calls.ts";
import type { Caller } from "../../shared/bus/contract.ts";
import { checkRights } from "../../shared/platform/access.ts";
import { env } from "../../shared/platform/env.ts";
import { conflict, forbidden } from "../../shared/platform/errors.ts";
import { callerOf } from "./callers.ts";
import { roleWords } from "./letters/texts.ts";
import { revokeInvitationsOf } from "./store/invitations.ts";
import * as store from "./store/members.ts";
import { lockWorkspace } from "./store/workspaces.ts";

/** Rules of memberships (teams §20.3, §20.17). */

export const notMember = () => forbidden("You aren't a member of this workspace.");

/**
 * Locks the workspace and returns the caller's rights as they are now: another request may have changed them since the sign-in was
 * checked. Throws 403 if they have left, or lack `need`.
 */
export async function lockFor(em: EntityManager, caller: Caller, accountId: string, need: Need): Promise<Caller> {
  await lockWorkspace(em, accountId);
  const current = await currentRights(em, caller, accountId);
  checkRights({ ...current, needs: [need] });
  return current;
}

async function currentRights(em: EntityManager, caller: Caller, accountId: string): Promise<Caller> {
  if (caller.key_id !== null || caller.user_id === null) return caller;
  const found = await store.findMembership(em, accountId, caller.user_id);
  if (!found) throw notMember();
  const { name, has_second_factor } = found;
  const { user_id, workspaces = [], sign_in } = caller;
  return callerOf({ user_id, name, home_id: accountId, workspaces, has_second_factor, sign_in }, found);
}

/** Throws 403 unless the caller may give or take the role. Call it for callers who may change members. */
export function refuseRole(caller: Caller, role: Role): void {
  if (canGrant(caller.role, role)) return;
  throw forbidden(`Only an owner can make or change ${roleWords[role].called}.`, { needs: "members:write" });
}

/** Throws 409 if the workspace would be left without an owner. Call it with the workspace locked. */
export async function keepAnOwner(em: EntityManager, accountId: string, leaving: Role): Promise<void> {
  if (gives(leaving, "workspace:delete") && (await store.countOwners(em, accountId)) === 1) throw ownerNeeded();
}

const ownerNeeded = () => conflict("A workspace needs an owner. Make another member an owner first.");

/** Ends offers that exceed a person's new rights, and their home in the workspace if they no longer own it. */
export async function afterFall(
  em: EntityManager,
  accountId: string,
  userId: string,
  role: Role | null,
  responses: ResponseLevel,
): Promise<void> {
  if (!gives(role, "workspace:delete")) await store.leaveHome(em, accountId, userId);
  const exceeding = roles.filter((offered) => !canOffer(role, offered));
  const levels = responseLevels.slice(responseLevels.indexOf(responses) + 1);
  await revokeInvitationsOf(em, accountId, userId, exceeding, levels);
}

/** Maximum members of a workspace, guests included, or infinity without quotas. */
export function membersLimit(): number {
  const { QUOTAS, QUOTA_MEMBERS_PER_ACCOUNT } = env();
  return QUOTAS && QUOTA_MEMBERS_PER_ACCOUNT > 0 ? QUOTA_MEMBERS_PER_ACCOUNT : Number.POSITIVE_INFINITY;
}

export const membersFull = () => conflict(`This workspace has reached its limit of ${membersLimit()} members.`);

export const membershipsFull = () =>
  conflict(`You're a member of ${store.membershipsLimit} workspaces, which is the limit. Leave one first.`);

/** Returns slugs and titles of forms by id. */
export async function formNames(bus: { call: Call }, caller: Caller, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { slug: string; title: string }>();
  const named = await bus.call("forms.named", { caller, form_ids: [...new Set(ids)] });
  return new Map(named.map(({ form_id, slug, title }) => [form_id, { slug, title }]));
}

/** Returns grants with the names of their forms. A form that is gone is left out. */
export const namedGrants = (grants: readonly store.GrantRow[], forms: Map<string, { slug: string; title: string }>) =>
  grants.flatMap((grant) => {
    const form = forms.get(grant.form_id);
    return form ? [{ ...grant, ...form }] : [];
  });

/** Maximum people whom one form is shared with, also without quotas. */
export const grantsPerForm = 100;

export const overshared = (title = "This form") =>
  conflict(`${title} is shared with ${grantsPerForm} people, which is the limit. Remove some first.`);
