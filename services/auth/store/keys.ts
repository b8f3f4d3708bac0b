import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import type { KeysQuery } from "../../../shared/api/shapes/auth.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { searched } from "../../../shared/platform/database/searched.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { KeyRights } from "../callers.ts";
import { hashOfKey, prefixOf } from "../credentials.ts";
import { ApiKey, type ApiKeyRow, User } from "../entities.ts";
import { isLimited } from "../keyLimits.ts";

export interface FoundKey extends KeyRights {
  key_hash: Buffer;
  allowed_addresses: string[] | null;
  is_expired: boolean;
  /** its workspace is going to be deleted */
  is_suspended: boolean;
  /** its use should be recorded */
  is_due: boolean;
}

/**
 * Returns the keys with this key's prefix. The caller compares the hashes in constant time. Revoked keys are left out,
 * so that they look like unknown ones. `last_used` is due once a minute.
 */
export async function findKeys(pool: pg.Pool, key: string): Promise<FoundKey[]> {
  const { rows } = await pool.query<FoundKey>({
    name: "auth.find_keys",
    text: `
      select k.id as key_id, k.account_id, k.user_id, k.name, k.key_hash, k.scopes, k.form_ids::text[], k.allowed_addresses,
        a.name as workspace, a.deletes_at is not null as is_suspended, coalesce(k.expires <= now(), false) as is_expired,
        (k.last_used is null or k.last_used < now() - interval '1 minute') as is_due
      from auth.api_keys k join auth.accounts a on a.id = k.account_id
      where k.prefix = $1 and k.revoked is null`,
    values: [prefixOf(key)],
  });
  return rows;
}

/** Updates `last_used`. The condition makes concurrent writers of the same minute do nothing. */
export async function touchKey(pool: pg.Pool, id: string): Promise<void> {
  const isDue = "(last_used is null or last_used < now() - interval '1 minute')";
  await pool.query(`update auth.api_keys set last_used = now() where id = $1 and ${isDue}`, [id]);
}

export async function listKeys(
  em: EntityManager,
  accountId: string,
  { status }: KeysQuery,
  { ordering, search, limit, offset }: Paging,
): Promise<[ApiKeyRow[], number]> {
  const direction = ordering.descending ? "desc" : "asc";
  const field = ordering.field === "name" ? "name" : "created";
  const works = { revoked: null, $or: [{ expires: null }, { expires: { $gt: new Date() } }] };
  return em.findAndCount(
    ApiKey,
    {
      account_id: accountId,
      ...(search && searched(["name", "prefix"], search)),
      ...(status && (status === "active" ? works : { $not: works })),
    },
    { orderBy: [{ [field]: direction }, { id: direction }], limit, offset },
  );
}

export async function insertKey(
  em: EntityManager,
  fields: Pick<
    ApiKeyRow,
    "account_id" | "user_id" | "name" | "expires" | "scopes" | "form_ids" | "allowed_addresses"
  > & {
    key: string;
  },
): Promise<ApiKeyRow> {
  const { key, ...columns } = fields;
  const { scopes, form_ids = null, allowed_addresses = null } = columns;
  const keyHash = hashOfKey(key, isLimited({ scopes, form_ids, allowed_addresses }));
  const row = em.create(ApiKey, { id: newUuid(), prefix: prefixOf(key), key_hash: keyHash, ...columns });
  await em.persist(row).flush();
  return row;
}

/** Counts the keys of a workspace that work. */
export async function countKeys(em: EntityManager, accountId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from auth.api_keys
    where account_id = $1 and revoked is null and (expires is null or expires > now())`,
    [accountId],
  );
  return row?.count ?? 0;
}

export const findKey = (em: EntityManager, id: string): Promise<ApiKeyRow | null> => em.findOne(ApiKey, { id });

/** Revokes a key, and the pending invitations that were sent with it. A repeat keeps the first time, and returns false. */
export async function revokeKey(em: EntityManager, id: string): Promise<boolean> {
  const count = await em.nativeUpdate(ApiKey, { id, revoked: null }, { revoked: new Date() });
  await rows(em, "update auth.invitations set status = 'revoked' where invited_by_key = $1 and status = 'pending'", [
    id,
  ]);
  return count > 0;
}

/** Hands the pending invitations of a rotated key to the new one, whose end revokes them. */
export async function handInvitations(em: EntityManager, from: string, to: string): Promise<void> {
  await rows(em, "update auth.invitations set invited_by_key = $1 where invited_by_key = $2 and status = 'pending'", [
    to,
    from,
  ]);
}

/** Ends a key that was rotated, without a warning (keyExpiry.ts). */
export async function endKey(em: EntityManager, id: string, expires: Date): Promise<void> {
  await rows(em, "update auth.api_keys set expires = $1, warned_days = 1 where id = $2", [expires, id]);
}

/** Returns the names of the keys' creators by id. */
export async function creatorsOf(em: EntityManager, keys: readonly ApiKeyRow[]): Promise<Map<string, string>> {
  const ids = keys.flatMap(({ user_id }) => user_id ?? []);
  const users = await em.find(User, { id: { $in: ids } }, { fields: ["id", "name"] });
  return new Map(users.map(({ id, name }) => [id, name]));
}
