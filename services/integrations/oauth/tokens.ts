import type { Database } from "../../../shared/platform/database/open.ts";
import type { Send } from "../outgoing/request.ts";
import { dropGrant, openToken, readGrant, renewGrant, type StoredGrant } from "../store/grants.ts";
import { alone } from "../store/leases.ts";
import type { Token, Tokens } from "../types/type.ts";
import { exchangeRefreshToken, type Grant } from "./grants.ts";
import { hasClient, type Provider, providerOf, withoutClient } from "./provider.ts";

/** Dependencies of an OAuth integration's tokens. */
export interface TokenContext {
  database: Pick<Database, "pool">;
  /** Counts towards the attempt's timeout. */
  send: Send;
  now(): Date;
}

/** Renews a token this long before it expires (decisions §7), so that requests arrive in time. */
const marginMs = 60_000;

/**
 * Provides tokens during one attempt. Renews a token that is about to expire, and on `refresh` one that the provider has
 * refused (401).
 *
 * If several copies need a new token, one asks the provider. The others wait for its lease, see a newer revision and take
 * that token. A provider that rotates refresh tokens would treat a second use as theft (RFC 6749 §10.4) and revoke access.
 */
export function openTokens(context: TokenContext, integrationId: string): Tokens {
  const { pool } = context.database;
  /** Revision of the token returned last. */
  let used: number | null = null;

  async function handOut(grant: StoredGrant | null): Promise<Token> {
    const token = grant && openToken(integrationId, grant, "access_token");
    if (!grant || !token || grant.status === "not_connected") return disconnected;
    used = grant.grant_revision;
    const instanceUrl = providerOf(grant.type).apiUrl ?? grant.instance_url ?? "";
    return { kind: "token", token, instance_url: instanceUrl };
  }

  async function renew(seen: number | null): Promise<Token> {
    const name = `oauth/${integrationId}`;
    const token = await alone(pool, name, async () => {
      const grant = await readGrant(pool, integrationId);
      if (!grant || grant.grant_revision !== seen) return handOut(grant);
      return (await renewStored(context, integrationId, grant)) ?? handOut(await readGrant(pool, integrationId));
    });
    return (
      token ?? {
        kind: "failed",
        error_message: "Another delivery is renewing the provider's token.",
        retry_after: null,
      }
    );
  }

  return {
    async accessToken() {
      const grant = await readGrant(pool, integrationId);
      if (!grant || isFresh(grant, context.now()) || grant.status === "not_connected") return handOut(grant);
      return renew(grant.grant_revision);
    },
    refresh: () => renew(used),
  };
}

const disconnected: Token = { kind: "refused", error_message: "The integration isn't connected." };

const isFresh = ({ token_expires_at }: StoredGrant, now: Date): boolean =>
  token_expires_at === null || token_expires_at.getTime() - now.getTime() > marginMs;

/** Renews the token at the provider and stores it. Returns null if there is a new token to read. */
async function renewStored(
  { database: { pool }, send, now }: TokenContext,
  integrationId: string,
  grant: StoredGrant,
): Promise<Token | null> {
  const refreshToken = openToken(integrationId, grant, "refresh_token");
  if (refreshToken === null || grant.status === "not_connected") return disconnected;
  const provider = providerOf(grant.type);
  const answer = await ask(provider, send, now, refreshToken);
  if (answer.kind === "granted") {
    await renewGrant(pool, integrationId, grant.grant_revision, answer);
    return null;
  }
  if (answer.kind === "refused") await dropGrant(pool, integrationId, grant.grant_revision, provider.name);
  return answer;
}

async function ask(provider: Provider, send: Send, now: () => Date, refreshToken: string): Promise<Grant> {
  if (!hasClient(provider)) return { kind: "failed", error_message: withoutClient(provider), retry_after: null };
  return exchangeRefreshToken(provider, send, now, refreshToken);
}
