import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action } from "../../../shared/bus/calls.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, invalid, notFound, notFoundAs } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import { tellChange } from "../letters.ts";
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
    const { mail, background } = this;
    if (!mail) throw noMail();
    const user = await findUser(this.database.read(ctx), personOf(caller));
    if (!user) throw notFound("user");
    const token = newToken();
    const isAdded = await this.database.write(ctx, (em) => insertVerification(em, user, token));
    const link = `${base_url}/verify-email?token=${token}`;
    if (isAdded) background.run("send a verification email", () => mail.sendVerification(user, link));
    return null;
  },
};

/** POST /auth/me/email/: mails a link to the new address, or tells who has it already (teams §20.20.15). */
export const changeEmail: Action<"auth.changeEmail", AuthService> = {
  params: { caller: "object", token: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { body, base_url } = ctx.params;
    const { mail, background, database } = this;
    if (!mail) throw noMail();
    refusePasswords();
    const user = await proveAgain(this, ctx, { password: body.password });
    const { email } = body;
    if (email === user.email) throw invalid(["email: is your address already"]);
    const token = newToken();
    // also for an address that is taken, so that these attempts are counted, too
    if (!(await database.write(ctx, (em) => insertEmailChange(em, user, email, token)))) return null;
    const other = await findUserByEmail(database.read(ctx), email);
    const link = `${base_url}/verify-email?token=${token}`;
    const send = () =>
      other && other.email_key !== user.email_key
        ? mail.sendTakenEmail(other)
        : mail.sendEmailChange({ email, name: user.name }, link);
    background.run("send an email about a new address", send);
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
        return user;
      })
      .catch((error: unknown) => {
        // another person has taken the address since
        if (isTaken(error)) return null;
        throw error;
      });
    if (!before) throw invalid(["token: is invalid, used or expired; request a new link"]);
    tellChange(this, before, "email_changed", ctx.meta.origin, baseUrl && `${baseUrl}/undo-email?token=${undo}`);
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
        return user;
      })
      .catch((error: unknown) => {
        // another person has proved the address since
        if (isTaken(error)) return null;
        throw error;
      });
    if (!user) throw notFoundAs("This link is used, expired or isn't valid, or another account has the address now.");
    const { mail, background } = this;
    const link = env().SSO_ONLY ? null : `${base_url}/reset-password?token=${reset}`;
    background.run("send an email about an address that is back", async () => mail?.sendAddressBack(user, link));
    return { email: user.email };
  },
};

async function verifyByLink(em: EntityManager, token: string): Promise<boolean> {
  const verified = await takeVerification(em, token);
  if (verified?.ends_password) await endPassword(em, verified.id);
  return verified !== null;
}

const noMail = () => conflict("This server can't send email. Ask an administrator to set SMTP_URL.");
