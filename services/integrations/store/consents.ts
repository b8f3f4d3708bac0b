import type pg from "pg";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";

/** A consent that was begun, until it comes back. */
export interface Begun {
  account_id: string;
  /** null: begun by an API key, finished by any user of the account */
  user_id: string | null;
  type: IntegrationType;
  /** null: a new integration */
  integration_id: string | null;
  name: string | null;
  return_to: string | null;
  /** sealed */
  code_verifier: string;
}

/** Those that never came back go with the next one that begins. */
export async function insertState(pool: pg.Pool, hash: Buffer, begun: Begun, minutes: number): Promise<void> {
  await pool.query("delete from integrations.oauth_states where expires_at < statement_timestamp()");
  await pool.query(
    `insert into integrations.oauth_states
       (state_hash, account_id, user_id, type, integration_id, name, return_to, code_verifier, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(mins => $9))`,
    [
      hash,
      begun.account_id,
      begun.user_id,
      begun.type,
      begun.integration_id,
      begun.name,
      begun.return_to,
      begun.code_verifier,
      minutes,
    ],
  );
}

/**
 * Used up by being found: of two callbacks at once, one finds it. Null where there is none such, where it has expired, and
 * where it belongs to anybody else, who can still use it.
 */
export async function takeState(
  pool: pg.Pool,
  hash: Buffer,
  { account_id, user_id, type }: Pick<Begun, "account_id" | "user_id" | "type">,
): Promise<Begun | null> {
  const { rows } = await pool.query<Begun>(
    `delete from integrations.oauth_states
     where state_hash = $1 and account_id = $2 and (user_id is null or user_id = $3) and type = $4
       and expires_at > statement_timestamp()
     returning account_id, user_id, type, integration_id, name, return_to, code_verifier`,
    [hash, account_id, user_id, type],
  );
  return rows[0] ?? null;
}
