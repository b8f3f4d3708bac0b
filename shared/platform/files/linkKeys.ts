import { env } from "../env.ts";
import { derivedKey } from "../secretsKey.ts";
import { linkPurpose } from "./link.ts";

let keys: [Buffer, ...Buffer[]] | undefined;

/** Keys of signed links: the first signs, and what the one before it has signed is still good. */
export function linkKeys(): [Buffer, ...Buffer[]] {
  const { SECRETS_KEY_OLD } = env();
  keys ??= [derivedKey(linkPurpose), ...(SECRETS_KEY_OLD ? [derivedKey(linkPurpose, SECRETS_KEY_OLD)] : [])];
  return keys;
}
