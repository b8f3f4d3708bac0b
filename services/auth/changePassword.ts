import type { Database } from "../../shared/platform/database/open.ts";
import { type Timed, withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { notFound } from "../../shared/platform/errors.ts";
import type { UserRow } from "./entities.ts";
import { hashPassword, newPassword } from "./passwords.ts";
import { findUserByEmail, replacePassword } from "./store/users.ts";

/** False when another change came first. All sign-ins end but that of `keepToken` (decisions §2). */
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

/** The operators' way out of a lost password: a new one, which ends all sign-ins. 404 for an unknown e-mail. */
export async function resetPassword(database: Database, email: string): Promise<string> {
  const password = newPassword();
  for (;;) {
    const user = await findUserByEmail(database.read(), email);
    if (!user) throw notFound("user");
    if (await changePassword(database, withoutDeadline, user, password, null)) return password;
  }
}
