import type { IncomingMessage } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "../../shared/platform/env.ts";
import { forbidden } from "../../shared/platform/errors.ts";
import { isSecure } from "./forwarded.ts";
import type { Request } from "./routes/route.ts";

/** The sign-in cookie (decisions §2). */
const name = "pathform_session";
const maxAgeSeconds = 14 * 24 * 60 * 60;

/** Some clients send the value in quotes (Java's, RFC 6265 §4.1.1). */
export function readCookie(req: IncomingMessage): string | null {
  return parseCookie(req.headers.cookie ?? "")[name]?.replace(/^"(.*)"$/, "$1") || null;
}

export function setCookie({ req, res }: Request, token: string): void {
  res.setHeader("Set-Cookie", signInCookie(req, token, maxAgeSeconds));
}

export function clearCookie({ req, res }: Request): void {
  res.setHeader("Set-Cookie", signInCookie(req, "", 0));
}

function signInCookie(req: IncomingMessage, value: string, maxAge: number): string {
  return stringifySetCookie({ name, value, path: "/", httpOnly: true, sameSite: "lax", maxAge, secure: isSecure(req) });
}

/**
 * A request that changes something on the strength of a cookie must not come from another site's page (decisions §2).
 * Browsers say where it comes from; other clients send neither header and carry no one's cookie unasked.
 */
export function refuseOtherSites(req: IncomingMessage): void {
  const { origin, host } = req.headers;
  const site = String(req.headers["sec-fetch-site"] ?? "none").toLowerCase();
  const isOwnOrigin = origin === undefined || ownOrigins(host).includes(origin);
  const isOwnSite = ownSites.has(site);
  if (!(isOwnOrigin && isOwnSite) && !isAllowed(origin))
    throw forbidden(
      "This request comes from another site's page. Send it from a page of this site, or with an API key.",
    );
}

/** `none`: the user's own doing; `same-site` is another origin's page (https://www.w3.org/TR/fetch-metadata/). */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

function ownOrigins(host: string | undefined): string[] {
  const base = env().BASE_URL;
  return [`http://${host}`, `https://${host}`, ...(base ? [new URL(base).origin] : [])];
}

const isAllowed = (origin: string | undefined): boolean => origin !== undefined && env().CORS_ORIGINS.includes(origin);
