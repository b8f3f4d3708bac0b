import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords: RFC 6238 with SHA-1, 6 digits and 30 seconds, which every authenticator app knows. */
const stepSeconds = 30;
const digits = 6;
/** Clocks may differ by this many steps. */
const tolerance = 1;
/** RFC 4226 §4 R6 */
const secretBytes = 20;

export const newSecret = (): Buffer => randomBytes(secretBytes);

export const stepAt = (unixMs: number): number => Math.floor(unixMs / 1000 / stepSeconds);

/** Returns the code of a step (RFC 4226 §5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/** Returns the step whose code this is, of those around now and after `lastStep`, or null. Takes the same time for each. */
export function stepOf(secret: Buffer, code: string, lastStep: number, unixMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(unixMs);
  let found: number | null = null;
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    const isSame = timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code));
    if (isSame && step > lastStep) found = step;
  }
  return found;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 §6, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** Returns the address that authenticator apps read from a QR code. */
export function otpauthUri(secret: Buffer, email: string): string {
  return `otpauth://totp/Pathform:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Pathform`;
}
