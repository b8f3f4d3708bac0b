import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { randomBase62 } from "../../shared/platform/ids.ts";

/** argon2id, the package's default, with OWASP's parameters (decisions §2). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on libuv's threads, of which a process has four for files and names too; so a flood of sign-ins may have two
 * of them, and fewer where it would take every processor. What would wait for more than about a second is refused with 503.
 */
const running = Math.max(1, Math.min(2, availableParallelism() - 1));
export const hashingLimits = { running, waiting: 20 * running };
export const whenHashingIsFree = limitConcurrency(hashingLimits);

/** One password typed on two keyboards may differ in composed and decomposed characters (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

const hashNow = (password: string): Promise<string> => hash(normal(password), cost);

export const hashPassword = (password: string): Promise<string> => whenHashingIsFree(() => hashNow(password));

/** What an absent user's password is compared with, so that both wrong answers take like time. */
let nobodysHash: Promise<string> | undefined;

/** `null`: there is no such user, and the work is done all the same. Called when hashing is free. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashNow(randomBase62(40));
  const matches = await verify(passwordHash ?? (await nobodysHash), normal(password));
  return matches && passwordHash !== null;
}

/** 119 random bits for the operator to pass on. */
export const newPassword = (): string => randomBase62(20);
