import type { IncomingMessage } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "../../../shared/platform/env.ts";
import { forbidden } from "../../../shared/platform/errors.ts";
import { isSecure } from "./forwarded.ts";
import type { Request } from "./request.ts";

/** The sign-in cookie (decisions §2). Browsers take the second name over HTTPS only, and never from a sibling domain. */
const plainName = "pathform_session";
const hostName = `__Host-${plainName}`;
const maxAgeSeconds = 14 * 24 * 60 * 60;
/** Each token costs a call of auth. */
const cookieLimit = 10;

/**
 * Tokens to try, the safest first: a sibling domain can add cookies of the plain name, and browsers send old ones beside
 * new ones. Some clients send the value in quotes (Java's, RFC 6265 §4.1.1).
 */
export function readCookies({ headers }: Pick<IncomingMessage, "headers">): string[] {
  const cookies = (headers.cookie ?? "").split(";").map((pair) => parseCookie(pair));
  const values = [hostName, plainName].flatMap((name) => cookies.map((cookie) => cookie[name]));
  const tokens = values.flatMap((value) => value?.replace(/^"(.*)"$/, "$1") || []);
  return [...new Set(tokens)].slice(0, cookieLimit);
}

export function setCookie({ req, res }: Request, token: string): void {
  const name = isSecure(req) ? hostName : plainName;
  res.setHeader("Set-Cookie", signInCookie(req, name, token, maxAgeSeconds));
}

export function clearCookie({ req, res }: Request): void {
  const names = isSecure(req) ? [hostName, plainName] : [plainName];
  res.setHeader(
    "Set-Cookie",
    names.map((name) => signInCookie(req, name, "", 0)),
  );
}

/** Binds a single sign-on to the browser that began it, for as long as its state lives (teams §20.9). */
const ssoName = "pathform_sso";
const ssoSeconds = 10 * 60;
const ssoCookie = (req: IncomingMessage): string => (isSecure(req) ? `__Host-${ssoName}` : ssoName);

/** Empty without the cookie. */
export const readSsoCookie = (req: IncomingMessage): string =>
  parseCookie(req.headers.cookie ?? "")[ssoCookie(req)] ?? "";

export function setSsoCookie({ req, res }: Request, value: string): void {
  res.appendHeader("Set-Cookie", signInCookie(req, ssoCookie(req), value, ssoSeconds));
}

function signInCookie(req: IncomingMessage, name: string, value: string, maxAge: number): string {
  return stringifySetCookie({ name, value, path: "/", httpOnly: true, sameSite: "lax", maxAge, secure: isSecure(req) });
}

/**
 * Throws 403 if a request comes from another site's page: its cookie must not authorize a change (decisions §2). Browsers send
 * the origin. Other clients send neither header, and send no cookie without being asked.
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

/** `none` is the user's own navigation. `same-site` is another origin's page (https://www.w3.org/TR/fetch-metadata/). */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

function ownOrigins(host: string | undefined): string[] {
  const base = env().BASE_URL;
  return [`http://${host}`, `https://${host}`, ...(base ? [new URL(base).origin] : [])];
}

const isAllowed = (origin: string | undefined): boolean => origin !== undefined && env().CORS_ORIGINS.includes(origin);
