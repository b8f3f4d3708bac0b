import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { unauthenticated } from "../../../shared/platform/errors.ts";
import { hashOf, isKey, isSameHash } from "../credentials.ts";
import type { AuthService } from "../service.ts";
import { findKeys, touchKey } from "../store/keys.ts";
import { findSignIn, slideSignIn } from "../store/signIns.ts";

/**
 * Returns who a request acts for, or throws 401. A key wins over a cookie, even an invalid key (decisions §1). Nothing
 * is cached, so a revoked key fails on its next request (decisions §2). Unknown and revoked keys get the same error.
 * Only a holder of the full key learns that it has expired.
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
    throw unauthenticated("Malformed API key. Expected `pf_`, 8 letters or digits, `_` and 40 more.");
  }
  const hash = hashOf(key);
  const found = (await findKeys(pool, key)).find((row) => isSameHash(row.key_hash, hash));
  if (!found) throw unauthenticated("Unknown or revoked API key. Use another key.");
  if (found.is_expired) throw unauthenticated("This API key has expired. Create a new one.");
  const { account_id, user_id, key_id } = found;
  if (found.is_due) background.run("record the use of an API key", () => touchKey(pool, key_id), `key ${key_id}`);
  return { account_id, user_id, key_id };
}

async function byToken({ database: { pool }, background }: AuthService, token: string): Promise<Caller> {
  const found = await findSignIn(pool, token);
  if (!found) throw unauthenticated("You've been signed out. Sign in again.");
  const { account_id, user_id, key_id } = found;
  if (found.is_due) background.run("extend a sign-in", () => slideSignIn(pool, token), `sign-in ${user_id}`);
  return { account_id, user_id, key_id };
}
