import type { EntityManager } from "@mikro-orm/postgresql";
import type { Ctx } from "../../shared/bus/calls.ts";
import type { Caller, Origin } from "../../shared/bus/contract.ts";
import { env } from "../../shared/platform/env.ts";
import { forbidden, invalid, notFound } from "../../shared/platform/errors.ts";
import { takeCode } from "./codes.ts";
import type { UserRow } from "./entities.ts";
import { emailSecurityChange } from "./letters/post.ts";
import { isPassword } from "./passwords.ts";
import type { AuthService } from "./service.ts";
import { holdUser } from "./store/links.ts";
import { hasSecondFactor } from "./store/secondFactors.ts";
import { findSignIn } from "./store/signIns.ts";
import { recordUserEvent } from "./store/userEvents.ts";
import { findUser } from "./store/users.ts";

/** A sign-in by SSO proves a person this long. */
const freshMs = 10 * 60 * 1000;

export interface Proof {
  password?: string | undefined;
  /** of the second factor, instead of the password */
  code?: string | undefined;
}

/**
 * Proves the signed-in person again before a change that a stolen cookie must not make, and returns them (teams §20.20.8). Throws 400
 * for a wrong password or code, and 403 where a person without password has to sign in again.
 */
export async function proveAgain(
  service: AuthService,
  ctx: Ctx<{ caller: Caller; token: string }>,
  { password, code }: Proof,
): Promise<UserRow> {
  const { caller, token } = ctx.params;
  const user = await signedInUser(service, ctx);
  if (password !== undefined) await checkPassword(user, password);
  else if (code !== undefined) await checkCode(service, ctx, user, code);
  else if (user.has_password && !env().SSO_ONLY) throw invalid(["password: is required"]);
  else {
    const found = await findSignIn(service.database.pool, token, caller.account_id);
    if (found?.sign_in !== "sso" || found.created.getTime() < Date.now() - freshMs)
      throw forbidden("Sign in again to do this.", { code: "sign_in_again" });
  }
  return user;
}

export async function signedInUser({ database }: AuthService, ctx: Ctx<{ caller: Caller }>): Promise<UserRow> {
  const { user_id, key_id } = ctx.params.caller;
  const user = user_id && key_id === null ? await findUser(database.read(ctx), user_id) : null;
  if (!user) throw notFound("user");
  return user;
}

async function checkPassword(user: UserRow, password: string): Promise<void> {
  if (!(await isPassword(user.password_hash, password))) throw invalid(["password: is wrong"]);
}

/** Takes a code of the person's second factor. Throws 400 for a wrong one, which is counted. */
export async function checkCode(service: AuthService, ctx: Ctx, user: UserRow, code: string): Promise<void> {
  const verdict = await service.database.write(ctx, async (em) => {
    await holdUser(em, user.id);
    if (!(await hasSecondFactor(em, user.id))) return "wrong";
    const taken = await takeCode(em, user.id, code);
    if (taken === "recovery code") await noteRecoveryCode(em, user, ctx.meta.origin);
    return taken;
  });
  if (verdict === "wrong") throw invalid(["code: is wrong"]);
}

/** Notes the use of a recovery code, and emails the person. */
export async function noteRecoveryCode(em: EntityManager, user: UserRow, origin: Origin | undefined): Promise<void> {
  await recordUserEvent(em, user.id, "recovery_code_used", origin);
  await emailSecurityChange(em, user, "recovery_code_used", origin);
}
