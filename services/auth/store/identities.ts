import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";
import { lockUser } from "./links.ts";

/** People at issuers of single sign-on, by issuer and subject (teams §20.9). */
export interface Identity {
  issuer: string;
  subject: string;
}

export async function findByIdentity(em: EntityManager, { issuer, subject }: Identity): Promise<UserRow | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from auth.identities where issuer = ${issuer} and subject = ${subject}`.execute(em.getKysely());
  return rows[0] ? em.findOne(User, { id: rows[0].user_id }) : null;
}

export async function hasIdentity(em: EntityManager, userId: string): Promise<boolean> {
  const { rows } = await sql`select from auth.identities where user_id = ${userId} limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

/** Returns the issuer's name for the person, or null. */
export async function findSubject(em: EntityManager, userId: string, issuer: string): Promise<string | null> {
  const { rows } = await sql<{ subject: string }>`
    select subject from auth.identities where user_id = ${userId} and issuer = ${issuer}`.execute(em.getKysely());
  return rows[0]?.subject ?? null;
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
  await sql`
    insert into auth.identities (issuer, subject, user_id, is_proved)
    values (${issuer}, ${subject}, ${userId}, ${isProved})`.execute(em.getKysely());
}

/** Ends a person's identities, or those whose issuer didn't prove the address, with their sign-ins. False if there are none. */
export async function deleteIdentities(
  em: EntityManager,
  userId: string,
  { onlyUnproved = false } = {},
): Promise<boolean> {
  const db = em.getKysely();
  await lockUser(em, userId);
  const { rows } = await sql`
    delete from auth.identities where user_id = ${userId} and not (is_proved and ${onlyUnproved}) returning user_id`.execute(
    db,
  );
  if (rows.length === 0) return false;
  await sql`delete from auth.oidc_states where user_id = ${userId}`.execute(db);
  await sql`delete from auth.sign_ins where user_id = ${userId} and method = 'sso'`.execute(db);
  return true;
}

/** Links an identity in place of the person's earlier one at the issuer. Violates a unique constraint if it is another person's. */
export async function replaceIdentity(
  em: EntityManager,
  userId: string,
  identity: Identity,
  isProved: boolean,
): Promise<void> {
  await sql`delete from auth.identities where issuer = ${identity.issuer} and user_id = ${userId}`.execute(
    em.getKysely(),
  );
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
  await sql`
    insert into auth.oidc_states (state_hash, browser_hash, next, invitation_id, user_id, expires)
    values (${hashOf(state)}, ${hashOf(browser)}, ${row.next}, ${row.invitation_id}, ${row.user_id}, now() + interval '10 minutes')`.execute(
    em.getKysely(),
  );
}

/** Deletes a state and returns it: one of two callbacks gets it. Null if it is unknown, expired, or another browser's. */
export async function takeState(em: EntityManager, state: string, browser: string): Promise<OidcState | null> {
  const { rows } = await sql<OidcState>`
    delete from auth.oidc_states
    where state_hash = ${hashOf(state)} and browser_hash = ${hashOf(browser)} and expires > now()
    returning next, invitation_id, user_id`.execute(em.getKysely());
  return rows[0] ?? null;
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
  const { rows } = await sql<{ user_id: string }>`
    delete from auth.sign_ins s where s.method = 'sso' and s.created <= ${before}
      and (${sid}::text is null or s.sid = ${sid})
      and (${subject}::text is null or s.user_id in (
        select i.user_id from auth.identities i where i.issuer = ${issuer} and i.subject = ${subject}))
    returning s.user_id`.execute(em.getKysely());
  return [...new Set(rows.map(({ user_id }) => user_id))];
}
