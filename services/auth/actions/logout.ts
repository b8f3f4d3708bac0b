import type { Action } from "../../../shared/bus/calls.ts";
import { deleteSignIn } from "../store/signIns.ts";

export const logout: Action<"auth.logout"> = {
  params: { token: "string" },
  async handler(ctx) {
    await this.database.write(ctx, (em) => deleteSignIn(em, ctx.params.token));
    return null;
  },
};
