import { randomBytes, randomUUID, randomUUIDv7 } from "node:crypto";

/** UUID v4: 122 random bits. */
export const newUuid = (): string => randomUUID();

/** UUID v7: near one another in every index, and with 74 random bits as unguessable as a session's id must be (§9.2). */
export const newOrderedUuid = (): string => randomUUIDv7();

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base36 = base62.slice(0, 10) + base62.slice(36);

export const randomBase62 = (length: number): string => randomText(length, base62);
export const randomBase36 = (length: number): string => randomText(length, base36);

/** Bytes that would make some characters likelier are drawn again. */
function randomText(length: number, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  let out = "";
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && out.length < length) out += alphabet[byte % alphabet.length];
    }
  }
  return out;
}
