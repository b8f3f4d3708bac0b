import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { env } from "../../../shared/platform/env.ts";
import { checkTimes, issuerMetadata, signatureAlgorithms, subjectOf } from "./issuer.ts";
import { shortFetch } from "./shortFetch.ts";

/** Checks of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). */

const event = "http://schemas.openid.net/event/backchannel-logout";
/** of the issuer's clock, and of tokens on their way */
const toleranceSeconds = 60;

export interface LogoutToken {
  issuer: string;
  subject: string | null;
  sid: string | null;
  /** sign-ins until then end */
  before: Date;
}

/** Keys are kept, because anyone can send tokens. An unknown `kid` asks the issuer again, at most every 30 s. */
let keys: { url: string; find: ReturnType<typeof createRemoteJWKSet> } | undefined;

function keysAt(url: string) {
  if (keys?.url !== url) {
    const options = { timeoutDuration: 4_500, [customFetch]: shortFetch };
    keys = { url, find: createRemoteJWKSet(new URL(url), options) };
  }
  return keys.find;
}

/** Returns whom a token signs out. Throws for one that isn't the issuer's, isn't for this client, or isn't a logout token. */
export async function readLogoutToken(token: string): Promise<LogoutToken> {
  const { issuer, jwks_uri: url } = await issuerMetadata();
  if (!url) throw new Error("The issuer has no signing keys.");
  const { payload, protectedHeader } = await jwtVerify(token, keysAt(url), {
    issuer,
    audience: env().OIDC_CLIENT_ID,
    algorithms: [...signatureAlgorithms],
    clockTolerance: toleranceSeconds,
    maxTokenAge: "10 minutes",
    requiredClaims: ["iat", "jti", "events"],
  });
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
  if (type !== undefined && type !== "logout+jwt" && type !== "jwt") throw new Error("The token has another type.");
  checkTimes(payload);
  const { sub, sid, events, nonce } = payload as JWTPayload & { sid?: unknown; events?: unknown };
  const isLogout = typeof events === "object" && events !== null && Object.hasOwn(events, event);
  // an ID token must not sign anyone out
  if (!isLogout || nonce !== undefined) throw new Error("The token isn't a logout token.");
  if (sub === undefined && sid === undefined) throw new Error("The token names neither a person nor a session.");
  if (sid !== undefined && (typeof sid !== "string" || sid === ""))
    throw new Error("The token's session (sid) isn't a text.");
  return {
    issuer,
    subject: sub === undefined ? null : subjectOf(sub),
    sid: sid ?? null,
    before: new Date(((payload.iat ?? 0) + toleranceSeconds) * 1000),
  };
}
