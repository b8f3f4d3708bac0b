import type pg from "pg";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";
import type { IntegrationStatus } from "../entities.ts";
import { type SealedSecrets, sealAll, unsealOne } from "../sealedSecrets.ts";
import type { Begun } from "./consents.ts";

/** The tokens that a provider gave. */
export interface Granted {
  kind: "granted";
  access_token: string;
  /** null: the one that was sent stays good */
  refresh_token: string | null;
  /** null where the provider does not say */
  expires_at: Date | null;
  instance_url: string | null;
  /** null: those that were asked for */
  scope: string | null;
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

/** The consent is gone (decisions §7), which leaves a notice; unless a newer one has come meanwhile. */
export async function giveUpGrant(
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
     select gen_random_uuid(), account_id, 'integration_not_connected', format('“%s” is not connected any more: %s has '
       'withdrawn its consent. Its deliveries wait until you connect it again.', name, $3::text), id
     from given_up`,
    [integrationId, revision, provider],
  );
}

/** A new consent for this integration; false where it was deleted meanwhile. */
export async function reconnect(
  client: pg.ClientBase,
  integrationId: string,
  { account_id }: Pick<Begun, "account_id">,
  granted: Granted,
): Promise<boolean> {
  const { rowCount } = await client.query(
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

/** What the tokens add to a new integration, which is connected from the start. */
export const connectedBy = (integrationId: string, granted: Granted) => ({
  secrets: sealed(integrationId, granted),
  status: "connected" as const,
  token_expires_at: granted.expires_at,
  instance_url: granted.instance_url,
  grant_revision: 1,
});
