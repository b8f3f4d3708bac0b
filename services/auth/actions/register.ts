import { type EntityManager, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import type { RegisterBody } from "../../../shared/api/shapes/auth.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, forbidden } from "../../../shared/platform/errors.ts";
import { auditAs, firstWorkspace } from "../audit.ts";
import type { UserRow } from "../entities.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { checkSetup, needsSetup } from "../setup.ts";
import { refusePasswords, ssoOptions } from "../sso/settings.ts";
import { insertSignIn } from "../store/signIns.ts";
import { hasAccount, insertAccount, lockFirstAccount } from "../store/users.ts";
import { userView } from "../views.ts";
import { callerBy } from "./signIns.ts";

/** Creates an account with its first user and signs in. 403 if sign-up is closed comes before 409 for a taken email. */
export const register: Action<"auth.register"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { body } = ctx.params;
    refusePasswords();
    await checkSignUp(this.database.read(ctx), body);
    const passwordHash = await hashPassword(body.password);
    try {
      const { user, token } = await this.database.write(ctx, (em) => insert(em, ctx, passwordHash));
      return {
        user: userView(user, await callerBy(this.database, token), { hasSecondFactor: false, hasSso: false }),
        token,
      };
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw conflict("This email is already registered. Sign in instead.");
      throw error;
    }
  },
};

/** GET /api/auth/options/ (decisions §9.3): returns what the sign-in page can offer. */
export const options: Action<"auth.options", AuthService> = {
  params: {},
  async handler(ctx) {
    const isOpen = !env().SSO_ONLY && (await isSignUpOpen(this.database.read(ctx)));
    return {
      signup_open: isOpen,
      mail: this.mail !== null,
      setup_required: isOpen && needsSetup(),
      workspace_creation: env().WORKSPACE_CREATION,
      sso: ssoOptions(),
    };
  },
};

/** Returns whether any account exists. */
export const accountExists: Action<"auth.hasAccount", AuthService> = {
  params: {},
  handler(ctx) {
    return hasAccount(this.database.read(ctx));
  },
};

async function isSignUpOpen(em: EntityManager): Promise<boolean> {
  const { SIGNUP } = env();
  return SIGNUP === "open" || (SIGNUP === "first" && !(await hasAccount(em)));
}

const closedMessages = {
  open: "",
  first:
    "Sign-up is closed because an account exists. Ask its owner for access. An administrator can open sign-up with SIGNUP=open or reset a password with `npm run user -- reset <email>`.",
  closed: "Sign-up is closed. An administrator can open it with SIGNUP=open.",
};

/**
 * Throws 403 if sign-up is closed, or if it needs the setup token and this isn't it. `first` is exact only under the lock. The
 * check before it saves the hash.
 */
async function checkSignUp(em: EntityManager, { setup }: RegisterBody): Promise<void> {
  if (!(await isSignUpOpen(em))) throw forbidden(closedMessages[env().SIGNUP]);
  if (needsSetup()) await checkSetup(em, setup);
}

async function insert(
  em: EntityManager,
  { params, meta }: Ctx<Params<"auth.register">>,
  passwordHash: string,
): Promise<{ user: UserRow; token: string }> {
  const { body } = params;
  if (env().SIGNUP === "first") await lockFirstAccount(em);
  await checkSignUp(em, body);
  const user = await insertAccount(em, { email: body.email, name: body.name, password_hash: passwordHash });
  const actor = { type: "user", id: user.id, name: user.name } as const;
  await auditAs(em, { account_id: user.account_id, actor, origin: meta.origin }, firstWorkspace(user));
  const token = await insertSignIn(em, user, { method: "password", origin: meta.origin });
  if (!token) throw new Error("The new user's row disappeared within its transaction.");
  return { user, token };
}
