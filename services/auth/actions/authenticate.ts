import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { unauthenticated } from "../../../shared/platform/errors.ts";
import { hashOf, isKey, isSameHash } from "../credentials.ts";
import type { AuthService } from "../service.ts";
import { findKeys, touchKey } from "../store/keys.ts";
import { findSignIn, slideSignIn } from "../store/signIns.ts";

/**
 * Whom a request acts for. A key wins over a token, also when it is dead (decisions §1); neither is ever cached, so that
 * a revoked key is dead on its very next request (decisions §2). Throws 401 with what to do: an unknown key and a revoked
 * one get the same answer, and only who has the whole key learns that it has expired.
 */
export const authenticate: Action<"auth.authenticate", AuthService> = {
  params: { key: { type: "string", optional: true }, token: { type: "string", optional: true } },
  async handler(ctx) {
    const { key, token } = ctx.params;
    if (key !== undefined) return byKey(this, key);
    if (token) return byToken(this, token);
    throw unauthenticated();
  },
};

async function byKey({ database: { pool }, background }: AuthService, key: string): Promise<Caller> {
  if (!isKey(key)) {
    throw unauthenticated("This API key is malformed: a key is `pf_`, 8 letters or digits, `_`, and 40 more of them.");
  }
  const hash = hashOf(key);
  const found = (await findKeys(pool, key)).find((row) => isSameHash(row.key_hash, hash));
  if (!found) throw unauthenticated("This API key is unknown or was revoked; use another one.");
  if (found.is_expired) throw unauthenticated("This API key has expired; make a new one.");
  const { account_id, user_id, key_id } = found;
  if (found.is_due) background.run("Recording the use of an API key", () => touchKey(pool, key_id), `key ${key_id}`);
  return { account_id, user_id, key_id };
}

async function byToken({ database: { pool }, background }: AuthService, token: string): Promise<Caller> {
  const found = await findSignIn(pool, token);
  if (!found) throw unauthenticated("You are not signed in any more; sign in again.");
  const { account_id, user_id, key_id } = found;
  if (found.is_due) background.run("Extending a sign-in", () => slideSignIn(pool, token), `sign-in ${user_id}`);
  return { account_id, user_id, key_id };
}
