import { createHmac } from "node:crypto";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientError,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ServerMetadata,
} from "openid-client";
import { env } from "../../../shared/platform/env.ts";
import type { Claims } from "./claims.ts";
import { clientAuthFor, hasOtherWay } from "./clientAuth.ts";
import { shortFetch } from "./shortFetch.ts";

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

/** Forgets the issuer's addresses, so that the next request asks for them. */
export function forgetIssuer(): void {
  known = undefined;
}

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
    [customFetch]: (url, options) => shortFetch(url, options as RequestInit),
  });
  return { ...found.serverMetadata() };
}

/** An administrator chose http. */
const isInsecure = (): boolean => env().OIDC_ISSUER_URL?.startsWith("http:") ?? false;

/** Returns a client with its own signing keys, so that it sees a rotation immediately. */
export async function issuerClient(): Promise<Configuration> {
  const { OIDC_CLIENT_ID } = env();
  const server = await issuerMetadata();
  const offered = server.id_token_signing_alg_values_supported ?? ["RS256"];
  const accepted = offered.filter((name) => signatureAlgorithms.includes(name));
  const client = new Configuration(
    { ...server, id_token_signing_alg_values_supported: accepted },
    OIDC_CLIENT_ID,
    undefined,
    clientAuthFor(server),
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
  const deadline = AbortSignal.timeout(exchangeMs);
  const { verifier, nonce } = secretsOf(browser, state);
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true };
  const { client, tokens } = await tokensFor(callback, checks, deadline);
  const idToken = tokens.claims();
  if (!idToken) throw new Error("The issuer sent no ID token.");
  const { iss, sid, azp } = idToken;
  checkTimes(idToken);
  const sub = subjectOf(idToken.sub);
  if (azp !== undefined && azp !== env().OIDC_CLIENT_ID) throw new Error("The ID token is for another party (azp).");
  const asks = client.serverMetadata().userinfo_endpoint !== undefined && needsMore(idToken);
  const more = asks ? [(await fetchUserInfo(client, tokens.access_token, sub)) as Claims] : [];
  return { issuer: iss, subject: sub, sid: typeof sid === "string" ? sid : null, claims: [idToken, ...more] };
}

type Checks = NonNullable<Parameters<typeof authorizationCodeGrant>[2]>;

async function tokensFor(callback: URL, checks: Checks, deadline: AbortSignal) {
  const server = await issuerMetadata();
  const exchange = async () => {
    const client = await issuerClient();
    client[customFetch] = (url, { signal, ...options }) =>
      shortFetch(url, { ...options, signal: signal ? AbortSignal.any([signal, deadline]) : deadline } as RequestInit);
    return { client, tokens: await authorizationCodeGrant(client, callback, checks) };
  };
  return exchange().catch((error: unknown) => {
    if (!hasOtherWay(server, error)) throw error;
    return exchange();
  });
}

/** Throws for a token that never ends: JSON can write numbers such as 1e400, which are read as infinite. */
export function checkTimes(claims: Readonly<Record<string, unknown>>): void {
  for (const name of ["exp", "iat", "nbf", "auth_time"])
    if (claims[name] !== undefined && !Number.isFinite(claims[name]))
      throw new Error(`The token's ${name} isn't a number.`);
}

const subjectLimit = 255;

/** Returns the issuer's name for a person. Throws for one that isn't a text of 1 to 255 characters (OpenID Connect Core §2). */
export function subjectOf(sub: unknown): string {
  if (typeof sub !== "string" || sub === "" || sub.length > subjectLimit)
    throw new Error("The token's subject (sub) isn't a text of 1 to 255 characters.");
  return sub;
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
  return [message, inner, issuersIn(cause) ?? issuersIn((cause as Error | undefined)?.cause)]
    .filter(Boolean)
    .join(": ")
    .slice(0, 500);
}

/** Returns both issuers of a mismatch, for the administrator to compare. */
function issuersIn(cause: unknown): string | null {
  const { expected, ...found } = (cause ?? {}) as { expected?: unknown } & Record<string, Record<string, unknown>>;
  const given = found.body?.issuer ?? found.claims?.iss;
  const isMismatch = (found.attribute as unknown) === "issuer" || (found.claim as unknown) === "iss";
  return isMismatch ? `expected ${expected}, got ${given}` : null;
}
