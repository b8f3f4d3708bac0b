import type { Origin } from "../../shared/bus/contract.ts";
import type { Database } from "../../shared/platform/database/open.ts";
import { type Timed, withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { notFound } from "../../shared/platform/errors.ts";
import type { UserRow } from "./entities.ts";
import { emailSecurityChange } from "./letters/post.ts";
import { hashPassword, newPassword } from "./passwords.ts";
import { lockUser } from "./store/links.ts";
import { recordUserEvent } from "./store/userEvents.ts";
import { findUserByEmail, replacePassword } from "./store/users.ts";

/**
 * Replaces the password and ends all sign-ins except `keepToken` (decisions §2). False if another change came first. `isTold`: the
 * person gets an email.
 */
export async function changePassword(
  database: Database,
  call: Timed,
  user: UserRow,
  password: string,
  keepToken: string | null,
  by: { kind: "password_changed" | "password_reset"; origin: Origin | undefined; isTold: boolean },
): Promise<boolean> {
  const newHash = await hashPassword(password);
  return database.write(call, async (em) => {
    await lockUser(em, user.id);
    const isDone = await replacePassword(em, user, newHash, keepToken);
    if (isDone) await recordUserEvent(em, user.id, by.kind, by.origin);
    if (isDone && by.isTold) await emailSecurityChange(em, user, "password_changed", by.origin);
    return isDone;
  });
}

/** Sets a random password, ends all sign-ins and returns it. 404 for an unknown email. */
export async function resetPassword(database: Database, email: string): Promise<string> {
  const password = newPassword();
  for (;;) {
    const user = await findUserByEmail(database.read(withoutDeadline), email);
    if (!user) throw notFound("user");
    const by = { kind: "password_reset", origin: undefined, isTold: false } as const;
    if (await changePassword(database, withoutDeadline, user, password, null, by)) return password;
  }
}
