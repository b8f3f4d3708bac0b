import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

type LinkTable = "password_resets" | "email_changes" | "email_verifications" | "email_undos";

/**
 * Locks the person of a valid link and returns them, or null. All changes of links lock the person first, so that of two changes the
 * second sees the first.
 */
export async function lockLinked(em: EntityManager, table: LinkTable, token: string): Promise<UserRow | null> {
  const [row] = await rows<{ id: string }>(
    em,
    `select u.id from auth.users u join auth.${table} l on l.user_id = u.id
    where l.token_hash = $1 and l.expires > now() for update of u`,
    [hashOf(token)],
  );
  return row ? em.findOne(User, { id: row.id }) : null;
}

/** Keeps the person until the transaction ends, beside others who do. Rows of a person are locked after the person. */
export async function holdUser(em: EntityManager, userId: string): Promise<void> {
  await rows(em, "select from auth.users where id = $1 for share", [userId]);
}

export async function lockUser(em: EntityManager, userId: string): Promise<void> {
  await rows(em, "select from auth.users where id = $1 for update", [userId]);
}
