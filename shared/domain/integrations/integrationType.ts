import type { ConfigFields } from "./field.ts";

/**
 * What is known of a type of integration, on the server, in an editor and in the API's document alike. Its module in
 * services/integrations/types/ says how it delivers.
 */
export interface IntegrationDescription<F extends ConfigFields = ConfigFields> {
  /** as users know it */
  title: string;
  /** how it is connected: by nothing, by a secret in its `config`, by a user's consent (decisions §9.3) */
  auth: "none" | "secret" | "oauth";
  /** every field that `config` may hold (decisions §7) */
  config: F;
  /** exactly where `auth` is `oauth` */
  oauth?: OauthProvider;
}

/** Who gives consent for an OAuth type. The addresses are defaults: the environment may name others (decisions §8). */
export interface OauthProvider {
  scopes: readonly string[];
  /** The provider lets users leave out single scopes; without this one nothing works. */
  neededScope?: string;
  /** parameters of the authorization request beside those of RFC 6749 and RFC 7636 */
  authorizeParams: Readonly<Record<string, string>>;
  authorizeUrl: string;
  tokenUrl: string;
  /** null: the instance that the token names */
  apiUrl: string | null;
}

export const describe = <F extends ConfigFields, const D extends Omit<IntegrationDescription, "config">>(
  description: D & { config: F },
): D & { config: F } => description;
