import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { SignInMethod } from "../../../shared/domain/access/caller.ts";
import { hashOf, newToken } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

/** Sign-ins that wait for their second step: 5 minutes, 5 tries, one use (teams §20.8). */
export const triesLimit = 5;
const lifetime = sql.raw("interval '5 minutes'");

export interface Challenge {
  user: UserRow;
  method: SignInMethod;
  /** after this one */
  tries_left: number;
}

/** Adds a challenge and returns its token. It ends with the password, and so does its person's older ones that expired. */
export async function insertChallenge(em: EntityManager, user: UserRow, method: SignInMethod): Promise<string> {
  const token = newToken();
  await sql`delete from auth.challenges where user_id = ${user.id} and expires <= now()`.execute(em.getKysely());
  await sql`
    insert into auth.challenges (token_hash, user_id, password, method, expires)
    values (${hashOf(token)}, ${user.id}, ${hashOf(user.password_hash)}, ${method}, now() + ${lifetime})`.execute(
    em.getKysely(),
  );
  return token;
}

/** Counts a try and returns its challenge, or null if it has ended. Locks the person, then the challenge. */
export async function takeTry(em: EntityManager, token: string): Promise<Challenge | null> {
  const hash = hashOf(token);
  const { rows: people } = await sql<{ id: string }>`
    select u.id from auth.challenges c join auth.users u on u.id = c.user_id where c.token_hash = ${hash}
    for share of u`.execute(em.getKysely());
  const user = people[0] ? await em.findOne(User, { id: people[0].id }) : null;
  if (!user) return null;
  const { rows } = await sql<Pick<Challenge, "method" | "tries_left">>`
    update auth.challenges set tries = tries + 1
    where token_hash = ${hash} and expires > now() and tries < ${triesLimit} and password = ${hashOf(user.password_hash)}
    returning method, ${triesLimit} - tries as tries_left`.execute(em.getKysely());
  return rows[0] ? { user, ...rows[0] } : null;
}

export async function deleteChallenge(em: EntityManager, token: string): Promise<void> {
  await sql`delete from auth.challenges where token_hash = ${hashOf(token)}`.execute(em.getKysely());
}
