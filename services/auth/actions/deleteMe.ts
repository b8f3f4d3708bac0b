import type { Action } from "../../../shared/bus/calls.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { auditAs, memberTarget } from "../audit.ts";
import { proveAgain } from "../proof.ts";
import type { AuthService } from "../service.ts";
import { deleteAtOnce } from "../store/deletion.ts";
import { deletePerson, leavesNoOwner, lockPlaces } from "../store/people.ts";

const deletedUser = "Deleted user";

/** POST /auth/me/delete/: deletes the person, with the workspaces that only they are in (teams §20.8). */
export const deleteMe: Action<"auth.deleteMe", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const user = await proveAgain(this, ctx, ctx.params.body);
    const own = await this.database.write(ctx, async (em) => {
      const places = await lockPlaces(em, user.id);
      const stuck = places.filter(leavesNoOwner);
      if (stuck.length > 0) {
        const names = stuck.map(({ name }) => `"${name}"`).join(", ");
        throw conflict(`You are the only owner of ${names}. Make another member an owner first.`);
      }
      // without the name, which is forgotten now
      const actor = { type: "user", id: user.id, name: deletedUser } as const;
      const targets = [memberTarget({ user_id: user.id, name: deletedUser })];
      for (const { account_id, others } of places)
        if (others.length > 0)
          await auditAs(em, { account_id, actor, origin: ctx.meta.origin }, { action: "member.left", targets });
      const alone = places.flatMap(({ account_id, others }) => (others.length === 0 ? [account_id] : []));
      await deleteAtOnce(em, alone);
      await deletePerson(em, user.id);
      return alone;
    });
    await Promise.all(own.map((id) => this.suspendNow(id)));
    return null;
  },
};
