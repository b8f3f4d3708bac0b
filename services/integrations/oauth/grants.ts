import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretPost,
  Configuration,
  customFetch,
  refreshTokenGrant,
  type TokenEndpointResponse,
} from "openid-client";
import type { Send, Sent } from "../outgoing/request.ts";
import type { Granted } from "../store/grants.ts";
import { retryAfter } from "../types/outcome.ts";
import type { Provider } from "./provider.ts";

/** The result of exchanging a code or refresh token (RFC 6749 §4.1.3, §5, §6). */
export type Grant = Granted | Refused | Failed;

/** The grant is permanently invalid. */
export interface Refused {
  kind: "refused";
  error_message: string;
}

/** The exchange failed this time. */
export interface Failed {
  kind: "failed";
  error_message: string;
  /** seconds */
  retry_after: number | null;
}

/** `callback` is the callback URL with the provider's parameters. */
export const exchangeCode = (provider: Provider, send: Send, now: () => Date, callback: URL, verifier: string) =>
  ask(provider, send, now, (client) =>
    authorizationCodeGrant(client, callback, {
      pkceCodeVerifier: verifier,
      expectedState: callback.searchParams.get("state") ?? "",
    }),
  );

export const exchangeRefreshToken = (provider: Provider, send: Send, now: () => Date, refreshToken: string) =>
  ask(provider, send, now, (client) => refreshTokenGrant(client, refreshToken));

/** Configures the client. The issuer, if a response names one (RFC 9207), is the origin of the authorization page. */
export function clientOf(provider: Provider): Configuration {
  const { clientId, clientSecret, authorizeUrl, tokenUrl } = provider;
  const server = {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
  };
  const client = new Configuration(server, clientId, undefined, ClientSecretPost(clientSecret));
  // an administrator chose http
  if ([authorizeUrl, tokenUrl].some((url) => url.startsWith("http:"))) allowInsecureRequests(client);
  return client;
}

async function ask(
  provider: Provider,
  send: Send,
  now: () => Date,
  grant: (client: Configuration) => Promise<TokenEndpointResponse>,
): Promise<Grant> {
  const client = clientOf(provider);
  let sent: Sent | null = null;
  client[customFetch] = async (url, { method, headers, body }) => {
    sent = await send({ method: method as "POST", url, headers, body: body === null ? null : String(body) });
    if (sent.kind === "failed") throw new Error(sent.error_message);
    return new Response(withoutBody.has(sent.status) ? null : sent.body, sent);
  };
  try {
    return granted(await grant(client), now());
  } catch (error) {
    return refusal(provider, sent) ?? failure(provider, sent, error, now());
  }
}

/** Fetch Standard, "null body status" */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

const granted = (tokens: TokenEndpointResponse, now: Date): Granted => ({
  kind: "granted",
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? null,
  expires_at: tokens.expires_in === undefined ? null : endAfter(tokens.expires_in, now),
  instance_url: typeof tokens.instance_url === "string" ? tokens.instance_url.replace(/\/+$/, "") : null,
  scope: tokens.scope ?? null,
});

/** Returns null for more than a year, or than a date can be: a token that isn't taken anymore is renewed anyway (401). */
const endAfter = (seconds: number, now: Date): Date | null =>
  seconds > longestSeconds ? null : new Date(now.getTime() + seconds * 1000);
const longestSeconds = 366 * 24 * 60 * 60;

/**
 * Returns a refusal. RFC 6749 §5.2 uses `invalid_grant`. HubSpot also returns BAD_REFRESH_TOKEN or a message about the
 * token (https://developers.hubspot.com/docs/api-reference/legacy/authentication/oauth-tokens/create-oauth-token).
 */
function refusal(provider: Provider, sent: Sent | null): Refused | null {
  if (sent?.kind !== "answered" || (sent.status !== 400 && sent.status !== 401)) return null;
  const { error, status, message } = problemOf(sent.body);
  const isRefused =
    error === "invalid_grant" || status === "BAD_REFRESH_TOKEN" || (!error && /\brefresh token\b/i.test(message));
  const errorMessage = `${provider.name} revoked access. Reconnect the integration.`;
  return isRefused ? { kind: "refused", error_message: errorMessage } : null;
}

function failure(provider: Provider, sent: Sent | null, error: unknown, now: Date): Failed {
  if (sent?.kind === "failed") return { kind: "failed", error_message: sent.error_message, retry_after: null };
  // nothing was sent, or the response has no token: the library says why
  if (sent === null || sent.status === 200) {
    const errorMessage = `${provider.name} returned no valid token: ${(error as Error).message}.`;
    return { kind: "failed", error_message: errorMessage, retry_after: null };
  }
  const { error: code } = problemOf(sent.body);
  return {
    kind: "failed",
    error_message: `${provider.name} returned ${sent.status}${code && ` (${code})`} instead of a token.`,
    retry_after: retryAfter(sent.headers["retry-after"], now),
  };
}

/** Returns the members that identify an error, empty if absent. */
function problemOf(body: string): Record<"error" | "status" | "message", string> {
  let parsed: Record<string, unknown> = {};
  try {
    parsed = Object(JSON.parse(body));
  } catch {
    // not JSON, such as a proxy's page
  }
  const text = (name: string) => (typeof parsed[name] === "string" ? (parsed[name] as string).slice(0, 200) : "");
  return { error: text("error"), status: text("status"), message: text("message") };
}
