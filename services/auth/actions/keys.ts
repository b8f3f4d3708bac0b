import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { checkAccess } from "../../../shared/platform/access.ts";
import { forbidden, invalid, notFound } from "../../../shared/platform/errors.ts";
import { newKey } from "../credentials.ts";
import type { ApiKeyRow } from "../entities.ts";
import * as store from "../store/keys.ts";
import { findSignIn } from "../store/signIns.ts";
import { keyView } from "../views.ts";

/** API keys (spec §API key, decisions §2). */
export const listKeys: Action<"auth.listKeys"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const { caller, paging } = ctx.params;
    const [rows, count] = await store.listKeys(this.database.read(ctx), caller.account_id, paging);
    const now = new Date();
    return { count, results: rows.map((row) => keyView(row, now)) };
  },
};

/**
 * Creates a key. Only this response has the full key. Checks the sign-in token, because neither a key nor a bus client
 * may create keys.
 */
export const createKey: Action<"auth.createKey"> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const { token, body } = ctx.params;
    const { caller } = ctx.params;
    const found = caller.key_id === null ? await findSignIn(this.database.pool, token, caller.account_id) : null;
    if (!found?.membership) throw forbidden("Only signed-in users can create API keys. Sign in first.");
    const now = new Date();
    const expires = body.expires ? new Date(body.expires) : null;
    if (expires && expires <= now) throw invalid(["expires: must be in the future"]);
    const key = newKey();
    const fields = { account_id: caller.account_id, user_id: found.user_id, name: body.name, expires, key };
    const row = await this.database.write(ctx, (em) => store.insertKey(em, fields));
    return { ...keyView(row, now), key };
  },
};

/** Revokes a key permanently. Idempotent. */
export const revokeKey: Action<"auth.revokeKey"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    await this.database.write(ctx, async (em) => store.revokeKey(em, (await ownKey(em, caller, id)).id));
    return null;
  },
};

async function ownKey(em: EntityManager, caller: Caller, id: string): Promise<ApiKeyRow> {
  const row = uuidPattern.test(id) ? await store.findKey(em, id) : null;
  if (!row) throw notFound("API key");
  checkAccess(caller, row, "API key");
  return row;
}
