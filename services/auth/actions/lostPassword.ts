import type { Action } from "../../../shared/bus/calls.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, invalid, overloaded } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import type { UserRow } from "../entities.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { insertReset, isReset, takeReset } from "../store/resets.ts";
import { findUserByEmail, replacePassword } from "../store/users.ts";

/** Look-ups at once; what is over is refused, whomever it is about. */
const lookUpLimit = 20;
let lookUps = 0;

/**
 * POST /api/auth/forgot/ (decisions §2): a link by mail. It answers before anything is looked up, so that neither its
 * status nor its time tells who is registered.
 */
export const forgot: Action<"auth.forgot", AuthService> = {
  params: { body: "object", base_url: "string" },
  async handler(ctx) {
    if (!this.mail) throw conflict("This service cannot send mail. Ask its operator for a new password.");
    if (lookUps >= lookUpLimit) throw overloaded();
    const { body, base_url } = ctx.params;
    this.background.run("Mailing a link to set a new password", () => mailReset(this, body.email, base_url));
    return null;
  },
};

async function mailReset({ database, mail }: AuthService, email: string, baseUrl: string): Promise<void> {
  const token = newToken();
  lookUps += 1;
  const user = await takeUser(database, email, token).finally(() => {
    lookUps -= 1;
  });
  if (user) await mail?.sendReset(user, `${baseUrl}/reset-password?token=${token}`);
}

/** Null: there is no such user, or no further link is for them now. */
async function takeUser(database: Database, email: string, token: string): Promise<UserRow | null> {
  const user = await findUserByEmail(database.read(), email);
  if (!user) return null;
  // nobody waits for it: the answer was given before
  const isTaken = await database.write(withoutDeadline, (em) => insertReset(em, user.id, token));
  return isTaken ? user : null;
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
