import { descriptionOf, type integrationTypes, type OauthType } from "../../../shared/domain/integrations/index.ts";
import type { OauthProvider } from "../../../shared/domain/integrations/integrationType.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { checkedType } from "../types/index.ts";

/** An OAuth provider (decisions §7), as configured for this process (decisions §8). */
export interface Provider extends OauthProvider {
  type: OauthType;
  /** Display name. */
  name: string;
  /** Prefix of its environment variables. */
  prefix: Uppercase<OauthType>;
  clientId: string;
  clientSecret: string;
}

/** Returns the type's provider. 404 for an unknown type or one without OAuth (decisions §7). */
export function providerOf(text: string): Provider {
  const type = checkedType(text) as OauthType;
  const { title, oauth } = descriptionOf(type);
  if (!oauth) throw notFound("OAuth integration type");
  const prefix = type.toUpperCase() as Uppercase<OauthType>;
  const variables = env();
  return {
    ...oauth,
    type,
    name: title,
    prefix,
    clientId: variables[`${prefix}_CLIENT_ID`],
    clientSecret: variables[`${prefix}_CLIENT_SECRET`],
    authorizeUrl: variables[`${prefix}_AUTHORIZE_URL`],
    tokenUrl: variables[`${prefix}_TOKEN_URL`],
    apiUrl: variables[`${prefix}_API_URL`]?.replace(/\/+$/, "") ?? null,
  };
}

export const hasClient = ({ clientId, clientSecret }: Provider): boolean => clientId !== "" && clientSecret !== "";

/** Returns whether owners can use the type. OAuth types need a client. */
export const isConfigured = (type: keyof typeof integrationTypes): boolean =>
  descriptionOf(type).oauth === undefined || hasClient(providerOf(type));

export const withoutClient = ({ name, prefix }: Provider): string =>
  `${name} isn't configured. An administrator must set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`;

/** Throws 409 if no client is configured (decisions §7). */
export function assertReady(provider: Provider): void {
  if (!hasClient(provider)) throw conflict(withoutClient(provider));
}

/** Returns the type's provider. 409 if no client is configured. */
export function readyProvider(text: string): Provider {
  const provider = providerOf(text);
  assertReady(provider);
  return provider;
}
