import type { EntityManager } from "@mikro-orm/postgresql";
import type { Caller } from "../../../shared/contract.ts";
import { forbidden, invalid, notFound, notOwner } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import { uuidPattern } from "../../../shared/schema.ts";
import { newKey } from "../credentials.ts";
import type { ApiKeyRow } from "../entities.ts";
import * as store from "../store.ts";
import { keyView } from "../views.ts";

/** API keys (spec §API key, decisions §2). */
export const listKeys: Action<"auth.listKeys"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const { caller, paging } = ctx.params;
    const [rows, count] = await store.listKeys(this.database.orm.em.fork(), caller.account_id, paging);
    const now = new Date();
    return { count, results: rows.map((row) => keyView(row, now)) };
  },
};

/** The only answer that holds the full key. A key cannot mint keys. */
export const createKey: Action<"auth.createKey"> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    if (caller.key_id !== null || caller.user_id === null) throw forbidden("API keys are made by a signed-in user.");
    const now = new Date();
    const expires = body.expires ? new Date(body.expires) : null;
    if (expires && expires <= now) throw invalid(["expires: must be in the future"]);
    const key = newKey();
    const fields = { account_id: caller.account_id, user_id: caller.user_id, name: body.name, expires, key };
    const row = await store.insertKey(this.database.orm.em.fork(), fields);
    return { ...keyView(row, now), key };
  },
};

/** Revoked for good; again changes nothing. */
export const revokeKey: Action<"auth.revokeKey"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const em = this.database.orm.em.fork();
    const row = await ownKey(em, caller, id);
    await store.revokeKey(em, row.id);
    return null;
  },
};

async function ownKey(em: EntityManager, caller: Caller, id: string): Promise<ApiKeyRow> {
  const row = uuidPattern.test(id) ? await store.findKey(em, id) : null;
  if (!row) throw notFound("API key");
  if (row.account_id !== caller.account_id) throw notOwner("API key");
  return row;
}
