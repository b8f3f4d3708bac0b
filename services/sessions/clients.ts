import { createHmac } from "node:crypto";
import { EnvError } from "../../shared/platform/env.ts";
import { derivedKey } from "../../shared/platform/secretsKey.ts";

let key: Buffer | null | undefined;

/** Returns a keyed hash of a client's network address, so that sessions don't store the address. Null without SECRETS_KEY. */
export function clientHash(network: string): string | null {
  if (key === undefined) key = keyIfSet();
  return key && createHmac("sha256", key).update(network).digest().subarray(0, 12).toString("base64url");
}

/** Respondents can start without it, as in the previous release. */
function keyIfSet(): Buffer | null {
  try {
    return derivedKey("pathform clients");
  } catch (error) {
    if (error instanceof EnvError) return null;
    throw error;
  }
}
