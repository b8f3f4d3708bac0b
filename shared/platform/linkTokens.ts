import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";
import { derivedKey } from "./secretsKey.ts";

/**
 * A link's token is its id and an HMAC over it (features §15), so a forged one is refused without the database, and the database
 * holds nothing that opens a form.
 */
const idBytes = 16;
const signatureBytes = 16;
const pattern = /^[A-Za-z0-9_-]{43}$/;

let keys: Buffer[] | undefined;

/** The first one signs. Tokens of the previous key are still good. */
function linkKeys(): Buffer[] {
  const { SECRETS_KEY_OLD: old } = env();
  keys ??= [derivedKey("link"), ...(old ? [derivedKey("link", old)] : [])];
  return keys;
}

const signature = (id: Buffer, key: Buffer): Buffer =>
  createHmac("sha256", key).update(id).digest().subarray(0, signatureBytes);

/** Returns the token of a link. `linkId` is a UUID. */
export function linkToken(linkId: string): string {
  const id = Buffer.from(linkId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signature(id, linkKeys()[0] as Buffer)]).toString("base64url");
}

/** Returns the id of the link that a token opens, or null. */
export function linkOf(token: string): string | null {
  if (!pattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  // the last character has two bits that decoders ignore
  if (bytes.toString("base64url") !== token) return null;
  const [id, given] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
  if (!linkKeys().some((key) => timingSafeEqual(signature(id, key), given))) return null;
  const hex = id.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Returns the address that a person opens. `baseUrl` has no trailing slash. */
export const linkUrl = (baseUrl: string, slug: string, linkId: string): string =>
  `${baseUrl}/f/${slug}?link=${linkToken(linkId)}`;
