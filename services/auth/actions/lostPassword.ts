import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, invalid, overloaded } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import type { UserRow } from "../entities.ts";
import { post, tellChange } from "../letters/post.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { refusePasswords } from "../sso/settings.ts";
import { deleteIdentities } from "../store/identities.ts";
import { insertReset, isReset, takeReset } from "../store/resets.ts";
import { recordUserEvent } from "../store/userEvents.ts";
import { findUserByEmail, replacePassword, verifyEmail } from "../store/users.ts";

/** Maximum concurrent lookups. More are refused, for any email. */
const lookupLimit = 20;
let lookups = 0;

/**
 * POST /api/auth/forgot/ (decisions §2): emails a reset link. Responds before the lookup, so that neither status nor
 * time reveals whether the email is registered.
 */
export const forgot: Action<"auth.forgot", AuthService> = {
  params: { body: "object", base_url: "string" },
  async handler(ctx) {
    refusePasswords();
    if (!this.mail) throw conflict("This server can't send email. Ask an administrator to reset your password.");
    if (lookups >= lookupLimit) throw overloaded();
    const { body, base_url } = ctx.params;
    this.background.run("send a password reset email", () => mailReset(this.database, body.email, base_url));
    return null;
  },
};

async function mailReset(database: Database, email: string, baseUrl: string): Promise<void> {
  lookups += 1;
  try {
    // without a deadline, because the response was already sent
    const user = await findUserByEmail(database.read(withoutDeadline), email);
    if (user) await database.write(withoutDeadline, (em) => postReset(em, user, baseUrl));
  } finally {
    lookups -= 1;
  }
}

/** Does nothing if the user has too many links. */
async function postReset(em: EntityManager, user: UserRow, baseUrl: string): Promise<void> {
  const token = newToken();
  if (await insertReset(em, user, token))
    await post(em, "reset", user, { link: `${baseUrl}/reset-password?token=${token}` });
}

/** POST /api/auth/reset/: sets a new password and ends all sign-ins. A link works once, for an hour. */
export const reset: Action<"auth.reset", AuthService> = {
  params: { body: "object" },
  async handler(ctx) {
    refusePasswords();
    const { token, password } = ctx.params.body;
    // check first, so that a guessed token costs no hash
    if (!(await isReset(this.database.read(ctx), token))) throw badToken();
    const hash = await hashPassword(password);
    const person = await this.database.write(ctx, async (em) => {
      const user = await takeReset(em, token);
      if (!user || !(await replacePassword(em, user, hash, null))) return null;
      // the link was mailed to the address
      await verifyEmail(em, user.id);
      await recordUserEvent(em, user.id, "password_reset", ctx.meta.origin);
      // whoever linked it may not have been the person who reads the address's mail
      const isUnlinked = await deleteIdentities(em, user.id, { onlyUnproved: true });
      await tellChange(em, user, "password_changed", ctx.meta.origin);
      if (isUnlinked) {
        await recordUserEvent(em, user.id, "sso_unlinked", ctx.meta.origin);
        await tellChange(em, user, "sso_unlinked", ctx.meta.origin);
      }
      return user;
    });
    if (!person) throw badToken();
    return null;
  },
};

const badToken = () => invalid(["token: is invalid, used or expired; request a new link"]);
