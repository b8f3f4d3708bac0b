import type { EntityManager } from "@mikro-orm/postgresql";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";
import { moveTo } from "./emailChanges.ts";
import { lockLinked } from "./links.ts";
import { endSignIns } from "./signIns.ts";

/** Links that put an address back, once, for a week (teams §20.21.2). */
export async function insertUndo(em: EntityManager, before: UserRow, token: string): Promise<void> {
  await rows(
    em,
    `insert into auth.email_undos (token_hash, user_id, email, email_key, expires)
    values ($1, $2, $3, $4, now() + interval '7 days')`,
    [hashOf(token), before.id, before.email, before.email_key],
  );
}

/**
 * Puts the address of a link back, ends all sign-ins, and returns the person. Links of later changes end, too. Null if the link isn't
 * valid. Violates a unique constraint if another person has the address (isTaken).
 */
export async function takeUndo(em: EntityManager, token: string): Promise<UserRow | null> {
  const user = await lockLinked(em, "email_undos", token);
  if (!user) return null;
  const [row] = await rows<{ email: string }>(
    em,
    `with taken as (delete from auth.email_undos where token_hash = $1 returning email, created),
      later as (delete from auth.email_undos where user_id = $2 and created > (select created from taken))
    select email from taken`,
    [hashOf(token), user.id],
  );
  if (!row) return null;
  await moveTo(em, user, row.email);
  await endSignIns(em, user.id, null);
  return em.findOne(User, { id: user.id }, { refresh: true });
}

/** Returns whether a link can still put this address back to a person. */
export async function isKept(em: EntityManager, email: string): Promise<boolean> {
  const found = await rows(em, "select from auth.email_undos where email_key = $1 and expires > now() limit 1", [
    emailKey(email),
  ]);
  return found.length > 0;
}
