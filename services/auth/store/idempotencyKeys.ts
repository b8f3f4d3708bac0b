import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { KeptAnswer } from "../../../shared/bus/contract.ts";
import { rows } from "../../../shared/platform/database/rows.ts";

/**
 * Idempotency keys (decisions §9.3). A row is a request in progress until its lease ends, or its response for 24 hours.
 * Reads ignore expired rows, which stay until they are swept.
 */
export interface Attempt {
  accountId: string;
  /** `<caller> <key>`; only the key in rows of the previous release */
  key: string;
  /** Identifies the attempt, so that it ends only what it began. */
  token: string;
}

export interface Begun {
  /** Hash of the first request with this key. */
  requestHash: Buffer;
  /** Null while in progress. */
  answer: KeptAnswer | null;
}

/**
 * Longer than any call of the attempt can still take effect (services/gateway/request/idempotency.ts), so that an
 * attempt that takes over the key never runs beside the first.
 */
const lease = "1 minute";

/** Takes the key for this attempt. False if another attempt has it. */
export async function takeKey(em: EntityManager, attempt: Attempt, requestHash: Buffer): Promise<boolean> {
  const { accountId, key, token } = attempt;
  const found = await rows(
    em,
    `insert into auth.idempotency_keys as k (account_id, key, request_hash, token, expires)
    select id, $1, $2, $3, clock_timestamp() + $4::interval
    from auth.accounts where id = $5
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, token = excluded.token, expires = excluded.expires,
        status = null, headers = null, body = null
      where k.expires <= clock_timestamp() or (k.token = excluded.token and k.status is null)
    returning 1`,
    [key, requestHash, token, lease, accountId],
  );
  return found.length > 0;
}

interface Row {
  request_hash: Buffer;
  status: number | null;
  headers: Record<string, string>;
  body: unknown;
}

/** Returns the key's request, or null if another attempt freed the key. */
export async function findKey(em: EntityManager, { accountId, key }: Attempt): Promise<Begun | null> {
  const [row] = await rows<Row>(
    em,
    `select request_hash, status, headers, body from auth.idempotency_keys
    where account_id = $1 and key = $2 and expires > clock_timestamp()`,
    [accountId, key],
  );
  if (!row) return null;
  const { request_hash, status, headers, body } = row;
  return { requestHash: request_hash, answer: status === null ? null : { status, headers, body } };
}

/** Stores the response, unless another attempt took over the key. */
export async function keepAnswer(
  pool: pg.Pool,
  attempt: Attempt,
  { status, headers, body }: KeptAnswer,
): Promise<void> {
  await pool.query(
    `update auth.idempotency_keys
      set status = $4, headers = $5, body = $6, expires = clock_timestamp() + interval '24 hours'
      where account_id = $1 and key = $2 and token = $3 and status is null`,
    [attempt.accountId, attempt.key, attempt.token, status, headers, body === null ? null : JSON.stringify(body)],
  );
}

/** Frees the key, as if it had never been used. */
export async function freeKey(pool: pg.Pool, { accountId, key, token }: Attempt): Promise<void> {
  await pool.query(
    "delete from auth.idempotency_keys where account_id = $1 and key = $2 and token = $3 and status is null",
    [accountId, key, token],
  );
}
