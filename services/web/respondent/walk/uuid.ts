/**
 * Returns a UUID version 7 (RFC 9562): 48 bits of time, 74 random bits. `crypto.randomUUID` makes version 4 and needs HTTPS.
 */
export function newUuid(now: number, random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): string {
  const [version = 0, , variant = 0] = random;
  const bytes = [...random];
  bytes[0] = 0x70 | (version & 0x0f);
  bytes[2] = 0x80 | (variant & 0x3f);
  const hex =
    now.toString(16).padStart(12, "0").slice(-12) + bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
