import type { Action } from "../../../shared/bus/calls.ts";
import { limitConcurrency } from "../../../shared/platform/concurrency.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { authJobs } from "../jobs.ts";
import { emailSecurityChange } from "../letters/post.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { refusePasswords } from "../sso/settings.ts";
import { deleteIdentities } from "../store/identities.ts";
import { isReset, takeReset } from "../store/resets.ts";
import { recordUserEvent } from "../store/userEvents.ts";
import { replacePassword, verifyEmail } from "../store/users.ts";

/** More are refused, for any email. */
const asking = limitConcurrency({ running: 20, waiting: 0 });

/**
 * POST /api/auth/forgot/ (decisions §2): emails a reset link. A job looks the address up, so that neither status nor time reveals
 * whether it is registered.
 */
export const forgot: Action<"auth.forgot", AuthService> = {
  params: { body: "object", base_url: "string" },
  async handler(ctx) {
    refusePasswords();
    if (!this.mail) throw conflict("This server can't send email. Ask an administrator to reset your password.");
    const { body, base_url } = ctx.params;
    const data = { email: body.email, base_url };
    await asking(() => this.database.write(ctx, (em) => authJobs.add(em, "forgot", { data })));
    return null;
  },
};

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
      // a stranger to the address's mailbox may have linked it
      const isUnlinked = await deleteIdentities(em, user.id, { onlyUnproved: true });
      await emailSecurityChange(em, user, "password_changed", ctx.meta.origin);
      if (isUnlinked) {
        await recordUserEvent(em, user.id, "sso_unlinked", ctx.meta.origin);
        await emailSecurityChange(em, user, "sso_unlinked", ctx.meta.origin);
      }
      return user;
    });
    if (!person) throw badToken();
    return null;
  },
};

const badToken = () => invalid(["token: is invalid, used or expired; request a new link"]);
