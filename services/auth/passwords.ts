import { randomBytes } from "node:crypto";
import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { randomBase62 } from "../../shared/platform/ids.ts";
import { cost } from "./hashing/cost.ts";
import { askThread } from "./hashing/thread.ts";

/** One password is hashed at a time (hashing/thread.ts). Requests that would wait over a second get 503. */
export const hashingLimits = { running: 1, waiting: 30 };
const inTurn = limitConcurrency(hashingLimits);

/** Two keyboards may compose the same characters differently (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

/** Returns a password's hash. Throws 503 if too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => {
    const result = await askThread({ hash: normal(password) });
    if (!("hash" in result)) throw new Error("The hashing thread returned no hash.");
    return result.hash;
  });

/** Returns a hash that no password matches, without hashing one. To compare a password with it takes as long as with any other. */
export function unusableHash(): string {
  const { memoryCost, timeCost, parallelism } = cost;
  const random = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`;
}

/** Returns whether this is the password of a hash. Throws 503 if too many wait. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await withPassword(async () => ({ password_hash: passwordHash }), password)).isRight;
}

/**
 * Looks for a user and checks the password, in the same time without a user. Throws 503 before the lookup if too many wait, so that a
 * refused sign-in costs no query.
 */
export const withPassword = <U extends { password_hash: string }>(
  find: () => Promise<U | null>,
  password: string,
): Promise<{ found: U | null; isRight: boolean }> =>
  inTurn(async () => {
    const found = await find();
    const passwordHash = found?.password_hash ?? unusableHash();
    const result = await askThread({ verify: normal(password), passwordHash });
    return { found, isRight: found !== null && "matches" in result && result.matches === true };
  });

/** Returns a password with 119 random bits for an administrator to pass on. */
export const newPassword = (): string => randomBase62(20);
