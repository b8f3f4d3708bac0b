import { hash, type Options, verify } from "@node-rs/argon2";
import { randomBase62 } from "../../shared/ids.ts";

/** argon2id, the package's default, with OWASP's parameters (decisions §2). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One password typed on two keyboards may differ in composed and decomposed characters (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost);

/** What an absent user's password is compared with, so that both wrong answers take like time. */
const nobodysHash = hashPassword(randomBase62(40));

/** `null`: there is no such user, and the work is done all the same. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), normal(password));
  return matches && passwordHash !== null;
}

/** 119 random bits for the operator to pass on. */
export const newPassword = (): string => randomBase62(20);
