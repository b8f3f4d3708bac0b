import type { IncomingMessage } from "node:http";
import type { Caller } from "../../../shared/bus/contract.ts";
import { forbidden, isProblem, unauthenticated } from "../../../shared/platform/errors.ts";
import { refuseOtherSites } from "../http/cookie.ts";
import type { Request } from "../routes/route.ts";

const reads: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Who the request acts for (spec §Authentication, decisions §2). A Bearer key wins over a cookie; neither is ever cached,
 * so that a revoked key is dead on its very next request. Null where the endpoint asks for nobody.
 */
export async function authenticate(request: Request): Promise<Caller | null> {
  const { route, req, cookies } = request;
  if (route.auth === "public") return null;
  // a link is for whoever has it, also beside a sign-in of somebody else
  if (route.auth === "link" && request.search.has("signature")) return null;
  if (route.auth === "none") {
    if (!reads.has(route.method)) refuseOtherSites(req);
    return null;
  }
  const key = bearerOf(req);
  if (key === null) return bySignIn(request, cookies);
  if (key === "") throw unauthenticated("The Authorization header must have the form `Bearer <API key>`.");
  return request.call("auth.authenticate", { key }, quick);
}

const quick = { isIdempotent: true, isQuick: true } as const;

/** The first cookie that is good; only that one is left in the request. */
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

/** What the one who is known by now may not do; refused after it was counted as theirs (decisions §2, usage). */
export function authorize({ route, req }: Request, caller: Caller | null): void {
  if (!caller) return;
  const isKey = caller.key_id !== null;
  if (isKey && route.auth === "user")
    throw forbidden("This can be done only by a signed-in user, not with an API key.");
  if (!isKey && !reads.has(route.method)) refuseOtherSites(req);
}

/** `Bearer <key>`, the scheme in any case; "" for anything else. */
function bearerOf(req: IncomingMessage): string | null {
  const header = req.headers.authorization;
  if (header === undefined) return null;
  const [scheme, key, ...rest] = header.trim().split(/\s+/);
  return scheme?.toLowerCase() === "bearer" && key && rest.length === 0 ? key : "";
}
