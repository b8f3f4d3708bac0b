import { createHmac } from "node:crypto";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ServerMetadata,
} from "openid-client";
import { env } from "../../../shared/platform/env.ts";
import type { Claims } from "./claims.ts";

/** Requests to the issuer of single sign-on (OpenID Connect Core, Discovery). Redirects aren't followed. */

const keptMs = 60 * 60 * 1000;
/** The answer to a browser that starts takes up to 5 s. */
const requestSeconds = 4.5;
/** Shorter than the gateway's timeout of 10 s, for up to three requests. */
const exchangeMs = 8_000;

/** Asymmetric ones: with HS256, who knows the client secret could sign. */
const algorithms = ["RS", "PS", "ES"].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`));
export const signatureAlgorithms: readonly string[] = [...algorithms, "EdDSA", "Ed25519"];

/** The issuer didn't answer, or not as an issuer. */
export class IssuerUnavailable extends Error {}

let known: { server: Promise<ServerMetadata>; until: number } | undefined;

/** Returns the issuer's addresses, which are kept for an hour. Throws IssuerUnavailable. */
export async function issuerMetadata(now = Date.now()): Promise<ServerMetadata> {
  if (!known || known.until < now) known = { server: discover(), until: now + keptMs };
  const mine = known;
  try {
    return await mine.server;
  } catch (error) {
    if (known === mine) known = undefined;
    throw new IssuerUnavailable(reasonOf(error));
  }
}

async function discover(): Promise<ServerMetadata> {
  const { OIDC_ISSUER_URL = "", OIDC_CLIENT_ID } = env();
  const execute = isInsecure() ? [allowInsecureRequests] : [];
  const found = await discovery(new URL(OIDC_ISSUER_URL), OIDC_CLIENT_ID, undefined, undefined, {
    execute,
    timeout: requestSeconds,
  });
  return { ...found.serverMetadata() };
}

/** An administrator chose http. */
const isInsecure = (): boolean => env().OIDC_ISSUER_URL?.startsWith("http:") ?? false;

/** Returns a client with its own signing keys, so that it sees a rotation immediately. */
export async function issuerClient(): Promise<Configuration> {
  const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env();
  const server = await issuerMetadata();
  const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
  const auth = methods.includes("client_secret_basic")
    ? ClientSecretBasic(OIDC_CLIENT_SECRET)
    : ClientSecretPost(OIDC_CLIENT_SECRET);
  const offered = server.id_token_signing_alg_values_supported ?? ["RS256"];
  const accepted = offered.filter((name) => signatureAlgorithms.includes(name));
  const client = new Configuration(
    { ...server, id_token_signing_alg_values_supported: accepted },
    OIDC_CLIENT_ID,
    undefined,
    auth,
  );
  client.timeout = requestSeconds;
  if (isInsecure()) allowInsecureRequests(client);
  enableNonRepudiationChecks(client);
  return client;
}

/**
 * Returns the code verifier and the nonce of a sign-in. They follow from the browser's cookie and the state, so that the database
 * keeps no secret of it.
 */
export function secretsOf(browser: string, state: string): { verifier: string; nonce: string } {
  const derive = (use: string) => createHmac("sha256", browser).update(`${use} ${state}`).digest("base64url");
  return { verifier: derive("verifier"), nonce: derive("nonce") };
}

/** A person whom the issuer proved. */
export interface Arrival {
  issuer: string;
  subject: string;
  /** the issuer's session */
  sid: string | null;
  /** of the ID token, and of the userinfo endpoint */
  claims: readonly Claims[];
}

/**
 * Exchanges the code in the callback's URL for who it is of. `needsMore` says whether the ID token's claims are too few, so that the
 * userinfo endpoint is asked.
 */
export async function exchangeCode(
  callback: URL,
  state: string,
  browser: string,
  needsMore: (claims: Claims) => boolean,
): Promise<Arrival> {
  const client = await issuerClient();
  const deadline = AbortSignal.timeout(exchangeMs);
  client[customFetch] = (url, { signal, ...options }) =>
    fetch(url, { ...options, signal: signal ? AbortSignal.any([signal, deadline]) : deadline } as RequestInit);
  const { verifier, nonce } = secretsOf(browser, state);
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true };
  const tokens = await authorizationCodeGrant(client, callback, checks);
  const idToken = tokens.claims();
  if (!idToken) throw new Error("The issuer sent no ID token.");
  const { iss, sub, sid } = idToken;
  const asks = client.serverMetadata().userinfo_endpoint !== undefined && needsMore(idToken);
  const more = asks ? [(await fetchUserInfo(client, tokens.access_token, sub)) as Claims] : [];
  return { issuer: iss, subject: sub, sid: typeof sid === "string" ? sid : null, claims: [idToken, ...more] };
}

export type ExchangeProblem = "denied" | "failed" | "unavailable";

/** Returns what a failed exchange means for the person. */
export function problemOf(error: unknown): ExchangeProblem {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === "access_denied") return "denied";
    return error.error === "temporarily_unavailable" || error.error === "server_error" ? "unavailable" : "failed";
  }
  const { code } = error as { code?: string };
  const isSilent = error instanceof TypeError || code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT";
  return error instanceof IssuerUnavailable || isSilent ? "unavailable" : "failed";
}

/** Returns an error as one line for the log, without tokens or claims. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const inner =
    error instanceof ClientError || error instanceof TypeError ? (cause as Error | undefined)?.message : null;
  return [message, inner].filter(Boolean).join(": ").slice(0, 300);
}
