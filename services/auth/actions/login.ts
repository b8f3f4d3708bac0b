import type { Action } from "../../../shared/bus/calls.ts";
import { unauthenticated } from "../../../shared/platform/errors.ts";
import { isPassword, whenHashingIsFree } from "../passwords.ts";
import { insertSignIn } from "../store/signIns.ts";
import { findUserByEmail } from "../store/users.ts";
import { userView } from "../views.ts";

/** Wrong e-mail and wrong password answer alike, in like time (decisions §2). */
export const login: Action<"auth.login"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { email, password } = ctx.params.body;
    // with the look-up in its turn, what is refused for want of one costs nothing
    const user = await whenHashingIsFree(async () => {
      const found = await findUserByEmail(this.database.read(), email);
      return (await isPassword(found?.password_hash ?? null, password)) ? found : null;
    });
    const token = user ? await this.database.write(ctx, (em) => insertSignIn(em, user)) : null;
    if (!user || !token) throw unauthenticated("The e-mail address or the password is wrong.");
    return { user: userView(user), token };
  },
};
