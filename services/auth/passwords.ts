import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { randomBase62 } from "../../shared/platform/ids.ts";
import { askThread } from "./hashing/thread.ts";

/** One password is hashed at a time (hashing/thread.ts). Requests that would wait over a second get 503. */
export const hashingLimits = { running: 1, waiting: 30 };
export const whenHashingIsFree = limitConcurrency(hashingLimits);

/** Two keyboards may compose the same characters differently (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

const hashNow = (password: string): Promise<string> => askThread({ hash: normal(password) });

export const hashPassword = (password: string): Promise<string> => whenHashingIsFree(() => hashNow(password));

let unusable: string | undefined;

/** Returns a hash that no password matches. It stands in for an unknown user's, so that both failures take similar time. */
export async function unusableHash(): Promise<string> {
  unusable ??= await hashNow(randomBase62(40));
  return unusable;
}

/** Checks a password in the same time for an unknown user (null). Call it within `whenHashingIsFree`. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await unusableHash());
  const matches = await askThread<boolean>({ verify: normal(password), passwordHash: compared });
  return matches && passwordHash !== null;
}

/** Returns a password with 119 random bits for an administrator to pass on. */
export const newPassword = (): string => randomBase62(20);
