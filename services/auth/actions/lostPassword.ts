import type { Action } from "../../../shared/bus/calls.ts";
import { withoutDeadline } from "../../../shared/platform/deadline.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { insertReset, isReset, takeReset } from "../store/resets.ts";
import { findUserByEmail, replacePassword } from "../store/users.ts";

/**
 * POST /api/auth/forgot/ (decisions §2): a link by mail. It answers before anything is looked up, so that neither its
 * status nor its time tells who is registered.
 */
export const forgot: Action<"auth.forgot", AuthService> = {
  params: { body: "object", base_url: "string" },
  async handler(ctx) {
    if (!this.mail) throw conflict("This service cannot send mail. Ask its operator for a new password.");
    const { body, base_url } = ctx.params;
    this.background.run("Mailing a link to set a new password", () => mailReset(this, body.email, base_url));
    return null;
  },
};

async function mailReset({ database, mail }: AuthService, email: string, baseUrl: string): Promise<void> {
  const user = await findUserByEmail(database.read(), email);
  if (!user) return;
  const token = newToken();
  // nobody waits for it: the answer was given before
  const isTaken = await database.write(withoutDeadline, (em) => insertReset(em, user.id, token));
  if (isTaken) await mail?.sendReset(user, `${baseUrl}/reset-password?token=${token}`);
}

/** POST /api/auth/reset/: a link is good once, for an hour, and a new password ends all sign-ins. */
export const reset: Action<"auth.reset"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { token, password } = ctx.params.body;
    // before the costly hash, which a guess is not worth
    if (!(await isReset(this.database.read(), token))) throw badToken();
    const hash = await hashPassword(password);
    const isDone = await this.database.write(ctx, async (em) => {
      const user = await takeReset(em, token);
      return user !== null && (await replacePassword(em, user, hash, null));
    });
    if (!isDone) throw badToken();
    return null;
  },
};

const badToken = () => invalid(["token: is wrong, already used or older than an hour; ask for a new link"]);
