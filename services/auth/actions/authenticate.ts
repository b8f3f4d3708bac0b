import { BlockList, isIPv6 } from "node:net";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { forbidden, unauthenticated } from "../../../shared/platform/errors.ts";
import { callerOf, keyCallerOf } from "../callers.ts";
import { hashOfKey, isKey, isSameHash } from "../credentials.ts";
import { isLimited } from "../keyLimits.ts";
import type { AuthService } from "../service.ts";
import { findKeys, touchKey } from "../store/keys.ts";
import { findSignIn, slideSignIn, touchMembership } from "../store/signIns.ts";

/**
 * Returns who a request acts for, or throws 401. A key wins over a cookie, even an invalid key (decisions §1). Nothing
 * is cached, so a revoked key or a changed role counts for the next request (decisions §2, teams §20.1). Unknown and revoked keys
 * get the same error. Only a holder of the full key learns that it has expired.
 *
 * `workspace` is the one that was asked for: a key has its own, a person else the default one. A gateway of the previous release
 * sends none: it gets people in their home, and no key with limits, which it couldn't keep.
 */
export const authenticate: Action<"auth.authenticate", AuthService> = {
  params: {
    key: { type: "string", optional: true },
    token: { type: "string", optional: true },
    workspace: { type: "uuid", optional: true, nullable: true },
    address: { type: "string", optional: true },
  },
  async handler(ctx) {
    const { key, token, workspace, address } = ctx.params;
    if (key !== undefined) return byKey(this, key, workspace, address);
    if (token) return byToken(this, token, workspace);
    throw unauthenticated();
  },
};

async function byKey(
  { database: { pool }, background }: AuthService,
  key: string,
  workspace: string | null | undefined,
  address: string | undefined,
): Promise<Caller> {
  if (!isKey(key)) {
    throw unauthenticated("Malformed API key. Expected `pf_`, 8 letters or digits, `_` and 40 more.");
  }
  const found = (await findKeys(pool, key)).find((row) => isSameHash(row.key_hash, hashOfKey(key, isLimited(row))));
  const isKnown = found && (workspace !== undefined || !isLimited(found));
  if (!isKnown) throw unauthenticated("Unknown or revoked API key. Use another key.");
  if (found.is_expired) throw unauthenticated("This API key has expired. Create a new one.");
  if (found.is_suspended) throw forbidden("This workspace is going to be deleted.");
  if (!isAllowed(found.allowed_addresses, address)) throw forbidden("This API key isn't accepted from this address.");
  if (workspace && workspace !== found.account_id) throw forbidden("This API key belongs to another workspace.");
  const { key_id } = found;
  if (found.is_due) background.run("record the use of an API key", () => touchKey(pool, key_id), `key ${key_id}`);
  return keyCallerOf(found);
}

async function byToken(
  { database: { pool }, background }: AuthService,
  token: string,
  workspace: string | null | undefined,
): Promise<Caller> {
  const found = await findSignIn(pool, token, workspace ?? null);
  if (!found) throw unauthenticated("You've been signed out. Sign in again.");
  const { user_id, home_id, membership } = found;
  if (found.is_due) background.run("extend a sign-in", () => slideSignIn(pool, token), `sign-in ${user_id}`);
  if (workspace && !membership) throw forbidden("You aren't a member of this workspace.");
  if (membership?.is_due) {
    const { account_id } = membership;
    const touch = () => touchMembership(pool, account_id, user_id);
    background.run("record a member's day", touch, `day ${account_id} ${user_id}`);
  }
  if (workspace !== undefined || membership?.account_id === home_id) return callerOf(found, membership);
  const atHome = await findSignIn(pool, token, home_id);
  return callerOf(found, atHome?.membership ?? null);
}

/** Compares with addresses and ranges. An IPv4 address in IPv6 form counts as IPv4 (teams §20.20). */
function isAllowed(ranges: string[] | null, address: string | undefined): boolean {
  if (!ranges) return true;
  if (address === undefined) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    list.addSubnet(network, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
