import { createHmac, randomInt } from "node:crypto";

/** Codes that sign in once each, for who doesn't have their phone. */
const count = 10;
const length = 8;
/** without characters that look alike */
const alphabet = "23456789abcdefghjkmnpqrstvwxyz";

const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Returns different codes, such as `k7qm-29xd`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newCode());
  return [...codes].map((code) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`);
}

/**
 * Returns the hash that is stored. A code alone is short enough to be guessed from a plain hash, so it is keyed with the person's
 * secret, which is sealed.
 */
export const hashOfRecoveryCode = (secret: Buffer, code: string): Buffer =>
  createHmac("sha256", secret)
    .update(`recovery ${code.toLowerCase().replaceAll(/[\s-]/g, "")}`)
    .digest();
