import type { Action } from "../../../shared/bus/calls.ts";
import { unauthenticated } from "../../../shared/platform/errors.ts";
import { isPassword, whenHashingIsFree } from "../passwords.ts";
import { deleteSignIn, insertSignIn } from "../store/signIns.ts";
import { findUserByEmail } from "../store/users.ts";
import { userView } from "../views.ts";

/** Signs in. A wrong email and a wrong password give the same error, in similar time (decisions §2). */
export const login: Action<"auth.login"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { email, password } = ctx.params.body;
    // look up the user inside the limit, so that a refused sign-in costs no query
    const user = await whenHashingIsFree(async () => {
      const found = await findUserByEmail(this.database.read(ctx), email);
      return (await isPassword(found?.password_hash ?? null, password)) ? found : null;
    });
    const token = user ? await this.database.write(ctx, (em) => insertSignIn(em, user)) : null;
    if (!user || !token) throw unauthenticated("Incorrect email or password.");
    return { user: userView(user), token };
  },
};

export const logout: Action<"auth.logout"> = {
  params: { token: "string" },
  async handler(ctx) {
    await this.database.write(ctx, (em) => deleteSignIn(em, ctx.params.token));
    return null;
  },
};
