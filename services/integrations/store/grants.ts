import type pg from "pg";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";
import type { IntegrationStatus } from "../entities.ts";
import { type SealedSecrets, sealAll, unsealOne } from "../sealedSecrets.ts";
import type { Authorization } from "./authorizations.ts";

/** Tokens from a provider. */
export interface Granted {
  kind: "granted";
  access_token: string;
  /** Null if the refresh token that was sent stays valid. */
  refresh_token: string | null;
  /** Null if the provider doesn't say. */
  expires_at: Date | null;
  instance_url: string | null;
  /** Null if it is as requested. */
  scope: string | null;
}

/** An integration's sealed tokens. */
export interface StoredGrant {
  type: IntegrationType;
  status: IntegrationStatus;
  secrets: SealedSecrets;
  token_expires_at: Date | null;
  instance_url: string | null;
  /** Increments when tokens are stored or dropped. */
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

/** Stores refreshed tokens. False if others were stored or dropped in between. */
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

/**
 * Marks an integration as not connected after its access was revoked (decisions §7), with a notification, unless it was
 * reconnected in between.
 */
export async function dropGrant(
  pool: pg.Pool,
  integrationId: string,
  revision: number,
  provider: string,
): Promise<void> {
  await pool.query(
    `with given_up as (
       update integrations.integrations
       set status = 'not_connected', secrets = secrets - '{access_token,refresh_token}'::text[],
         token_expires_at = null, grant_revision = grant_revision + 1, modified = clock_timestamp()
       where id = $1 and grant_revision = $2 returning id, account_id, name
     )
     insert into integrations.notices (id, account_id, kind, message, integration_id)
     select gen_random_uuid(), account_id, 'integration_not_connected', format('“%s” is disconnected because %s revoked access. '
       'Deliveries wait until you reconnect it.', name, $3::text), id
     from given_up`,
    [integrationId, revision, provider],
  );
}

/** Stores the tokens of a new authorization. Returns the integration's name, or null if it was deleted in between. */
export async function reconnect(
  client: pg.ClientBase,
  integrationId: string,
  { account_id }: Pick<Authorization, "account_id">,
  granted: Granted,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `update integrations.integrations
     set status = 'connected', failing_since = null, secrets = secrets || $3, token_expires_at = $4,
       instance_url = $5, grant_revision = grant_revision + 1, modified = clock_timestamp()
     where id = $1 and account_id = $2 returning name`,
    [
      integrationId,
      account_id,
      JSON.stringify(sealed(integrationId, granted)),
      granted.expires_at,
      granted.instance_url,
    ],
  );
  return rows[0]?.name ?? null;
}

/** Returns the fields of a new integration that is connected from the start. */
export const connectedBy = (integrationId: string, granted: Granted) => ({
  secrets: sealed(integrationId, granted),
  status: "connected" as const,
  token_expires_at: granted.expires_at,
  instance_url: granted.instance_url,
  grant_revision: 1,
});
