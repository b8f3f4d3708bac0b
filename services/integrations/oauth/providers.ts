import { env } from "../../../shared/env.ts";
import { conflict, notFound } from "../../../shared/errors.ts";
import { checkedType, type IntegrationType, types } from "../types/index.ts";

/** Who gives consent for an OAuth type (decisions §7), as this process is set up (decisions §8). */
export interface Provider {
  type: IntegrationType;
  /** as users know it */
  name: string;
  /** begins the names of its environment variables */
  prefix: Prefix;
  scopes: readonly string[];
  /** The provider lets users leave out single scopes; without this one nothing works. */
  neededScope?: string;
  /** parameters of the authorization request beside those of RFC 6749 and RFC 7636 */
  further: Record<string, string>;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** null: the instance that the token names */
  apiUrl: string | null;
}

type Prefix = "HUBSPOT" | "SALESFORCE" | "GOOGLE_SHEETS";
type Known = Pick<Provider, "name" | "prefix" | "scopes" | "neededScope" | "further">;

const spreadsheets = "https://www.googleapis.com/auth/spreadsheets";

/** One row a type with `isOAuth`. */
const known: Partial<Record<IntegrationType, Known>> = {
  // https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide
  hubspot: {
    name: "HubSpot",
    prefix: "HUBSPOT",
    scopes: ["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write"],
    further: {},
  },
  // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm
  salesforce: { name: "Salesforce", prefix: "SALESFORCE", scopes: ["api", "refresh_token"], further: {} },
  // https://developers.google.com/identity/protocols/oauth2/web-server: a refresh token comes with offline access, and
  // again only when the user is asked again
  google_sheets: {
    name: "Google Sheets",
    prefix: "GOOGLE_SHEETS",
    scopes: [spreadsheets],
    neededScope: spreadsheets,
    further: { access_type: "offline", prompt: "consent" },
  },
};

/** 404 for an unknown type, and for one that is not connected by consent (decisions §7). */
export function providerOf(text: string): Provider {
  const type = checkedType(text);
  const row = types[type].isOAuth ? known[type] : undefined;
  if (!row) throw notFound("way to connect");
  const variables = env();
  return {
    type,
    ...row,
    clientId: variables[`${row.prefix}_CLIENT_ID`],
    clientSecret: variables[`${row.prefix}_CLIENT_SECRET`],
    authorizeUrl: variables[`${row.prefix}_AUTHORIZE_URL`],
    tokenUrl: variables[`${row.prefix}_TOKEN_URL`],
    apiUrl: variables[`${row.prefix}_API_URL`]?.replace(/\/+$/, "") ?? null,
  };
}

export const hasClient = ({ clientId, clientSecret }: Provider): boolean => clientId !== "" && clientSecret !== "";

export const withoutClient = ({ name, prefix }: Provider): string =>
  `No client for ${name} is set up here: an operator sets ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`;

/** 409 where the operator has registered no client with the provider (decisions §7). */
export function readyProvider(text: string): Provider {
  const provider = providerOf(text);
  if (!hasClient(provider)) throw conflict(withoutClient(provider));
  return provider;
}
