import { descriptionOf, type integrationTypes, type OauthType } from "../../../shared/domain/integrations/index.ts";
import type { OauthProvider } from "../../../shared/domain/integrations/integrationType.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { checkedType } from "../types/index.ts";

/** Who gives consent for an OAuth type (decisions §7), as this process is set up (decisions §8). */
export interface Provider extends OauthProvider {
  type: OauthType;
  /** as users know it */
  name: string;
  /** begins the names of its environment variables */
  prefix: Uppercase<OauthType>;
  clientId: string;
  clientSecret: string;
}

/** 404 for an unknown type, and for one that is not connected by consent (decisions §7). */
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

/** Whether an owner can use the type: one that is connected by consent needs a client that an operator has set up. */
export const isConfigured = (type: keyof typeof integrationTypes): boolean =>
  descriptionOf(type).oauth === undefined || hasClient(providerOf(type));

export const withoutClient = ({ name, prefix }: Provider): string =>
  `This service is not set up for ${name}: its operator has to set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`;

/** 409 where the operator has registered no client with the provider (decisions §7). */
export function assertReady(provider: Provider): void {
  if (!hasClient(provider)) throw conflict(withoutClient(provider));
}

/** `assertReady` of the type's provider. */
export function readyProvider(text: string): Provider {
  const provider = providerOf(text);
  assertReady(provider);
  return provider;
}
