import { hashAfter, hexOf } from "./sha256.ts";

/** Returns the number whose hash with the salt is the challenge (ALTCHA), or null. */
export function search({ salt, challenge, maxnumber }: Searched): number | null {
  const hash = hashAfter(salt);
  const first = Number.parseInt(challenge.slice(0, 8), 16) | 0;
  for (let number = 0; number <= maxnumber; number++) {
    const found = hash(String(number));
    if (found[0] === first && hexOf(found) === challenge) return number;
  }
  return null;
}

export interface Searched {
  salt: string;
  challenge: string;
  maxnumber: number;
}
