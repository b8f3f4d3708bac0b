import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";
import { moveTo } from "./emailChanges.ts";
import { lockLinked } from "./links.ts";
import { endSignIns } from "./signIns.ts";

/** Links that put an address back, once, for a week (teams §20.21.2). */
export async function insertUndo(em: EntityManager, before: UserRow, token: string): Promise<void> {
  await sql`
    insert into auth.email_undos (token_hash, user_id, email, email_key, expires)
    values (${hashOf(token)}, ${before.id}, ${before.email}, ${before.email_key}, now() + interval '7 days')`.execute(
    em.getKysely(),
  );
}

/**
 * Puts the address of a link back, ends all sign-ins, and returns the person. Links of later changes end, too. Null if the link isn't
 * valid. Violates a unique constraint if another person has the address (isTaken).
 */
export async function takeUndo(em: EntityManager, token: string): Promise<UserRow | null> {
  const db = em.getKysely();
  const user = await lockLinked(em, "email_undos", token);
  if (!user) return null;
  const { rows } = await sql<{ email: string }>`
    with taken as (delete from auth.email_undos where token_hash = ${hashOf(token)} returning email, created),
      later as (delete from auth.email_undos where user_id = ${user.id} and created > (select created from taken))
    select email from taken`.execute(db);
  if (!rows[0]) return null;
  await moveTo(em, user, rows[0].email);
  await endSignIns(em, user.id, null);
  return em.findOne(User, { id: user.id }, { refresh: true });
}

/** Returns whether a link can still put this address back to a person. */
export async function isKept(em: EntityManager, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.email_undos where email_key = ${emailKey(email)} and expires > now() limit 1`.execute(
    em.getKysely(),
  );
  return rows.length > 0;
}
