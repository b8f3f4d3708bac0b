import type { IncomingMessage } from "node:http";
import type { Caller } from "../../../shared/bus/contract.ts";
import { forbidden, isProblem, unauthenticated } from "../../../shared/platform/errors.ts";
import { refuseOtherSites } from "../http/cookie.ts";
import type { Request } from "../http/request.ts";

const reads: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Returns who the request acts for (spec §Authentication, decisions §2), or null without sign-in. A Bearer key wins
 * over a cookie. Nothing is cached, so a revoked key fails on its next request.
 */
export async function authenticate(request: Request): Promise<Caller | null> {
  const { route, req, cookies } = request;
  if (route.auth === "public") return null;
  // a signed link works even if another user is signed in
  if (route.auth === "link" && request.search.has("signature")) return null;
  if (route.auth === "none") {
    if (!reads.has(route.method)) refuseOtherSites(req);
    return null;
  }
  const key = bearerOf(req);
  if (key === null) return bySignIn(request, cookies);
  if (key === "") throw unauthenticated("Invalid Authorization header. Send `Bearer <API key>`.");
  return request.call("auth.authenticate", { key }, quick);
}

const quick = { isIdempotent: true, isQuick: true } as const;

/** Finds the first valid cookie and keeps only that one in the request. */
async function bySignIn(request: Request, [token, ...others]: string[]): Promise<Caller> {
  if (token === undefined) throw unauthenticated();
  try {
    const caller = await request.call("auth.authenticate", { token }, quick);
    request.cookies = [token];
    return caller;
  } catch (error) {
    if (others.length === 0 || !isProblem(error, "UNAUTHENTICATED")) throw error;
    return bySignIn(request, others);
  }
}

/** Throws 403. Called after the request was counted as the caller's (decisions §2, usage). */
export function authorize({ route, req }: Request, caller: Caller | null): void {
  if (!caller) return;
  const isKey = caller.key_id !== null;
  if (isKey && route.auth === "user") throw forbidden("Sign in to do this. API keys aren't accepted here.");
  if (!isKey && !reads.has(route.method)) refuseOtherSites(req);
}

/** Returns the key of `Bearer <key>`, ignoring the scheme's case, or "" for anything else. Null without the header. */
function bearerOf(req: IncomingMessage): string | null {
  const header = req.headers.authorization;
  if (header === undefined) return null;
  const [scheme, key, ...rest] = header.trim().split(/\s+/);
  return scheme?.toLowerCase() === "bearer" && key && rest.length === 0 ? key : "";
}
