import { createHash, randomBytes } from "node:crypto";
import { type Answer, type Asked, type Route, Undocumented } from "./standIn.ts";

/** Authorization server of a stub: RFC 6749 §4.1, §5, §6 with PKCE S256 (RFC 7636). */
export interface Consent {
  routes: Route[];
  /** valid tokens */
  isGood(accessToken: string): boolean;
  /** Issues an access token without authorization. */
  issue(): string;
  /** Expires all issued access tokens. */
  expireAll(): void;
  /** Revokes access: all refresh tokens become invalid. */
  withdraw(): void;
  /** The next user denies access. */
  denyNext(): void;
  /** requested grants by type */
  grants: string[];
}

export interface ConsentOptions {
  authorize: { path: RegExp; page: string; query: readonly string[]; needed: readonly string[] };
  token: { path: RegExp; page: string; members: readonly string[] };
  /** parameters that are returned with the code */
  further?(asked: Asked): Record<string, string>;
  /** additional members of the token response; `isFirst` for a code */
  answer(isFirst: boolean): Record<string, unknown>;
  /** A refresh token is valid once. Its second use revokes access (RFC 9700 §4.14.2). */
  rotates: boolean;
  givesRefreshToken(asked: Asked): boolean;
  refuse(reason: "code" | "refresh_token" | "client", asked: Asked): Answer;
}

export const clientId = "pathform-client";
export const clientSecret = "a-client-secret-that-nobody-logs";

export function openConsent(options: ConsentOptions): Consent {
  const codes = new Map<string, Asked>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  const grants: string[] = [];
  let denies = false;

  const token = (kind: string) => `${kind}-${randomBytes(16).toString("hex")}`;

  function authorize(asked: Asked): Answer {
    const redirect = new URL(asked.query.get("redirect_uri") ?? "");
    const state = asked.query.get("state") ?? "";
    if (asked.query.get("client_id") !== clientId) throw new Undocumented("unknown client_id");
    if (asked.query.get("response_type") !== "code") throw new Undocumented("response_type");
    if (asked.query.get("code_challenge_method") !== "S256") throw new Undocumented("code_challenge_method");
    const code = token("code");
    codes.set(code, asked);
    const parameters = denies ? { error: "access_denied", state } : { code, state, ...options.further?.(asked) };
    denies = false;
    for (const [name, value] of Object.entries(parameters)) redirect.searchParams.set(name, value);
    return { status: 302, headers: { location: redirect.href } };
  }

  function exchange(asked: Asked): Answer {
    const { grant_type, client_id, client_secret } = asked.body;
    grants.push(grant_type);
    if (client_id !== clientId || client_secret !== clientSecret) return options.refuse("client", asked);
    if (grant_type === "authorization_code") return exchangeCode(asked);
    if (grant_type === "refresh_token") return exchangeRefreshToken(asked);
    throw new Undocumented(`grant_type ${grant_type}`);
  }

  function exchangeCode(asked: Asked): Answer {
    const { code, redirect_uri, code_verifier = "" } = asked.body;
    const begun = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const isGood =
      begun &&
      begun.query.get("redirect_uri") === redirect_uri &&
      begun.query.get("code_challenge") === challenge &&
      /^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier);
    return isGood ? tokens(true, options.givesRefreshToken(begun)) : options.refuse("code", asked);
  }

  function exchangeRefreshToken(asked: Asked): Answer {
    const given = asked.body.refresh_token;
    if (!refresh.has(given)) {
      if (options.rotates) refresh.clear();
      return options.refuse("refresh_token", asked);
    }
    if (options.rotates) refresh.delete(given);
    return tokens(false, options.rotates);
  }

  function tokens(isFirst: boolean, withRefreshToken: boolean): Answer {
    const accessToken = token("access");
    access.add(accessToken);
    const refreshToken = withRefreshToken ? token("refresh") : undefined;
    if (refreshToken) refresh.add(refreshToken);
    return {
      status: 200,
      body: { access_token: accessToken, refresh_token: refreshToken, ...options.answer(isFirst) },
    };
  }

  return {
    routes: [
      { method: "GET", takes: "nothing", isOpen: true, ...options.authorize, answer: authorize },
      { method: "POST", takes: "form", isOpen: true, ...options.token, answer: exchange },
    ],
    issue() {
      const issued = token("access");
      access.add(issued);
      return issued;
    },
    isGood: (accessToken) => access.has(accessToken),
    expireAll: () => access.clear(),
    withdraw: () => refresh.clear(),
    denyNext: () => {
      denies = true;
    },
    grants,
  };
}
