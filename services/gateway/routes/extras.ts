import type { SignIn } from "../../../shared/bus/contract.ts";
import type { User } from "../../../shared/domain/shapes/auth.ts";
import { hostOf } from "../../../shared/domain/webAddress.ts";
import { env } from "../../../shared/platform/env.ts";
import { newOrderedUuid, newUuid } from "../../../shared/platform/ids.ts";
import { clearCookie, setCookie } from "../http/cookie.ts";
import { idempotencyKeyOf } from "../request/idempotency.ts";
import type { Request } from "./route.ts";

/** What some rows of the table take from, or add to, a request beside its path, query and body. */
const userAgentLimit = 512;

/** The gateway makes the session's id where the client has not, so that a start which is sent again finds its session (decisions §5). */
export const newSession = ({ req }: Request): { session_id: string; user_agent: string | null } => ({
  session_id: newOrderedUuid(),
  user_agent: req.headers["user-agent"]?.slice(0, userAgentLimit).toWellFormed() ?? null,
});

/** Where the user's browser reaches this gateway: what providers are sent, and where they send it back to. */
export const here = ({ address }: Request): { base_url: string } => ({
  base_url: address.slice(0, address.lastIndexOf("/api/integrations/")),
});

/** Where links in mails lead: never made of what a request says of itself. */
export const home = ({ baseUrl }: Request): { base_url: string } => ({ base_url: baseUrl });

/** The address that led here held a code: it goes to nobody by a Referer header. */
export function redirected({ res }: Request, { location }: { location: string }): void {
  res.writeHead(302, { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  res.end();
}

/** BASE_URL's alone, or without one the request's and the one that this gateway listens on, which uploads answer with. */
export function hosts({ req, baseUrl }: Request): { hosts: string[] } {
  const asked = `http://${req.headers.host}`;
  const isAsked = env().BASE_URL === undefined && URL.canParse(asked);
  return { hosts: [hostOf(baseUrl), ...(isAsked ? [hostOf(asked)] : [])] };
}

/** The gateway makes the file's id too, and with it the address that an answer names. */
export const newFile = ({ baseUrl }: Request): { file_id: string; url: string } => {
  const fileId = newUuid();
  return { file_id: fileId, url: `${baseUrl}/api/v2/file/${fileId}/` };
};

/** A publish goes on with what one under the same key has begun (decisions §9.3). */
export const publication = (request: Request): { idempotency_key?: string; hosts: string[] } => {
  const key = idempotencyKeyOf(request);
  return { ...hosts(request), ...(key !== null && { idempotency_key: key }) };
};

/** The gateway makes the image's id as it makes a file's. */
export const newImage = (): { image_id: string } => ({ image_id: newUuid() });

export const cookieToken = ({ cookies }: Request): { token: string } => ({ token: cookies[0] ?? "" });

export function signedIn(request: Request, result: SignIn): User {
  setCookie(request, result.token);
  return result.user;
}

/** The first cookie's sign-in has ended by now. */
export async function signedOut(request: Request, _result: null): Promise<null> {
  for (const token of request.cookies.slice(1)) await request.call("auth.logout", { token });
  clearCookie(request);
  return null;
}
