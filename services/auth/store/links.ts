import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

type LinkTable = "password_resets" | "email_changes" | "email_verifications" | "email_undos";

/**
 * Locks the person of a valid link and returns them, or null. All changes of links lock the person first, so that of two changes the
 * second sees the first.
 */
export async function lockLinked(em: EntityManager, table: LinkTable, token: string): Promise<UserRow | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from auth.users u join ${sql.table(`auth.${table}`)} l on l.user_id = u.id
    where l.token_hash = ${hashOf(token)} and l.expires > now() for update of u`.execute(em.getKysely());
  return rows[0] ? em.findOne(User, { id: rows[0].id }) : null;
}

export async function lockUser(em: EntityManager, userId: string): Promise<void> {
  await sql`select from auth.users where id = ${userId} for update`.execute(em.getKysely());
}
