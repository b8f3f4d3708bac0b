import type pg from "pg";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";

/** An authorization in progress. */
export interface Authorization {
  account_id: string;
  /** Null if an API key started it. Any user of the account can complete it. */
  user_id: string | null;
  type: IntegrationType;
  /** Null for a new integration. */
  integration_id: string | null;
  name: string | null;
  return_to: string | null;
  /** Sealed. */
  code_verifier: string;
}

/** Stores an authorization and deletes expired ones. */
export async function insertState(
  pool: pg.Pool,
  hash: Buffer,
  authorization: Authorization,
  minutes: number,
): Promise<void> {
  await pool.query("delete from integrations.oauth_states where expires_at < statement_timestamp()");
  await pool.query(
    `insert into integrations.oauth_states
       (state_hash, account_id, user_id, type, integration_id, name, return_to, code_verifier, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(mins => $9))`,
    [
      hash,
      authorization.account_id,
      authorization.user_id,
      authorization.type,
      authorization.integration_id,
      authorization.name,
      authorization.return_to,
      authorization.code_verifier,
      minutes,
    ],
  );
}

/**
 * Returns and deletes an authorization, so that only one of two callbacks gets it. Null if it is unknown, expired, or
 * another user's, who can still use it.
 */
export async function takeState(
  pool: pg.Pool,
  hash: Buffer,
  { accounts, user_id, type }: Pick<Authorization, "user_id" | "type"> & { accounts: readonly string[] },
): Promise<Authorization | null> {
  const { rows } = await pool.query<Authorization>(
    `delete from integrations.oauth_states
     where state_hash = $1 and account_id = any($2::uuid[]) and (user_id is null or user_id = $3) and type = $4
       and expires_at > statement_timestamp()
     returning account_id, user_id, type, integration_id, name, return_to, code_verifier`,
    [hash, accounts, user_id, type],
  );
  return rows[0] ?? null;
}
