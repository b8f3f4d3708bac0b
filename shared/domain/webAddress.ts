/**
 * The one check of an address that owners give and pages, mails or deliveries use: absolute, of one of these protocols, and
 * free of what RFC 3986 has no place for (blanks, control characters, `\`, quotes, brackets of markup), so that it may stand
 * in a page, a style sheet or a header as it is.
 */
export type WebProtocol = "https:" | "http:";

const allowedCharacters = /^[a-z]+:\/\/[^\s\p{C}"<>\\^`{|}]+$/iu;

export function isWebAddress(text: string, protocols: readonly WebProtocol[]): boolean {
  if (!allowedCharacters.test(text) || !URL.canParse(text)) return false;
  return protocols.some((protocol) => new URL(text).protocol === protocol);
}

/** Where the images of this service are (decisions §9.2), below whatever host it is reached at. */
const imagePath = "/api/v2/r/image/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/";
const imageReference = new RegExp(`^${imagePath}$`, "i");
const httpImage = new RegExp(`^http://[^/?#@]+${imagePath}$`, "i");

/**
 * An address that a page shows a picture from: https, or the address of an uploaded image. That one is known by its path, and
 * may be http or the path alone. Whether the host is the service's, and whether there is such an image, only the forms service
 * can tell (services/forms/imageAddresses.ts).
 */
export const isImageAddress = (text: string): boolean =>
  isWebAddress(text, ["https:"]) ||
  imageReference.test(text) ||
  (httpImage.test(text) && isWebAddress(text, ["http:"]));

/** Returns the id of the image that an address names, or null. */
export const imageIdIn = (address: string): string | null =>
  /\/image\/([0-9a-f-]{36})\/$/i.exec(address)?.[1]?.toLowerCase() ?? null;

/** Returns an address's host with its port, the protocol's own one too. */
export function hostOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
