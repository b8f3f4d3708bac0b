import type { ConfigFields } from "./field.ts";

/**
 * Description of an integration type for the server, editors and the OpenAPI document. Its module in services/integrations/types/
 * implements the deliveries.
 */
export interface IntegrationDescription<F extends ConfigFields = ConfigFields> {
  /** display name */
  title: string;
  /** authentication: none, a secret in `config`, or OAuth (decisions §9.3) */
  auth: "none" | "secret" | "oauth";
  /** all fields of `config` (decisions §7) */
  config: F;
  /** set if `auth` is `oauth` */
  oauth?: OauthProvider;
}

/** OAuth provider. The environment can override the URLs (decisions §8). */
export interface OauthProvider {
  scopes: readonly string[];
  /** required scope, because the provider lets users deselect scopes */
  neededScope?: string;
  /** additional parameters of the authorization request, besides RFC 6749 and RFC 7636 */
  authorizeParams: Readonly<Record<string, string>>;
  authorizeUrl: string;
  tokenUrl: string;
  /** null if the token names the instance */
  apiUrl: string | null;
}

export const describe = <F extends ConfigFields, const D extends Omit<IntegrationDescription, "config">>(
  description: D & { config: F },
): D & { config: F } => description;
