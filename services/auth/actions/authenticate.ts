import type { Caller } from "../../../shared/contract.ts";
import { unauthenticated } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { DatabaseService } from "../../../shared/service.ts";
import { inBackground } from "../background.ts";
import { hashOf, isKey, isSameHash } from "../credentials.ts";
import { findLiveKeys, findSignIn, slideSignIn, touchKey } from "../store.ts";

/**
 * Whom a request acts for. A key wins over a token, also when it is dead (decisions §1); neither is ever cached, so that
 * a revoked key is dead on its very next request (decisions §2).
 */
export const authenticate: Action<"auth.authenticate"> = {
  params: { key: { type: "string", optional: true }, token: { type: "string", optional: true } },
  async handler(ctx) {
    const { key, token } = ctx.params;
    const caller = key !== undefined ? await byKey(this, key) : token ? await byToken(this, token) : null;
    if (!caller) throw unauthenticated();
    return caller;
  },
};

async function byKey(service: DatabaseService, key: string): Promise<Caller | null> {
  if (!isKey(key)) return null;
  const pool = service.database.pool;
  const hash = hashOf(key);
  const found = (await findLiveKeys(pool, key)).find((row) => isSameHash(row.key_hash, hash));
  if (!found) return null;
  const { account_id, user_id, key_id } = found;
  if (found.is_due) inBackground(service, `key ${key_id}`, () => touchKey(pool, key_id));
  return { account_id, user_id, key_id };
}

async function byToken(service: DatabaseService, token: string): Promise<Caller | null> {
  const pool = service.database.pool;
  const found = await findSignIn(pool, token);
  if (!found) return null;
  const { account_id, user_id, key_id } = found;
  if (found.is_due) inBackground(service, `sign-in ${user_id}`, () => slideSignIn(pool, token));
  return { account_id, user_id, key_id };
}
