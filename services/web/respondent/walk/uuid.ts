/**
 * Returns a UUID version 7 (RFC 9562): 48 bits of time, 74 random bits. `crypto.randomUUID` makes version 4 and needs HTTPS.
 */
export function newUuid(now: number, random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): string {
  const time = now.toString(16).padStart(12, "0").slice(-12);
  const digits = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = (8 + (((random[2] ?? 0) >> 4) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(1, 4)}-${variant}${digits.slice(5, 8)}-${digits.slice(8)}`;
}
