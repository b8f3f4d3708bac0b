import type { IncomingMessage } from "node:http";
import { isChange } from "../../../shared/api/endpoints/endpoint.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { checkRights, refuseSuspended } from "../../../shared/platform/access.ts";
import { badRequest, forbidden, isProblem, notFound, unauthenticated } from "../../../shared/platform/errors.ts";
import { refuseOtherSites } from "../http/cookie.ts";
import { clientAddress } from "../http/forwarded.ts";
import type { Request } from "../http/request.ts";

const reads: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Returns who the request acts for (spec §Authentication, decisions §2), or null without sign-in. A Bearer key wins
 * over a cookie. Nothing is cached, so a revoked key fails on its next request. `workspace`: instead of the one that it asks for.
 */
export async function authenticate(request: Request, workspace?: string): Promise<Caller | null> {
  const { route, req, cookies } = request;
  if (route.auth === "public") return null;
  // a signed link works even if another user is signed in
  if (route.auth === "link" && request.search.has("signature")) return null;
  if (route.auth === "none") {
    if (!reads.has(route.method)) refuseOtherSites(req);
    return null;
  }
  const key = bearerOf(req);
  if (key === "") throw unauthenticated("Invalid Authorization header. Send `Bearer <API key>`.");
  const { asked, inPath, isMixed } = workspace === undefined ? workspacesOf(request) : { ...nowhere, asked: workspace };
  const caller = await (key === null
    ? bySignIn(request, cookies, asked ?? inPath)
    : request.call("auth.authenticate", { key, workspace: asked ?? inPath, address: clientAddress(req) }, quick));
  // a workspace that isn't one's own is 403 first
  if (isMixed) throw badRequest("The header Pathform-Workspace and the parameter workspace differ. Send one.");
  if (!asked || !inPath || asked === inPath) return { ...caller, needs: route.needs ?? [] };
  await bySignIn(request, request.cookies, inPath);
  throw badRequest("The request names another workspace than its path. Leave out the header or the parameter.");
}

interface Asked {
  asked: string | null;
  inPath: string | null;
  /** the header and the parameter differ */
  isMixed: boolean;
}
const nowhere: Asked = { asked: null, inPath: null, isMixed: false };

/**
 * Returns the workspace that the request asks for, and the one in its path (teams §20.2). The choice is never kept in the sign-in, so
 * that two tabs can be in two workspaces.
 */
function workspacesOf({ route, req, path, search }: Request): Asked {
  const named = [req.headers["pathform-workspace"], route.method === "GET" ? search.get("workspace") : null];
  const [asked = null, ...others] = new Set(named.flatMap((id) => (typeof id === "string" ? [id.toLowerCase()] : [])));
  const isMixed = others.length > 0;
  if (asked !== null && !uuidPattern.test(asked)) throw badRequest("Invalid workspace. Send its id, a UUID.");
  if (!route.namesWorkspace) return { asked, inPath: null, isMixed };
  if (!uuidPattern.test(path.id ?? "")) throw notFound("workspace");
  return { asked, inPath: path.id?.toLowerCase() ?? null, isMixed };
}

const quick = { isIdempotent: true, isQuick: true } as const;

/** Finds the first valid cookie and keeps only that one in the request. */
async function bySignIn(request: Request, [token, ...others]: string[], workspace: string | null): Promise<Caller> {
  if (token === undefined) throw unauthenticated();
  try {
    const caller = await request.call("auth.authenticate", { token, workspace }, quick);
    request.cookies = [token];
    return caller;
  } catch (error) {
    if (others.length === 0 || !isProblem(error, "UNAUTHENTICATED")) throw error;
    return bySignIn(request, others, workspace);
  }
}

/** Throws 403. Called after the request was counted as the caller's (decisions §2, usage). */
export function authorize({ route, req }: Request, caller: Caller | null): void {
  if (!caller) return;
  const isKey = caller.key_id !== null;
  if (isKey && route.auth === "user") throw forbidden("Sign in to do this. API keys aren't accepted here.");
  if (!isKey && !reads.has(route.method)) refuseOtherSites(req);
  if (!isKey && (caller.role === null || caller.lacks_second_factor)) checkRights(caller);
}

/**
 * Throws 403 without the rights to what is the workspace's own. For a resource in the path, its service decides, after 404 and 403
 * by ownership.
 */
export function checkWorkspaceRights({ route }: Request, caller: Caller | null): void {
  if (caller && route.of === "workspace") checkRights(caller, route.ofSomeForm ? "some form" : "workspace");
}

/** Throws 409 for changes to a workspace that is going to be deleted. */
export function refuseSuspendedChange({ route }: Request, caller: Caller | null): void {
  if (caller && isChange(route)) refuseSuspended(caller);
}

/** Returns the key of `Bearer <key>`, ignoring the scheme's case, or "" for anything else. Null without the header. */
function bearerOf(req: IncomingMessage): string | null {
  const header = req.headers.authorization;
  if (header === undefined) return null;
  const [scheme, key, ...rest] = header.trim().split(/\s+/);
  return scheme?.toLowerCase() === "bearer" && key && rest.length === 0 ? key : "";
}
