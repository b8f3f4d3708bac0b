import type { Database } from "../../shared/platform/database/open.ts";
import { type Timed, withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { notFound } from "../../shared/platform/errors.ts";
import type { UserRow } from "./entities.ts";
import { hashPassword, newPassword } from "./passwords.ts";
import { findUserByEmail, replacePassword } from "./store/users.ts";

/**
 * Replaces the password and ends all sign-ins except `keepToken` (decisions §2). False if another change came first.
 */
export async function changePassword(
  database: Database,
  call: Timed,
  user: UserRow,
  password: string,
  keepToken: string | null,
): Promise<boolean> {
  const newHash = await hashPassword(password);
  return database.write(call, (em) => replacePassword(em, user, newHash, keepToken));
}

/** Sets a random password, ends all sign-ins and returns it. 404 for an unknown email. */
export async function resetPassword(database: Database, email: string): Promise<string> {
  const password = newPassword();
  for (;;) {
    const user = await findUserByEmail(database.read(withoutDeadline), email);
    if (!user) throw notFound("user");
    if (await changePassword(database, withoutDeadline, user, password, null)) return password;
  }
}
