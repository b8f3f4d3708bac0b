import type { EntityManager } from "@mikro-orm/postgresql";
import { notFound } from "../../shared/errors.ts";
import type { UserRow } from "./entities.ts";
import { hashPassword, newPassword } from "./passwords.ts";
import { findUserByEmail, replacePassword } from "./store.ts";

/** False when another change came first. All sign-ins end but that of `keepToken` (decisions §2). */
export async function changePassword(
  em: EntityManager,
  user: UserRow,
  password: string,
  keepToken: string | null,
): Promise<boolean> {
  const newHash = await hashPassword(password);
  return em.transactional((inner) => replacePassword(inner, user, newHash, keepToken));
}

/** The operators' way out of a lost password: a new one, which ends all sign-ins. 404 for an unknown e-mail. */
export async function resetPassword(em: EntityManager, email: string): Promise<string> {
  const password = newPassword();
  for (;;) {
    const user = await findUserByEmail(em, email);
    if (!user) throw notFound("user");
    if (await changePassword(em, user, password, null)) return password;
    em.clear();
  }
}
