import { unauthenticated } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import { isPassword } from "../passwords.ts";
import { findUserByEmail, insertSignIn } from "../store.ts";
import { userView } from "../views.ts";

/** Wrong e-mail and wrong password answer alike, in like time (decisions §2). */
export const login: Action<"auth.login"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { email, password } = ctx.params.body;
    const em = this.database.orm.em.fork();
    const user = await findUserByEmail(em, email);
    const matches = await isPassword(user?.password_hash ?? null, password);
    const token = user && matches ? await insertSignIn(em, user) : null;
    if (!user || !token) throw unauthenticated("The e-mail address or the password is wrong.");
    return { user: userView(user), token };
  },
};
