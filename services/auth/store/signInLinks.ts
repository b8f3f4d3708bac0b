import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

/** An operator's links, which sign in once within 10 minutes in place of a password (teams §20.14). */
export async function insertSignInLink(em: EntityManager, userId: string, token: string): Promise<void> {
  await sql`
    insert into auth.sign_in_links (token_hash, user_id, expires)
    values (${hashOf(token)}, ${userId}, now() + interval '10 minutes')`.execute(em.getKysely());
}

/** Deletes the link and returns its person, or null if it was used. */
export async function takeSignInLink(em: EntityManager, token: string): Promise<UserRow | null> {
  const { rows } = await sql<{ user_id: string }>`
    delete from auth.sign_in_links where token_hash = ${hashOf(token)} and expires > now()
    returning user_id`.execute(em.getKysely());
  return rows[0] ? em.findOne(User, { id: rows[0].user_id }) : null;
}
