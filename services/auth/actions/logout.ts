import type { Action } from "../../../shared/moleculer.ts";
import { deleteSignIn } from "../store.ts";

export const logout: Action<"auth.logout"> = {
  params: { token: "string" },
  async handler(ctx) {
    await deleteSignIn(this.database.orm.em.fork(), ctx.params.token);
    return null;
  },
};
