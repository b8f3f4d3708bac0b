import { uuidBytes, uuidOf } from "./ids.ts";
import { signedTokens } from "./signedTokens.ts";

/**
 * A link's token is its id and an HMAC over it (features §15), so a forged one is refused without the database, and the database
 * holds nothing that opens a form.
 */
const tokens = signedTokens("link", { contentBytes: 16, signatureBytes: 16 });

/** Returns the token of a link. `linkId` is a UUID. */
export const linkToken = (linkId: string): string => tokens.write(uuidBytes(linkId));

/** Returns the id of the link that a token opens, or null. */
export function linkOf(token: string): string | null {
  const id = tokens.read(token);
  return id && uuidOf(id);
}

/** Returns the address that a person opens. `baseUrl` has no trailing slash. */
export const linkUrl = (baseUrl: string, slug: string, linkId: string): string =>
  `${baseUrl}/f/${slug}?link=${linkToken(linkId)}`;
