import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { unauthenticated } from "../../../shared/platform/errors.ts";
import { callerOf } from "../callers.ts";
import { isPassword, whenHashingIsFree } from "../passwords.ts";
import { deleteSignIn, findSignIn, insertSignIn } from "../store/signIns.ts";
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
    const token = user
      ? await this.database.write(ctx, (em) => insertSignIn(em, user, { method: "password", origin: ctx.meta.origin }))
      : null;
    if (!user || !token) throw unauthenticated("Incorrect email or password.");
    return { user: userView(user, await callerBy(this.database, token)), token };
  },
};

/** Returns the person of a new sign-in, in a workspace or their default one. */
export async function callerBy(
  { pool }: Pick<Database, "pool">,
  token: string,
  workspace: string | null = null,
): Promise<Caller> {
  const found = await findSignIn(pool, token, workspace);
  if (!found) throw unauthenticated("You've been signed out. Sign in again.");
  return callerOf(found, found.membership);
}

export const logout: Action<"auth.logout"> = {
  params: { token: "string" },
  async handler(ctx) {
    await this.database.write(ctx, (em) => deleteSignIn(em, ctx.params.token));
    return null;
  },
};
