import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action } from "../../../shared/bus/calls.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { takeCode } from "../codes.ts";
import type { UserRow } from "../entities.ts";
import { emailSecurityChange } from "../letters/post.ts";
import { checkCode, proveAgain, signedInUser } from "../proof.ts";
import { newRecoveryCodes } from "../recoveryCodes.ts";
import { checkSealing } from "../sealing.ts";
import type { AuthService } from "../service.ts";
import { holdUser, lockUser } from "../store/links.ts";
import * as store from "../store/secondFactors.ts";
import { endSignIns } from "../store/signIns.ts";
import { recordUserEvent } from "../store/userEvents.ts";
import { base32, newSecret, otpauthUri } from "../totp.ts";
import { personOf } from "./workspaces.ts";

/** A person's second factor (teams §20.8). */

/** GET /auth/second-factor/ */
export const getSecondFactor: Action<"auth.getSecondFactor", AuthService> = {
  params: { caller: "object" },
  async handler(ctx) {
    const userId = personOf(ctx.params.caller);
    const em = this.database.read(ctx);
    return {
      is_enabled: await store.hasSecondFactor(em, userId),
      recovery_codes_left: await store.countRecoveryCodes(em, userId),
      required_by: await store.requiringWorkspaces(em, userId),
    };
  },
};

/** POST /auth/second-factor/: returns a secret, which counts once a code of it is confirmed. */
export const startSecondFactor: Action<"auth.startSecondFactor", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    checkSealing();
    const user = await proveAgain(this, ctx, ctx.params.body);
    const secret = newSecret();
    if (!(await this.database.write(ctx, (em) => store.startSecondFactor(em, user.id, secret)))) throw isOn();
    return { secret: base32(secret), uri: otpauthUri(secret, user.email) };
  },
};

/** POST /auth/second-factor/confirm/: turns it on, ends all other sign-ins, and returns recovery codes. */
export const confirmSecondFactor: Action<"auth.confirmSecondFactor", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const { token, body } = ctx.params;
    const user = await signedInUser(this, ctx);
    const codes = newRecoveryCodes();
    const isDone = await this.database.write(ctx, async (em) => {
      await lockUser(em, user.id);
      const found = await store.lockSecondFactor(em, user.id);
      if (found?.is_confirmed) throw isOn();
      if (!found) throw conflict("Setting up two-step sign-in took longer than 10 minutes. Start again.");
      if ((await takeCode(em, user.id, body.code)) !== "right") return false;
      await store.confirmSecondFactor(em, user.id);
      await store.putRecoveryCodes(em, user.id, found.secret, codes);
      await endSignIns(em, user.id, token);
      await recordUserEvent(em, user.id, "second_factor_on", ctx.meta.origin);
      await emailSecurityChange(em, user, "second_factor_on", ctx.meta.origin);
      return true;
    });
    if (!isDone) throw invalid(["code: is wrong"]);
    return { recovery_codes: codes };
  },
};

/** POST /auth/second-factor/disable/: needs both, because a stolen cookie must not end it. */
export const disableSecondFactor: Action<"auth.disableSecondFactor", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const { password, code } = ctx.params.body;
    await this.database.write(ctx, (em) => checkIsFree(em, personOf(ctx.params.caller)));
    const user = await proveAgain(this, ctx, { password });
    await checkCode(this, ctx, user, code);
    await this.database.write(ctx, async (em) => {
      await lockUser(em, user.id);
      await checkIsFree(em, user.id);
      await store.deleteSecondFactor(em, user.id);
      await recordUserEvent(em, user.id, "second_factor_off", ctx.meta.origin);
      await emailSecurityChange(em, user, "second_factor_off", ctx.meta.origin);
    });
    return null;
  },
};

/** Throws 409 if there is none, or a workspace requires it. */
async function checkIsFree(em: EntityManager, userId: string): Promise<void> {
  if (!(await store.hasSecondFactor(em, userId))) throw isOff();
  const [requiring] = await store.requiringWorkspaces(em, userId);
  if (requiring) throw conflict(`The workspace "${requiring.name}" requires two-step sign-in.`);
}

/** POST /auth/second-factor/recovery-codes/: the old ones end. */
export const replaceRecoveryCodes: Action<"auth.replaceRecoveryCodes", AuthService> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const user = await signedInUser(this, ctx);
    if (!(await store.hasSecondFactor(this.database.read(ctx), user.id))) throw isOff();
    await checkCode(this, ctx, user, ctx.params.body.code);
    const codes = await this.database.write(ctx, (em) => replaceCodes(em, user));
    if (!codes) throw isOff();
    return { recovery_codes: codes };

    async function replaceCodes(em: EntityManager, user: UserRow): Promise<string[] | null> {
      const { id } = user;
      await holdUser(em, id);
      const found = await store.lockSecondFactor(em, id);
      if (!found?.is_confirmed) return null;
      const fresh = newRecoveryCodes();
      await store.putRecoveryCodes(em, id, found.secret, fresh);
      await recordUserEvent(em, id, "recovery_codes_replaced", ctx.meta.origin);
      await emailSecurityChange(em, user, "recovery_codes_replaced", ctx.meta.origin);
      return fresh;
    }
  },
};

const isOn = () => conflict("Two-step sign-in is on already. Turn it off first.");
const isOff = () => conflict("Two-step sign-in is off. Turn it on first.");
