import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action } from "../../../shared/bus/calls.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, invalid, notFound, notFoundAs } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import { emailSecurityChange, post } from "../letters/post.ts";
import { proveAgain } from "../proof.ts";
import type { AuthService } from "../service.ts";
import { refusePasswords } from "../sso/settings.ts";
import { insertEmailChange, isTaken, takeEmailChange } from "../store/emailChanges.ts";
import { insertUndo, takeUndo } from "../store/emailUndos.ts";
import { insertReset } from "../store/resets.ts";
import { recordUserEvent } from "../store/userEvents.ts";
import { endPassword, findUser, findUserByEmail } from "../store/users.ts";
import { insertVerification, takeVerification } from "../store/verifications.ts";
import { personOf } from "./workspaces.ts";

/** POST /auth/me/verify-email/: mails a link to the user's address (teams §20.8). */
export const requestVerification: Action<"auth.requestVerification", AuthService> = {
  params: { caller: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, base_url } = ctx.params;
    if (!this.mail) throw noMail();
    const user = await findUser(this.database.read(ctx), personOf(caller));
    if (!user) throw notFound("user");
    const token = newToken();
    const link = `${base_url}/verify-email?token=${token}`;
    await this.database.write(ctx, async (em) => {
      if (await insertVerification(em, user, token)) await post(em, "verification", user, { link });
    });
    return null;
  },
};

/** POST /auth/me/email/: mails a link to the new address, or tells who has it already (teams §20.20.15). */
export const changeEmail: Action<"auth.changeEmail", AuthService> = {
  params: { caller: "object", token: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { body, base_url } = ctx.params;
    if (!this.mail) throw noMail();
    refusePasswords();
    const user = await proveAgain(this, ctx, { password: body.password });
    const { email } = body;
    if (email === user.email) throw invalid(["email: is your address already"]);
    const token = newToken();
    const link = `${base_url}/verify-email?token=${token}`;
    await this.database.write(ctx, async (em) => {
      // also for an address that is taken, so that these attempts are counted, too
      if (!(await insertEmailChange(em, user, email, token))) return;
      const other = await findUserByEmail(em, email);
      if (other && other.email_key !== user.email_key) await post(em, "takenEmail", other, {});
      else await post(em, "emailChange", { id: user.id, email, name: user.name }, { link });
    });
    return null;
  },
};

/** POST /auth/verify-email/: a link works once, for a day, and verifies the address or changes to it. */
export const verifyEmail: Action<"auth.verifyEmail", AuthService> = {
  // absent from a gateway of the previous release
  params: { body: "object", base_url: { type: "string", optional: true } },
  async handler(ctx) {
    const { body, base_url: baseUrl } = ctx.params;
    const { token } = body;
    const undo = newToken();
    if (await this.database.write(ctx, (em) => verifyByLink(em, token))) return null;
    const before = await this.database
      .write(ctx, async (em) => {
        const user = await takeEmailChange(em, token);
        if (!user) return null;
        await insertUndo(em, user, undo);
        await recordUserEvent(em, user.id, "email_changed", ctx.meta.origin);
        const undoLink = baseUrl === undefined ? null : `${baseUrl}/undo-email?token=${undo}`;
        await emailSecurityChange(em, user, "email_changed", ctx.meta.origin, undoLink);
        return user;
      })
      .catch((error: unknown) => {
        // another person has taken the address since
        if (isTaken(error)) return null;
        throw error;
      });
    if (!before) throw invalid(["token: is invalid, used or expired; request a new link"]);
    return null;
  },
};

/** POST /auth/undo-email/: undoes a change of address by the link of its letter, which works once, for 7 days (teams §20.21.2). */
export const undoEmail: Action<"auth.undoEmail", AuthService> = {
  params: { body: "object", base_url: "string" },
  async handler(ctx) {
    const { body, base_url } = ctx.params;
    const reset = newToken();
    const user = await this.database
      .write(ctx, async (em) => {
        const user = await takeUndo(em, body.token);
        if (!user) return null;
        await insertReset(em, user, reset);
        await recordUserEvent(em, user.id, "email_changed", ctx.meta.origin);
        await post(em, "addressBack", user, {
          link: env().SSO_ONLY ? null : `${base_url}/reset-password?token=${reset}`,
        });
        return user;
      })
      .catch((error: unknown) => {
        // another person has proved the address since
        if (isTaken(error)) return null;
        throw error;
      });
    if (!user) throw notFoundAs("This link is used, expired or isn't valid, or another account has the address now.");
    return { email: user.email };
  },
};

async function verifyByLink(em: EntityManager, token: string): Promise<boolean> {
  const verified = await takeVerification(em, token);
  if (verified?.ends_password) await endPassword(em, verified.id);
  return verified !== null;
}

const noMail = () => conflict("This server can't send email. Ask an administrator to set SMTP_URL.");
