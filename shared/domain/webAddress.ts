/**
 * Check of owners' URLs for pages, emails and deliveries. They are absolute, use an allowed protocol and only characters of
 * RFC 3986 (no spaces, control characters, `\`, quotes or angle brackets), so they are safe in pages, style sheets and headers.
 */
export type WebProtocol = "https:" | "http:";

const allowedCharacters = /^[a-z]+:\/\/[^\s\p{C}"<>\\^`{|}]+$/iu;

export function isWebAddress(text: string, protocols: readonly WebProtocol[]): boolean {
  if (!allowedCharacters.test(text) || !URL.canParse(text)) return false;
  return protocols.some((protocol) => new URL(text).protocol === protocol);
}

/** Path of uploaded images on any host of this server (decisions §9.2). */
const imagePath = "/api/v2/r/image/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/";
const imageReference = new RegExp(`^${imagePath}$`, "i");
const httpImage = new RegExp(`^http://[^/?#@]+${imagePath}$`, "i");

/**
 * Returns whether the text is an https URL, or the URL or path of an uploaded image, which can use http. The forms service checks
 * the host and whether the image exists (services/forms/imageAddresses.ts).
 */
export const isImageAddress = (text: string): boolean =>
  isWebAddress(text, ["https:"]) ||
  imageReference.test(text) ||
  (httpImage.test(text) && isWebAddress(text, ["http:"]));

/** Returns the id of an uploaded image's URL, or null. */
export const imageIdIn = (address: string): string | null =>
  /\/image\/([0-9a-f-]{36})\/$/i.exec(address)?.[1]?.toLowerCase() ?? null;

/** Returns a URL's host and port, including default ports. */
export function hostOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/**
 * Returns a path of this server with its query and hash, or null for another one's, to prevent open redirects (CWE-601). Browsers
 * read `\` as `/`, and a path that starts with `//` as a host.
 */
export function ownPath(text: string, baseUrl: string): string | null {
  const { origin } = new URL(baseUrl);
  if (/[\p{Cc}\\]/u.test(text) || !URL.canParse(text, origin)) return null;
  const { origin: named, pathname, search, hash } = new URL(text, origin);
  return named === origin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : null;
}
