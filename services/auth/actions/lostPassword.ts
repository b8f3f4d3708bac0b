import { conflict, invalid } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import { newToken } from "../credentials.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { findUserByEmail, insertReset, isReset, replacePassword, takeReset } from "../store.ts";

/**
 * POST /api/auth/forgot/ (decisions §2): a link by mail. It answers before anything is looked up, so that neither its
 * status nor its time tells who is registered.
 */
export const forgot: Action<"auth.forgot", AuthService> = {
  params: { body: "object", base_url: "string" },
  async handler(ctx) {
    if (!this.mail) throw conflict("No mail is set up here. Ask whoever runs this service for a new password.");
    this.afterwards(() => mailReset(this, ctx.params.body.email, ctx.params.base_url));
    return null;
  },
};

async function mailReset({ database, mail }: AuthService, email: string, base_url: string): Promise<void> {
  const em = database.orm.em.fork();
  const user = await findUserByEmail(em, email);
  if (!user) return;
  const token = newToken();
  const isTaken = await em.transactional((inner) => insertReset(inner, user.id, token));
  if (isTaken) await mail?.sendReset(user, `${base_url}/reset-password?token=${token}`);
}

/** POST /api/auth/reset/: a link is good once, for an hour, and a new password ends all sign-ins. */
export const reset: Action<"auth.reset"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { token, password } = ctx.params.body;
    const em = this.database.orm.em.fork();
    // before the costly hash, which a guess is not worth
    if (!(await isReset(em, token))) throw badToken();
    const hash = await hashPassword(password);
    const isDone = await em.transactional(async (inner) => {
      const user = await takeReset(inner, token);
      return user !== null && (await replacePassword(inner, user, hash, null));
    });
    if (!isDone) throw badToken();
    return null;
  },
};

const badToken = () => invalid(["token: is wrong, used or older than an hour; ask for a new one"]);
