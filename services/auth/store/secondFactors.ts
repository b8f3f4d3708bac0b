import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { isCurrent, seal, unseal } from "../../../shared/platform/sealing.ts";
import { hashOfRecoveryCode } from "../recoveryCodes.ts";

/** Second factors (teams §20.8). Their secrets are sealed, and each belongs to its person. */
const belongsTo = (userId: string): string => `totp/${userId}`;

export interface SecondFactorRow {
  secret: Buffer;
  last_step: number;
  is_confirmed: boolean;
  /** wrong codes of the last hour */
  wrong: number;
}

/** Minutes in which a new one can be confirmed. */
const setUp = sql.raw("interval '10 minutes'");
const wrongWindow = sql.raw("interval '1 hour'");

/** Returns and locks a person's second factor, so that of two requests with one code the second sees its use. */
export async function lockSecondFactor(em: EntityManager, userId: string): Promise<SecondFactorRow | null> {
  const { rows } = await sql<Omit<SecondFactorRow, "secret"> & { secret: string }>`
    select secret, last_step::float8 as last_step, confirmed is not null as is_confirmed,
      case when wrong_since > now() - ${wrongWindow} then wrong else 0 end as wrong
    from auth.second_factors
    where user_id = ${userId} and kind = 'totp' and (confirmed is not null or created > now() - ${setUp})
    for update`.execute(em.getKysely());
  const [row] = rows;
  if (!row) return null;
  return { ...row, secret: Buffer.from(unseal(row.secret, belongsTo(userId)), "base64") };
}

export async function hasSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.second_factors where user_id = ${userId} and confirmed is not null`.execute(em.getKysely());
  return rows.length > 0;
}

/** Keeps a secret until it is confirmed, instead of an earlier one. False if the person has a confirmed one. */
export async function startSecondFactor(em: EntityManager, userId: string, secret: Buffer): Promise<boolean> {
  const sealed = seal(secret.toString("base64"), belongsTo(userId));
  const { rows } = await sql`
    insert into auth.second_factors as f (user_id, kind, secret) values (${userId}, 'totp', ${sealed})
    on conflict (user_id, kind) do update set secret = excluded.secret, created = now(), last_step = 0
      where f.confirmed is null
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

export async function confirmSecondFactor(em: EntityManager, userId: string): Promise<void> {
  await sql`update auth.second_factors set confirmed = now() where user_id = ${userId}`.execute(em.getKysely());
}

export async function deleteSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  await sql`delete from auth.recovery_codes where user_id = ${userId}`.execute(em.getKysely());
  await sql`delete from auth.challenges where user_id = ${userId}`.execute(em.getKysely());
  const { rows } = await sql`
    delete from auth.second_factors where user_id = ${userId} returning confirmed`.execute(em.getKysely());
  return rows.length > 0;
}

export async function useStep(em: EntityManager, userId: string, step: number): Promise<void> {
  await sql`update auth.second_factors set last_step = ${step} where user_id = ${userId}`.execute(em.getKysely());
}

export async function noteWrongCode(em: EntityManager, userId: string): Promise<void> {
  await sql`
    update auth.second_factors set wrong = case when wrong_since > now() - ${wrongWindow} then wrong + 1 else 1 end,
      wrong_since = case when wrong_since > now() - ${wrongWindow} then wrong_since else now() end
    where user_id = ${userId}`.execute(em.getKysely());
}

/** Takes a recovery code. False if it is unknown or was used. */
export async function takeRecoveryCode(
  em: EntityManager,
  userId: string,
  secret: Buffer,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`
    update auth.recovery_codes set used = now()
    where user_id = ${userId} and code_hash = ${hashOfRecoveryCode(secret, code)} and used is null
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

/** Replaces a person's recovery codes. */
export async function putRecoveryCodes(
  em: EntityManager,
  userId: string,
  secret: Buffer,
  codes: readonly string[],
): Promise<void> {
  await sql`delete from auth.recovery_codes where user_id = ${userId}`.execute(em.getKysely());
  for (const code of codes)
    await sql`
      insert into auth.recovery_codes (user_id, code_hash)
      values (${userId}, ${hashOfRecoveryCode(secret, code)})`.execute(em.getKysely());
}

export async function countRecoveryCodes(em: EntityManager, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.recovery_codes where user_id = ${userId} and used is null`.execute(
    em.getKysely(),
  );
  return rows[0]?.count ?? 0;
}

/** Returns the person's workspaces that require a second factor. */
export async function requiringWorkspaces(em: EntityManager, userId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from auth.memberships m join auth.accounts a on a.id = m.account_id
    where m.user_id = ${userId} and a.settings @> '{"requires_second_factor": true}' order by a.name, a.id`.execute(
    em.getKysely(),
  );
  return rows;
}

const batch = 200;
const first = "00000000-0000-0000-0000-000000000000";

/** Seals every second factor with SECRETS_KEY, a few rows at a time, and returns how many changed. Idempotent. */
export async function resealSecondFactors(pool: pg.Pool): Promise<number> {
  let changed = 0;
  for (let after = first; ; ) {
    const ids = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ user_id: string; secret: string }>(
        "select user_id, secret from auth.second_factors where user_id > $1 order by user_id limit $2 for update",
        [after, batch],
      );
      for (const { user_id, secret } of rows.filter((row) => !isCurrent(row.secret))) {
        const resealed = seal(unseal(secret, belongsTo(user_id)), belongsTo(user_id));
        await client.query("update auth.second_factors set secret = $2 where user_id = $1", [user_id, resealed]);
        changed += 1;
      }
      return rows.map(({ user_id }) => user_id);
    });
    after = ids.at(-1) ?? after;
    if (ids.length < batch) return changed;
  }
}
