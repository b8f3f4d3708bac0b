import type { Action } from "../../../shared/moleculer.ts";
import { resetPassword as reset } from "../changePassword.ts";

/** For operators only: no route of the gateway leads here. */
export const resetPassword: Action<"auth.resetPassword"> = {
  params: { email: "string" },
  async handler(ctx) {
    return { password: await reset(this.database.orm.em.fork(), ctx.params.email) };
  },
};
