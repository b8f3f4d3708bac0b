import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { rows } from "../../../shared/platform/database/rows.ts";
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
const setUp = "interval '10 minutes'";
const wrongWindow = "interval '1 hour'";

/** Returns and locks a person's second factor, so that of two requests with one code the second sees its use. */
export async function lockSecondFactor(em: EntityManager, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await rows<Omit<SecondFactorRow, "secret"> & { secret: string }>(
    em,
    `select secret, last_step::float8 as last_step, confirmed is not null as is_confirmed,
      case when wrong_since > now() - ${wrongWindow} then wrong else 0 end as wrong
    from auth.second_factors
    where user_id = $1 and kind = 'totp' and (confirmed is not null or created > now() - ${setUp})
    for update`,
    [userId],
  );
  if (!row) return null;
  return { ...row, secret: Buffer.from(unseal(row.secret, belongsTo(userId)), "base64") };
}

export async function hasSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  const found = await rows(em, "select from auth.second_factors where user_id = $1 and confirmed is not null", [
    userId,
  ]);
  return found.length > 0;
}

/** Keeps a secret until it is confirmed, instead of an earlier one. False if the person has a confirmed one. */
export async function startSecondFactor(em: EntityManager, userId: string, secret: Buffer): Promise<boolean> {
  const sealed = seal(secret.toString("base64"), belongsTo(userId));
  const found = await rows(
    em,
    `insert into auth.second_factors as f (user_id, kind, secret) values ($1, 'totp', $2)
    on conflict (user_id, kind) do update set secret = excluded.secret, created = now(), last_step = 0
      where f.confirmed is null
    returning user_id`,
    [userId, sealed],
  );
  return found.length > 0;
}

export async function confirmSecondFactor(em: EntityManager, userId: string): Promise<void> {
  await rows(em, "update auth.second_factors set confirmed = now() where user_id = $1", [userId]);
}

export async function deleteSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  await rows(em, "delete from auth.recovery_codes where user_id = $1", [userId]);
  await rows(em, "delete from auth.challenges where user_id = $1", [userId]);
  const found = await rows(em, "delete from auth.second_factors where user_id = $1 returning confirmed", [userId]);
  return found.length > 0;
}

export async function useStep(em: EntityManager, userId: string, step: number): Promise<void> {
  await rows(em, "update auth.second_factors set last_step = $1 where user_id = $2", [step, userId]);
}

export async function noteWrongCode(em: EntityManager, userId: string): Promise<void> {
  await rows(
    em,
    `update auth.second_factors set wrong = case when wrong_since > now() - ${wrongWindow} then wrong + 1 else 1 end,
      wrong_since = case when wrong_since > now() - ${wrongWindow} then wrong_since else now() end
    where user_id = $1`,
    [userId],
  );
}

/** Takes a recovery code. False if it is unknown or was used. */
export async function takeRecoveryCode(
  em: EntityManager,
  userId: string,
  secret: Buffer,
  code: string,
): Promise<boolean> {
  const found = await rows(
    em,
    `update auth.recovery_codes set used = now()
    where user_id = $1 and code_hash = $2 and used is null
    returning user_id`,
    [userId, hashOfRecoveryCode(secret, code)],
  );
  return found.length > 0;
}

/** Replaces a person's recovery codes. */
export async function putRecoveryCodes(
  em: EntityManager,
  userId: string,
  secret: Buffer,
  codes: readonly string[],
): Promise<void> {
  await rows(em, "delete from auth.recovery_codes where user_id = $1", [userId]);
  for (const code of codes)
    await rows(
      em,
      `insert into auth.recovery_codes (user_id, code_hash)
      values ($1, $2)`,
      [userId, hashOfRecoveryCode(secret, code)],
    );
}

export async function countRecoveryCodes(em: EntityManager, userId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    em,
    "select count(*)::int as count from auth.recovery_codes where user_id = $1 and used is null",
    [userId],
  );
  return row?.count ?? 0;
}

/** Returns the person's workspaces that require a second factor. */
export async function requiringWorkspaces(em: EntityManager, userId: string): Promise<{ id: string; name: string }[]> {
  return rows<{ id: string; name: string }>(
    em,
    `select a.id, a.name from auth.memberships m join auth.accounts a on a.id = m.account_id
    where m.user_id = $1 and a.settings @> '{"requires_second_factor": true}' order by a.name, a.id`,
    [userId],
  );
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
