import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { findUser } from "../store/users.ts";
import { userView } from "../views.ts";

/** Returns the signed-in user, or the user who created the key. */
export const me: Action<"auth.me"> = {
  params: { caller: "object" },
  async handler(ctx) {
    const { user_id } = ctx.params.caller;
    const user = user_id && (await findUser(this.database.read(), user_id));
    if (!user) throw notFound("user");
    return userView(user);
  },
};
