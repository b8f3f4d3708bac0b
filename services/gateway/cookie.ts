import type { IncomingMessage } from "node:http";
import { env } from "../../shared/env.ts";
import { forbidden } from "../../shared/errors.ts";
import { isSecure } from "./forwarded.ts";
import type { Request } from "./route.ts";

/** The sign-in cookie (decisions §2). */
const name = "pathform_session";
const maxAgeSeconds = 14 * 24 * 60 * 60;

export function readCookie(req: IncomingMessage): string | null {
  const pairs = (req.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value || null;
}

export function setCookie({ req, res }: Request, token: string): void {
  res.setHeader("Set-Cookie", attributes(req, token, maxAgeSeconds));
}

export function clearCookie({ req, res }: Request): void {
  res.setHeader("Set-Cookie", attributes(req, "", 0));
}

function attributes(req: IncomingMessage, token: string, maxAge: number): string {
  const secure = isSecure(req) ? "; Secure" : "";
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/**
 * A request that changes something on the strength of a cookie must not come from another site's page (decisions §2).
 * Browsers say where it comes from; other clients send neither header and carry no one's cookie unasked.
 */
export function refuseOtherSites(req: IncomingMessage): void {
  const { origin, host } = req.headers;
  const site = req.headers["sec-fetch-site"];
  const isOwnOrigin = origin === undefined || ownOrigins(host).includes(origin);
  if (site === "cross-site" && !isAllowed(origin)) throw forbidden("This request comes from another site.");
  if (!isOwnOrigin && !isAllowed(origin)) throw forbidden("This request comes from another site.");
}

function ownOrigins(host: string | undefined): string[] {
  const base = env().BASE_URL;
  return [`http://${host}`, `https://${host}`, ...(base ? [new URL(base).origin] : [])];
}

const isAllowed = (origin: string | undefined): boolean => origin !== undefined && env().CORS_ORIGINS.includes(origin);
