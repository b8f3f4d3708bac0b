import type { EntityManager } from "@mikro-orm/postgresql";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { audit, workspaceTarget } from "../audit.ts";
import { post } from "../letters/post.ts";
import { lockFor } from "../members.ts";
import { proveAgain } from "../proof.ts";
import type { AuthService } from "../service.ts";
import * as store from "../store/deletion.ts";
import { detailOf, personOf } from "./workspaces.ts";

/** POST /workspaces/{id}/delete/: an owner proves who they are and types the name (teams §20.13). */
export const deleteWorkspace: Action<"auth.deleteWorkspace", AuthService> = {
  params: { caller: "object", token: "string", id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    const { name, ...proof } = body;
    if (name !== caller.workspace) throw invalid(["name: must be the workspace's name"]);
    await proveAgain(this, ctx, proof);
    const deletesAt = await this.database.write(ctx, async (em) => {
      await lockFor(em, caller, id, "workspace:delete");
      const time = await store.scheduleDeletion(em, id);
      const changes = changesBetween({ deletes_at: null }, { deletes_at: time.toISOString() });
      await audit(em, ctx, {
        action: "workspace.deletion_scheduled",
        targets: [workspaceTarget({ id, name })],
        changes,
      });
      await tellOwners(em, ctx, time);
      return time;
    });
    await this.suspendNow(id);
    return { deletes_at: deletesAt.toISOString() };
  },
};

/** POST /workspaces/{id}/restore/ */
export const restoreWorkspace: Action<"auth.restoreWorkspace", AuthService> = {
  params: { caller: "object", id: "uuid" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      await lockFor(em, caller, id, "workspace:delete");
      if (!(await store.cancelDeletion(em, id))) throw conflict("This workspace isn't going to be deleted.");
      const target = workspaceTarget({ id, name: caller.workspace ?? "" });
      await audit(em, ctx, { action: "workspace.restored", targets: [target] });
      await tellOwners(em, ctx, null);
    });
    await this.suspendNow(id);
    return detailOf(this.database.read(ctx), personOf(caller), id);
  },
};

/** Emails all owners. `deletesAt` is null if the workspace was restored. */
async function tellOwners(
  em: EntityManager,
  { params: { caller, id } }: Ctx<{ caller: Caller; id: string }>,
  deletesAt: Date | null,
): Promise<void> {
  const about = { by: caller.name ?? "", workspace: caller.workspace ?? "" };
  for (const owner of await store.ownersOf(em, id)) {
    if (deletesAt === null) await post(em, "restoration", owner, about, { account_id: id });
    else await post(em, "deletion", owner, { ...about, day: utcDay(deletesAt) }, { account_id: id });
  }
}
