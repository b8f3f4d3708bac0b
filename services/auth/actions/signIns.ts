import type { EntityManager } from "@mikro-orm/postgresql";
import type { SignInMethod } from "../../../shared/api/access/caller.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { Caller, Origin } from "../../../shared/bus/contract.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { unauthenticated } from "../../../shared/platform/errors.ts";
import { callerOf } from "../callers.ts";
import { takeCode } from "../codes.ts";
import type { UserRow } from "../entities.ts";
import { withPassword } from "../passwords.ts";
import { noteRecoveryCode } from "../proof.ts";
import { checkSealing } from "../sealing.ts";
import type { AuthService } from "../service.ts";
import { refusePasswords } from "../sso/settings.ts";
import { deleteChallenge, insertChallenge, takeTry } from "../store/challenges.ts";
import { factorsOf } from "../store/factors.ts";
import { holdUser } from "../store/links.ts";
import { hasSecondFactor } from "../store/secondFactors.ts";
import { takeSignInLink } from "../store/signInLinks.ts";
import { deleteSignIn, findSignIn, insertSignIn } from "../store/signIns.ts";
import { recordFailedSignIn } from "../store/userEvents.ts";
import { findUserByEmail } from "../store/users.ts";
import { userView } from "../views.ts";

/** Signs in. A wrong email and a wrong password give the same error, in similar time (decisions §2). */
export const login: Action<"auth.login", AuthService> = {
  params: { body: "object" },
  async handler(ctx) {
    refusePasswords();
    const { email, password } = ctx.params.body;
    const { origin } = ctx.meta;
    const { found, isRight } = await withPassword(() => findUserByEmail(this.database.read(ctx), email), password);
    if (found && !isRight) noteFailure(this, found, origin);
    const user = isRight ? found : null;
    const entered = user && (await this.database.write(ctx, (em) => enter(em, user, "password", origin)));
    if (!user || !entered) throw unauthenticated("Incorrect email or password.");
    return welcome(this, ctx, user, entered);
  },
};

/** After the answer, whose time must not show that the email exists. */
function noteFailure({ database, background }: AuthService, { id }: UserRow, origin: Origin | undefined): void {
  const note = () => database.write(withoutDeadline, (em) => recordFailedSignIn(em, id, origin));
  background.run("record a failed sign-in", note, `failed sign-in ${id}`);
}

/** A sign-in, or the second step that it waits for. */
type Entered = { token: string } | { challenge: string };

/** Signs in whom a password or a link has proved, or asks for the second step. Null if the password has changed since. */
async function enter(
  em: EntityManager,
  user: UserRow,
  method: SignInMethod,
  origin: Origin | undefined,
): Promise<Entered | null> {
  await holdUser(em, user.id);
  if (await hasSecondFactor(em, user.id)) return { challenge: await insertChallenge(em, user, method) };
  const token = await insertSignIn(em, user, { method, origin });
  return token === null ? null : { token };
}

async function welcome({ database }: AuthService, ctx: Ctx, user: UserRow, entered: Entered) {
  if ("challenge" in entered) {
    checkSealing();
    throw unauthenticated("Enter the code of your authenticator app.", { second_factor: "totp", ...entered });
  }
  const caller = await callerBy(database, entered.token);
  const factors = await factorsOf(database.read(ctx), user.id);
  return { user: userView(user, caller, factors), token: entered.token };
}

/** POST /auth/login/code/: the second step, with a code of the app or a recovery code (teams §20.8). */
export const loginWithCode: Action<"auth.loginWithCode", AuthService> = {
  params: { body: "object" },
  async handler(ctx) {
    const outcome = await this.database.write(ctx, (em) => tryCode(em, ctx));
    if (!outcome) throw unauthenticated("This sign-in took too long or had too many wrong codes. Start again.");
    if ("tries_left" in outcome)
      throw unauthenticated("The code is wrong, or was used before.", { tries_left: outcome.tries_left });
    const { user, token } = outcome;
    return welcome(this, ctx, user, { token });
  },
};

/** Returns null for a challenge that has ended. A wrong code is counted, so this must commit. */
async function tryCode(em: EntityManager, ctx: Ctx<{ body: { challenge: string; code: string } }>) {
  const { challenge, code } = ctx.params.body;
  const { origin } = ctx.meta;
  const found = await takeTry(em, challenge);
  if (!found) return null;
  const { user, method, tries_left } = found;
  if (method === "password") refusePasswords();
  const verdict = await takeCode(em, user.id, code);
  if (verdict === "wrong") {
    await recordFailedSignIn(em, user.id, origin);
    return { tries_left };
  }
  await deleteChallenge(em, challenge);
  const token = await insertSignIn(em, user, { method, origin });
  if (verdict === "recovery code") await noteRecoveryCode(em, user, origin);
  return token === null ? null : { user, token };
}

/** POST /auth/login/link/: an operator's link, in place of the password (teams §20.20.6). */
export const loginWithLink: Action<"auth.loginWithLink", AuthService> = {
  params: { body: "object" },
  async handler(ctx) {
    const { user, entered } = await this.database.write(ctx, async (em) => {
      const user = await takeSignInLink(em, ctx.params.body.token);
      return { user, entered: user && (await enter(em, user, "link", ctx.meta.origin)) };
    });
    if (!user || !entered) throw unauthenticated("This link doesn't work anymore. Ask an administrator for a new one.");
    return welcome(this, ctx, user, entered);
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
