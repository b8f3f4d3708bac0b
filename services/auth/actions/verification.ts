import type { Action } from "../../../shared/bus/calls.ts";
import { conflict, invalid, notFound } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import type { AuthService } from "../service.ts";
import { findUser } from "../store/users.ts";
import { insertVerification, takeVerification } from "../store/verifications.ts";
import { personOf } from "./workspaces.ts";

/** POST /auth/me/verify-email/: mails a link to the user's address (teams §20.8). */
export const requestVerification: Action<"auth.requestVerification", AuthService> = {
  params: { caller: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, base_url } = ctx.params;
    const { mail, background } = this;
    if (!mail) throw conflict("This server can't send email. Ask an administrator to set SMTP_URL.");
    const user = await findUser(this.database.read(ctx), personOf(caller));
    if (!user) throw notFound("user");
    const token = newToken();
    const isAdded = await this.database.write(ctx, (em) => insertVerification(em, user, token));
    const link = `${base_url}/verify-email?token=${token}`;
    if (isAdded) background.run("send a verification email", () => mail.sendVerification(user, link));
    return null;
  },
};

/** POST /auth/verify-email/: a link works once, for a day. */
export const verifyEmail: Action<"auth.verifyEmail"> = {
  params: { body: "object" },
  async handler(ctx) {
    if (!(await this.database.write(ctx, (em) => takeVerification(em, ctx.params.body.token))))
      throw invalid(["token: is invalid, used or expired; request a new link"]);
    return null;
  },
};
