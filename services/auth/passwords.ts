import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { randomBase62 } from "../../shared/platform/ids.ts";
import { askThread } from "./hashing/thread.ts";

/** One is hashed at a time (hashing/thread.ts). What would wait for more than about a second is refused with 503. */
export const hashingLimits = { running: 1, waiting: 30 };
export const whenHashingIsFree = limitConcurrency(hashingLimits);

/** One password typed on two keyboards may differ in composed and decomposed characters (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

const hashNow = (password: string): Promise<string> => askThread({ hash: normal(password) });

export const hashPassword = (password: string): Promise<string> => whenHashingIsFree(() => hashNow(password));

/** What an absent user's password is compared with, so that both wrong answers take like time. */
let nobodysHash: string | undefined;

/** `null`: there is no such user, and the work is done all the same. Called when hashing is free. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= await hashNow(randomBase62(40));
  const compared = passwordHash ?? nobodysHash;
  const matches = await askThread<boolean>({ verify: normal(password), passwordHash: compared });
  return matches && passwordHash !== null;
}

/** 119 random bits for the operator to pass on. */
export const newPassword = (): string => randomBase62(20);
