import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";
import { lockUser } from "./links.ts";

/** People at issuers of single sign-on, by issuer and subject (teams §20.9). */
export interface Identity {
  issuer: string;
  subject: string;
}

export async function findByIdentity(em: EntityManager, { issuer, subject }: Identity): Promise<UserRow | null> {
  const [row] = await rows<{ user_id: string }>(
    em,
    "select user_id from auth.identities where issuer = $1 and subject = $2",
    [issuer, subject],
  );
  return row ? em.findOne(User, { id: row.user_id }) : null;
}

export async function hasIdentity(em: EntityManager, userId: string): Promise<boolean> {
  const found = await rows(em, "select from auth.identities where user_id = $1 limit 1", [userId]);
  return found.length > 0;
}

/** Returns the issuer's name for the person, or null. */
export async function findSubject(em: EntityManager, userId: string, issuer: string): Promise<string | null> {
  const [row] = await rows<{ subject: string }>(
    em,
    "select subject from auth.identities where user_id = $1 and issuer = $2",
    [userId, issuer],
  );
  return row?.subject ?? null;
}

/**
 * Adds an identity. Violates a unique constraint if another sign-in added it since, or linked the person (isTaken). `isProved`: the
 * issuer proved the person's address.
 */
export async function insertIdentity(
  em: EntityManager,
  userId: string,
  { issuer, subject }: Identity,
  isProved: boolean,
): Promise<void> {
  await rows(
    em,
    `insert into auth.identities (issuer, subject, user_id, is_proved)
    values ($1, $2, $3, $4)`,
    [issuer, subject, userId, isProved],
  );
}

/** Ends a person's identities, or those whose issuer didn't prove the address, with their sign-ins. False if there are none. */
export async function deleteIdentities(
  em: EntityManager,
  userId: string,
  { onlyUnproved = false } = {},
): Promise<boolean> {
  await lockUser(em, userId);
  const found = await rows(
    em,
    "delete from auth.identities where user_id = $1 and not (is_proved and $2) returning user_id",
    [userId, onlyUnproved],
  );
  if (found.length === 0) return false;
  await rows(em, "delete from auth.oidc_states where user_id = $1", [userId]);
  await rows(em, "delete from auth.sign_ins where user_id = $1 and method = 'sso'", [userId]);
  return true;
}

/** Links an identity in place of the person's earlier one at the issuer. Violates a unique constraint if it is another person's. */
export async function replaceIdentity(
  em: EntityManager,
  userId: string,
  identity: Identity,
  isProved: boolean,
): Promise<void> {
  await rows(em, "delete from auth.identities where issuer = $1 and user_id = $2", [identity.issuer, userId]);
  await insertIdentity(em, userId, identity, isProved);
}

/** A sign-in under way. */
export interface OidcState {
  next: string | null;
  invitation_id: string | null;
  /** the person who links single sign-on, null for a sign-in */
  user_id: string | null;
}

/** Adds a state for ten minutes, for one browser. */
export async function insertState(em: EntityManager, state: string, browser: string, row: OidcState): Promise<void> {
  await rows(
    em,
    `insert into auth.oidc_states (state_hash, browser_hash, next, invitation_id, user_id, expires)
    values ($1, $2, $3, $4, $5, now() + interval '10 minutes')`,
    [hashOf(state), hashOf(browser), row.next, row.invitation_id, row.user_id],
  );
}

/** Deletes a state and returns it: one of two callbacks gets it. Null if it is unknown, expired, or another browser's. */
export async function takeState(em: EntityManager, state: string, browser: string): Promise<OidcState | null> {
  const [row] = await rows<OidcState>(
    em,
    `delete from auth.oidc_states
    where state_hash = $1 and browser_hash = $2 and expires > now()
    returning next, invitation_id, user_id`,
    [hashOf(state), hashOf(browser)],
  );
  return row ?? null;
}

/** Sign-ins that an issuer ends: those of its session, or all by single sign-on of a person. */
export interface Ended {
  issuer: string;
  sid: string | null;
  subject: string | null;
  /** those that began later stay, so that a token that is sent again ends nothing new */
  before: Date;
}

/** Ends them, and returns their people. Without a session and a person, it ends none. */
export async function endSsoSignIns(em: EntityManager, { issuer, sid, subject, before }: Ended): Promise<string[]> {
  if (sid === null && subject === null) return [];
  const ended = `s.method = 'sso' and s.created <= $1
      and ($2::text is null or s.sid = $2)
      and ($3::text is null or s.user_id in (
        select i.user_id from auth.identities i where i.issuer = $4 and i.subject = $3))`;
  const values = [before, sid, subject, issuer];
  await rows(
    em,
    `select from auth.users u where u.id in (select s.user_id from auth.sign_ins s where ${ended}) order by u.id
    for key share of u`,
    values,
  );
  const found = await rows<{ user_id: string }>(
    em,
    `delete from auth.sign_ins s where ${ended}
    returning s.user_id`,
    values,
  );
  return [...new Set(found.map(({ user_id }) => user_id))];
}
