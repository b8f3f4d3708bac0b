import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { holdUser } from "../store/links.ts";
import { endSignIn, endSignIns, listSignIns } from "../store/signIns.ts";
import { listUserEvents, recordUserEvent } from "../store/userEvents.ts";
import { personOf } from "./workspaces.ts";

/** A person's own sign-ins and events (teams §20.8). */

/** GET /auth/sign-ins/ */
export const listOwnSignIns: Action<"auth.listSignIns"> = {
  params: { caller: "object", token: "string", paging: "object" },
  async handler(ctx) {
    const { caller, token, paging } = ctx.params;
    const { rows, count } = await listSignIns(this.database.read(ctx), personOf(caller), token, paging);
    const results = rows.map(({ created, last_used, expires, ...row }) => ({
      ...row,
      created: created.toISOString(),
      last_used: last_used.toISOString(),
      expires: expires.toISOString(),
    }));
    return { count, results };
  },
};

/** DELETE /auth/sign-ins/{id}/ */
export const endOwnSignIn: Action<"auth.endSignIn"> = {
  params: { caller: "object", id: "uuid" },
  async handler(ctx) {
    const userId = personOf(ctx.params.caller);
    await this.database.write(ctx, async (em) => {
      await holdUser(em, userId);
      if (!(await endSignIn(em, userId, ctx.params.id))) throw notFound("sign-in");
      await recordUserEvent(em, userId, "signed_out", ctx.meta.origin);
    });
    return null;
  },
};

/** POST /auth/sign-ins/revoke-others/ */
export const endOtherSignIns: Action<"auth.endOtherSignIns"> = {
  params: { caller: "object", token: "string" },
  async handler(ctx) {
    const userId = personOf(ctx.params.caller);
    await this.database.write(ctx, async (em) => {
      const ended = await endSignIns(em, userId, ctx.params.token);
      if (ended > 0) await recordUserEvent(em, userId, "signed_out", ctx.meta.origin);
    });
    return null;
  },
};

/** GET /auth/events/: of the last 90 days. */
export const listOwnEvents: Action<"auth.listUserEvents"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const { caller, paging } = ctx.params;
    const { rows, count } = await listUserEvents(this.database.read(ctx), personOf(caller), paging);
    return { count, results: rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() })) };
  },
};
