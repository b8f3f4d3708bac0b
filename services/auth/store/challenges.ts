import type { EntityManager } from "@mikro-orm/postgresql";
import type { SignInMethod } from "../../../shared/api/access/caller.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf, newToken } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

/** Sign-ins that wait for their second step: 5 minutes, 5 tries, one use (teams §20.8). */
export const triesLimit = 5;
const lifetime = "interval '5 minutes'";

export interface Challenge {
  user: UserRow;
  method: SignInMethod;
  /** after this one */
  tries_left: number;
}

/** Adds a challenge and returns its token. It ends with the password, and so does its person's older ones that expired. */
export async function insertChallenge(em: EntityManager, user: UserRow, method: SignInMethod): Promise<string> {
  const token = newToken();
  await rows(em, "delete from auth.challenges where user_id = $1 and expires <= now()", [user.id]);
  await rows(
    em,
    `insert into auth.challenges (token_hash, user_id, password, method, expires)
    values ($1, $2, $3, $4, now() + ${lifetime})`,
    [hashOf(token), user.id, hashOf(user.password_hash), method],
  );
  return token;
}

/** Counts a try and returns its challenge, or null if it has ended. Locks the person, then the challenge. */
export async function takeTry(em: EntityManager, token: string): Promise<Challenge | null> {
  const hash = hashOf(token);
  const people = await rows<{ id: string }>(
    em,
    `select u.id from auth.challenges c join auth.users u on u.id = c.user_id where c.token_hash = $1
    for share of u`,
    [hash],
  );
  const user = people[0] ? await em.findOne(User, { id: people[0].id }) : null;
  if (!user) return null;
  const [row] = await rows<Pick<Challenge, "method" | "tries_left">>(
    em,
    `update auth.challenges set tries = tries + 1
    where token_hash = $1 and expires > now() and tries < $2 and password = $3
    returning method, $2 - tries as tries_left`,
    [hash, triesLimit, hashOf(user.password_hash)],
  );
  return row ? { user, ...row } : null;
}

export async function deleteChallenge(em: EntityManager, token: string): Promise<void> {
  await rows(em, "delete from auth.challenges where token_hash = $1", [hashOf(token)]);
}
