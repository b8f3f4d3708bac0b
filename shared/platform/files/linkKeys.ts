import { env } from "../env.ts";
import { derivedKey } from "../secretsKey.ts";
import { linkPurpose } from "./link.ts";

let keys: [Buffer, ...Buffer[]] | undefined;

/** Returns the keys of signed links. The first one signs; links of the previous key are still valid. */
export function linkKeys(): [Buffer, ...Buffer[]] {
  const { SECRETS_KEY_OLD } = env();
  keys ??= [derivedKey(linkPurpose), ...(SECRETS_KEY_OLD ? [derivedKey(linkPurpose, SECRETS_KEY_OLD)] : [])];
  return keys;
}
