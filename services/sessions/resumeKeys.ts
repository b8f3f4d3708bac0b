import { createHash, timingSafeEqual } from "node:crypto";

/** Hashes a key that a client made. The key itself is stored nowhere. */
export const keyHash = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** Returns whether the key is one of those with these hashes. */
export function opensOne(key: string | null, hashes: readonly (string | null)[]): boolean {
  if (key === null) return false;
  const given = Buffer.from(keyHash(key));
  return hashes.some((hash) => hash !== null && timingSafeEqual(given, Buffer.from(hash)));
}
