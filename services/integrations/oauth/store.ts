import type pg from "pg";
import { newUuid } from "../../../shared/ids.ts";
import type { IntegrationStatus } from "../entities.ts";
import { type SealedSecrets, sealAll, unsealOne } from "../sealedSecrets.ts";
import type { IntegrationType } from "../types/index.ts";
import type { Granted } from "./grants.ts";

/** All queries about consents that were begun, and about the tokens of integrations. */

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
  await pool.query("delete from integrations.oauth_states where expires_at < clock_timestamp()");
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
       and expires_at > clock_timestamp()
     returning account_id, user_id, type, integration_id, name, return_to, code_verifier`,
    [hash, account_id, user_id, type],
  );
  return rows[0] ?? null;
}

/** The tokens of an integration, sealed. */
export interface StoredGrant {
  type: IntegrationType;
  status: IntegrationStatus;
  secrets: SealedSecrets;
  token_expires_at: Date | null;
  instance_url: string | null;
  /** counts the tokens that were stored or given up */
  grant_revision: number;
}

export async function readGrant(pool: pg.Pool, integrationId: string): Promise<StoredGrant | null> {
  const { rows } = await pool.query<StoredGrant>(
    `select type, status, secrets, token_expires_at, instance_url, grant_revision
     from integrations.integrations where id = $1`,
    [integrationId],
  );
  return rows[0] ?? null;
}

export const openToken = (integrationId: string, { secrets }: StoredGrant, name: "access_token" | "refresh_token") =>
  unsealOne(integrationId, secrets, name) ?? null;

const sealed = (integrationId: string, { access_token, refresh_token }: Granted): SealedSecrets =>
  sealAll(integrationId, {}, { access_token, ...(refresh_token !== null && { refresh_token }) });

/** Tokens of a refresh; false where they come too late, after others were stored or given up. */
export async function renewGrant(
  pool: pg.Pool,
  integrationId: string,
  revision: number,
  granted: Granted,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update integrations.integrations
     set secrets = secrets || $3, token_expires_at = $4, instance_url = coalesce($5, instance_url),
       grant_revision = grant_revision + 1
     where id = $1 and grant_revision = $2`,
    [integrationId, revision, JSON.stringify(sealed(integrationId, granted)), granted.expires_at, granted.instance_url],
  );
  return rowCount === 1;
}

/** The consent is gone (decisions §7); unless a newer one has come meanwhile. */
export async function giveUpGrant(pool: pg.Pool, integrationId: string, revision: number): Promise<void> {
  await pool.query(
    `update integrations.integrations
     set status = 'not_connected', secrets = secrets - '{access_token,refresh_token}'::text[], token_expires_at = null,
       grant_revision = grant_revision + 1, modified = clock_timestamp()
     where id = $1 and grant_revision = $2`,
    [integrationId, revision],
  );
}

/** A new consent for this integration; false where it was deleted meanwhile. */
export async function reconnect(
  pool: pg.Pool,
  integrationId: string,
  { account_id }: Pick<Begun, "account_id">,
  granted: Granted,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update integrations.integrations
     set status = 'connected', failing_since = null, secrets = secrets || $3, token_expires_at = $4,
       instance_url = $5, grant_revision = grant_revision + 1, modified = clock_timestamp()
     where id = $1 and account_id = $2`,
    [
      integrationId,
      account_id,
      JSON.stringify(sealed(integrationId, granted)),
      granted.expires_at,
      granted.instance_url,
    ],
  );
  return rowCount === 1;
}

/** A new integration, connected from the start; gives its id. */
export async function insertConnected(
  pool: pg.Pool,
  fields: { account_id: string; type: IntegrationType; name: string; config: object },
  granted: Granted,
): Promise<string> {
  const id = newUuid();
  await pool.query(
    `insert into integrations.integrations
       (id, account_id, type, name, config, secrets, status, token_expires_at, instance_url, grant_revision)
     values ($1, $2, $3, $4, $5, $6, 'connected', $7, $8, 1)`,
    [
      id,
      fields.account_id,
      fields.type,
      fields.name,
      JSON.stringify(fields.config),
      JSON.stringify(sealed(id, granted)),
      granted.expires_at,
      granted.instance_url,
    ],
  );
  return id;
}
