import type { EntityManager } from "@mikro-orm/postgresql";
import { signInMethods } from "../../../shared/api/access/caller.ts";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { actingIn } from "../../../shared/platform/audit/outbox.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, forbidden } from "../../../shared/platform/errors.ts";
import { audit, auditAs, workspaceTarget } from "../audit.ts";
import { callerOf, opennessOf } from "../callers.ts";
import { lockFor, membershipsFull, notMember } from "../members.ts";
import { revokeShared } from "../store/invitations.ts";
import { countMemberships, findMembership, membershipsLimit } from "../store/members.ts";
import { hasSecondFactor } from "../store/secondFactors.ts";
import * as store from "../store/workspaces.ts";
import { workspaceDetail, workspaceView } from "../views.ts";

/** Maximum workspaces of one owner, also without quotas (teams §20.20). */
export const ownedLimit = 20;

/** GET /workspaces/: the workspaces that the person is in. */
export const listWorkspaces: Action<"auth.listWorkspaces"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const { caller, paging } = ctx.params;
    const { rows, count } = await store.listWorkspaces(this.database.read(ctx), personOf(caller), paging);
    return { count, results: rows.map(workspaceView) };
  },
};

/** POST /workspaces/: its creator becomes the owner. */
export const createWorkspace: Action<"auth.createWorkspace"> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    const userId = personOf(caller);
    return this.database.write(ctx, async (em) => {
      const owned = await store.countOwned(em, userId);
      checkCreation(owned);
      if (owned >= ownedLimit) throw conflict(`You own ${ownedLimit} workspaces, which is the limit.`);
      if ((await countMemberships(em, userId)) >= membershipsLimit) throw membershipsFull();
      const id = await store.insertWorkspace(em, userId, body.name);
      const targets = [workspaceTarget({ id, name: body.name })];
      await auditAs(em, { ...actingIn(ctx), account_id: id }, { action: "workspace.created", targets });
      return detailOf(em, userId, id);
    });
  },
};

/** Throws 403 if WORKSPACE_CREATION doesn't let this person create one. */
function checkCreation(owned: number): void {
  const { WORKSPACE_CREATION, SIGNUP } = env();
  const isAllowed =
    WORKSPACE_CREATION === "anyone" || (WORKSPACE_CREATION === "owners" && (owned > 0 || SIGNUP === "open"));
  if (isAllowed) return;
  throw forbidden("You can't create workspaces on this server. An administrator can allow it with WORKSPACE_CREATION.");
}

/** GET /workspaces/{id}/ */
export const getWorkspace: Action<"auth.getWorkspace"> = {
  params: { caller: "object", id: "uuid" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    return detailOf(this.database.read(ctx), personOf(caller), id);
  },
};

/** PATCH /workspaces/{id}/. Which one is the default is each member's own choice (teams §20.20). */
export const updateWorkspace: Action<"auth.updateWorkspace"> = {
  params: { caller: "object", id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    const userId = personOf(caller);
    return this.database.write(ctx, async (em) => {
      const { is_default: isDefault, ...changes } = body;
      if (Object.keys(changes).length > 0) {
        const current = await lockFor(em, caller, id, "workspace:write");
        // owners who require a second factor must have one themselves
        if (changes.settings?.requires_second_factor && !(await hasSecondFactor(em, personOf(current))))
          throw conflict("Turn on two-step sign-in for yourself first.");
        await noteChanges(em, ctx, changes);
        await store.changeWorkspace(em, id, changes);
        if (changes.settings?.sharing === "admins") await revokeShared(em, id);
      }
      if (isDefault) await store.chooseDefault(em, userId, id);
      return detailOf(em, userId, id);
    });
  },
};

type Update = Params<"auth.updateWorkspace">;

async function noteChanges(em: EntityManager, ctx: Ctx<Update>, { name, settings }: Update["body"]): Promise<void> {
  const row = await store.findWorkspace(em, personOf(ctx.params.caller), ctx.params.id);
  if (!row) throw notMember();
  const changes = changesBetween({ name: row.name, ...opennessOf(row.settings) }, { name, ...settings });
  if (changes.length > 0)
    await audit(em, ctx, { action: "workspace.changed", targets: [workspaceTarget(row)], changes });
}

/** For services that found a resource of another workspace of the same person. */
export const callerIn: Action<"auth.callerIn"> = {
  params: {
    user_id: "uuid",
    account_id: "uuid",
    sign_in: { type: "enum", values: [...signInMethods], optional: true },
  },
  async handler(ctx) {
    const { user_id, account_id, sign_in } = ctx.params;
    const found = await findMembership(this.database.read(ctx), account_id, user_id);
    if (!found) return null;
    const { name, has_second_factor } = found;
    return callerOf({ user_id, name, home_id: account_id, workspaces: [], has_second_factor, sign_in }, found);
  },
};

/** Returns a workspace as the person sees it. Throws 403 if they aren't in it. */
export async function detailOf(em: EntityManager, userId: string, id: string) {
  const row = await store.findWorkspace(em, userId, id);
  if (!row) throw notMember();
  return workspaceDetail(row);
}

/** Returns the signed-in person. Only endpoints with the cookie ask. */
export function personOf({ user_id }: Caller): string {
  if (user_id === null) throw forbidden("Sign in to do this. API keys aren't accepted here.");
  return user_id;
}
