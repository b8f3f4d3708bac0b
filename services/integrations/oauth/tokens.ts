import type { Database } from "../../../shared/platform/database/open.ts";
import type { Send } from "../outgoing/request.ts";
import { giveUpGrant, openToken, readGrant, renewGrant, type StoredGrant } from "../store/grants.ts";
import { alone } from "../store/leases.ts";
import type { Token, Tokens } from "../types/type.ts";
import { exchangeRefreshToken, type Grant } from "./grants.ts";
import { hasClient, type Provider, providerOf, withoutClient } from "./provider.ts";

/** What the tokens of an OAuth integration are read, refreshed and kept with. */
export interface TokenContext {
  database: Pick<Database, "pool">;
  /** counts towards the attempt's deadline */
  send: Send;
  now(): Date;
}

/** So long before its end a token is renewed (decisions §7): what is sent with it arrives while it is good. */
const marginMs = 60_000;

/**
 * Tokens during one attempt of a delivery. A token that is about to end is renewed before it is handed out, and one that
 * the provider has refused (401) is renewed on `refresh`.
 *
 * Of copies that want a new token at once, one asks the provider and the others take what it got: they wait for its lease,
 * then see that the revision is no longer the one that they found wanting. A provider that rotates refresh tokens would
 * take a second use of one for a theft (RFC 6749 §10.4) and withdraw the consent.
 */
export function openTokens(context: TokenContext, integrationId: string): Tokens {
  const { pool } = context.database;
  /** the revision of the token that was handed out last */
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
        error_message: "The access to the provider is being renewed by another delivery.",
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

const disconnected: Token = { kind: "refused", error_message: "The integration is not connected." };

const isFresh = ({ token_expires_at }: StoredGrant, now: Date): boolean =>
  token_expires_at === null || token_expires_at.getTime() - now.getTime() > marginMs;

/** Asks the provider and keeps what it says. Null: there is a new token to be read. */
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
  if (answer.kind === "refused") await giveUpGrant(pool, integrationId, grant.grant_revision, provider.name);
  return answer;
}

async function ask(provider: Provider, send: Send, now: () => Date, refreshToken: string): Promise<Grant> {
  if (!hasClient(provider)) return { kind: "failed", error_message: withoutClient(provider), retry_after: null };
  return exchangeRefreshToken(provider, send, now, refreshToken);
}
