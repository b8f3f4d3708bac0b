import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

/** An operator's links, which sign in once within 10 minutes in place of a password (teams §20.14). */
export async function insertSignInLink(em: EntityManager, userId: string, token: string): Promise<void> {
  await rows(
    em,
    `insert into auth.sign_in_links (token_hash, user_id, expires)
    values ($1, $2, now() + interval '10 minutes')`,
    [hashOf(token), userId],
  );
}

/** Deletes the link and returns its person, or null if it was used. Locks the person first. */
export async function takeSignInLink(em: EntityManager, token: string): Promise<UserRow | null> {
  const hash = hashOf(token);
  await rows(
    em,
    `select from auth.users u join auth.sign_in_links l on l.user_id = u.id where l.token_hash = $1
    for share of u`,
    [hash],
  );
  const [row] = await rows<{ user_id: string }>(
    em,
    `delete from auth.sign_in_links where token_hash = $1 and expires > now()
    returning user_id`,
    [hash],
  );
  return row ? em.findOne(User, { id: row.user_id }) : null;
}
