import type { SignIn } from "../../shared/contract.ts";
import { newUuid } from "../../shared/ids.ts";
import type { User } from "../../shared/shapes/auth.ts";
import { clearCookie, setCookie } from "./cookie.ts";
import type { Request } from "./route.ts";

/** What some rows of the table take from, or add to, a request beside its path, query and body. */
export const ifMatch = ({ req }: Request): { if_match: string | null } => ({
  if_match: req.headers["if-match"] ?? null,
});

const userAgentLimit = 512;

/** The gateway makes the session's id, so that a start which is sent again finds its session (decisions §5). */
export const newSession = ({ req }: Request): { session_id: string; user_agent: string | null } => ({
  session_id: newUuid(),
  user_agent: req.headers["user-agent"]?.slice(0, userAgentLimit).toWellFormed() ?? null,
});

/** Where the user's browser reaches this gateway: what providers are told, and where they send it back to. */
export const here = ({ address }: Request): { base_url: string } => ({
  base_url: address.slice(0, address.lastIndexOf("/api/integrations/")),
});

/** Where links in mails lead: never made of what a request says of itself. */
export const home = ({ baseUrl }: Request): { base_url: string } => ({ base_url: baseUrl });

/** The address that led here held a code: nobody it leads to is told of it. */
export function redirected({ res }: Request, { location }: { location: string }): void {
  res.writeHead(302, { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  res.end();
}

/** The gateway makes the file's id too, and with it the address that an answer names. */
export const newFile = ({ baseUrl }: Request): { file_id: string; url: string } => {
  const file_id = newUuid();
  return { file_id, url: `${baseUrl}/api/v2/file/${file_id}/` };
};

export const cookieToken = ({ cookie }: Request): { token: string } => ({ token: cookie ?? "" });

export function signedIn(request: Request, result: SignIn): User {
  setCookie(request, result.token);
  return result.user;
}

export function signedOut(request: Request, _result: null): null {
  clearCookie(request);
  return null;
}
