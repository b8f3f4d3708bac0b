import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { EnvError } from "../../shared/platform/env.ts";
import { derivedKey } from "../../shared/platform/secretsKey.ts";

/** Made once, because Node.js makes one of each Buffer, which takes longer than the hash. */
let key: KeyObject | null | undefined;

/** Returns a keyed hash of a client's network address, so that sessions don't store the address. Null without SECRETS_KEY. */
export function clientHash(network: string): string | null {
  if (key === undefined) key = keyIfSet();
  return key && createHmac("sha256", key).update(network).digest().subarray(0, 12).toString("base64url");
}

/** Respondents can start without it, as in the previous release. */
function keyIfSet(): KeyObject | null {
  try {
    return createSecretKey(derivedKey("pathform clients"));
  } catch (error) {
    if (error instanceof EnvError) return null;
    throw error;
  }
}
