import type { User } from "../../../shared/api/shapes/auth.ts";
import { type ElsewhereFormat, elsewhereFiles } from "../../../shared/api/shapes/elsewhere.ts";
import type { LinkMailing } from "../../../shared/api/shapes/linkMails.ts";
import type { Link } from "../../../shared/api/shapes/links.ts";
import type { PublicResults, Results } from "../../../shared/api/shapes/results.ts";
import type { Started } from "../../../shared/api/shapes/sessions.ts";
import type { SsoLink } from "../../../shared/api/shapes/sso.ts";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { FormFile, TranslationFile } from "../../../shared/bus/contract/forms.ts";
import type { Caller, SignIn } from "../../../shared/bus/contract.ts";
import { userAgentLimit } from "../../../shared/domain/limits.ts";
import { hostOf } from "../../../shared/domain/webAddress.ts";
import { env } from "../../../shared/platform/env.ts";
import { unavailable } from "../../../shared/platform/errors.ts";
import { newOrderedUuid, newUuid } from "../../../shared/platform/ids.ts";
import { mediaTypeOf } from "../files/document.ts";
import { endWithText } from "../http/compress.ts";
import { clearCookie, readSsoCookie, refuseOtherSites, setCookie, setSsoCookie } from "../http/cookie.ts";
import { clientAddress, networkOf } from "../http/forwarded.ts";
import { onLeaving } from "../http/leaving.ts";
import type { Request } from "../http/request.ts";
import { idempotencyKeyOf } from "../request/idempotency.ts";
import { note } from "../request/observe.ts";

/** Parameters and replies of single rows, beside path, query and body. */

/**
 * The gateway creates the session's id if the client doesn't, so that a repeated start finds its session (decisions
 * §5).
 */
export const newSession = ({ req }: Request): { session_id: string; user_agent: string | null; client: string } => ({
  session_id: newOrderedUuid(),
  client: networkOf(clientAddress(req)),
  user_agent: req.headers["user-agent"]?.slice(0, userAgentLimit).toWellFormed() ?? null,
});

/** Asks for a result that is sent piece by piece. */
export const inPieces = (): { in_pieces: true } => ({ in_pieces: true });

/** 201 for a new session, 200 for a running one of a personal link (features §15). */
export function startedSession(request: Request, result: Result<"sessions.start">): Started {
  const { is_running, ...started } = result;
  request.hasCreated = !is_running;
  note(request.req, { session_id: started.id });
  return started;
}

/** Links of a repeated request, without their addresses. */
export const linksAgain = (request: Request, caller: Caller, ids: string[]): Promise<Link[]> =>
  request.call("sessions.linksAgain", { caller, slug: request.path.slug ?? "", ids, ...home(request) });

/** 201 for invitations, 200 for a dry run, which makes none. */
export function sentLinkMails(request: Request, result: Result<"integrations.sendLinkMails">): LinkMailing {
  request.hasCreated = result.id !== null;
  return result;
}

/** 201 for a new address, 200 for a change of what it shows. */
export function publishedResults(request: Request, result: Result<"analytics.putResults">): Results {
  const { is_new, ...results } = result;
  request.hasCreated = is_new;
  return results;
}

/** Search engines don't list it. */
export function unlisted({ res }: Request, result: PublicResults): PublicResults {
  res.setHeader("X-Robots-Tag", "noindex");
  return result;
}

/** The client that asks for a link to finish later: the key that it made, and its network. */
export const asking = (request: Request): { key: string | null; client: string; base_url: string } => ({
  ...device(request),
  client: networkOf(clientAddress(request.req)),
  ...home(request),
});

/** The key that a respondent's device made. */
export const device = (request: Request): { key: string | null } => keyIn(request, "resume-key");

/** The key that it made to change its answers later. */
export const editing = (request: Request): { key: string | null } => keyIn(request, "edit-key");

function keyIn({ req }: Request, name: string): { key: string | null } {
  const key = req.headers[name];
  return { key: typeof key === "string" ? key : null };
}

/** Base URL as the browser sees it, for OAuth callbacks. */
export const here = ({ address }: Request): { base_url: string } => ({
  base_url: address.slice(0, address.lastIndexOf("/api/integrations/")),
});

/** Base URL of links in emails. Never derived from the request. */
export const home = ({ baseUrl }: Request): { base_url: string } => ({ base_url: baseUrl });

/** Redirects without a Referer, because the URL contained a code. */
export function redirected({ res }: Request, { location }: { location: string }): void {
  res.writeHead(302, { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  res.end();
}

/** The browser's cookie for single sign-on, with the sign-in that it may have. */
export const ssoBrowser = (request: Request) => ({ browser: readSsoCookie(request.req), ...home(request) });
export const ssoPerson = (request: Request) => ({ ...cookieToken(request), ...ssoBrowser(request) });

/** A link on another site must not sign a person out. */
export const ownCookie = (request: Request) => {
  refuseOtherSites(request.req);
  return cookieTokenAtHome(request);
};

/** Goes to the issuer. If it is unavailable, a browser gets a page and other clients an error. */
export function toIssuer(request: Request, { location, browser }: { location: string; browser: string | null }): void {
  if (browser !== null) setSsoCookie(request, browser);
  else if (!request.req.headers.accept?.includes("text/html"))
    throw unavailable("Single sign-on is unavailable. Try again shortly.");
  redirected(request, { location });
}

export function fromIssuer(request: Request, { location, token }: { location: string; token: string | null }): void {
  if (token !== null) setCookie(request, token);
  redirected(request, { location });
}

export function issuerLink(request: Request, { url, browser }: { url: string; browser: string }): SsoLink {
  setSsoCookie(request, browser);
  return { url };
}

export function signedOutThere(request: Request, result: { location: string }): void {
  clearCookie(request);
  redirected(request, result);
}

/** Returns the host of BASE_URL, or the request's and the listening one, which uploads use in URLs. */
export function hosts({ req, baseUrl }: Request): { hosts: string[] } {
  const asked = `http://${req.headers.host}`;
  const isAsked = env().BASE_URL === undefined && URL.canParse(asked);
  return { hosts: [hostOf(baseUrl), ...(isAsked ? [hostOf(asked)] : [])] };
}

/** The gateway creates the file's id and URL. */
export const newFile = (request: Request): { file_id: string; url: string; key: string | null } => {
  const fileId = newUuid();
  return { file_id: fileId, url: `${request.baseUrl}/api/v2/file/${fileId}/`, ...device(request) };
};

/** A repeated publish continues the one with the same key (decisions §9.3). */
export const publication = (request: Request): { idempotency_key?: string; hosts: string[] } => {
  const key = idempotencyKeyOf(request);
  return { ...hosts(request), ...(key !== null && { idempotency_key: key }) };
};

/** The gateway creates the import's id, and cancels the import if the client disconnects. */
export function newImport(request: Request): Omit<Params<"forms.importForm">, "caller"> {
  const { req, res, tell } = request;
  const ids = { import_id: newUuid() };
  onLeaving(req, res, () => tell("forms.cancelImport", ids));
  const attachments = request.document?.attachments ?? [];
  return { ...ids, ...hosts(request), ...(attachments.length > 0 && { attachments }) };
}

/** The gateway creates the id of an import of responses. Its query is for the call after the file has arrived (takeResponses.ts). */
export const newResponseImport = (): { import_id: string; query: undefined } => ({
  import_id: newUuid(),
  query: undefined,
});

/** Format of a file with translations, by its media type. */
export const sentType = ({ req }: Request): { type: "csv" | "xliff" } => ({
  type: mediaTypeOf(req.headers["content-type"]) === "text/csv" ? "csv" : "xliff",
});

const translationTypes = { csv: "text/csv", xliff: "application/xliff+xml", json: "application/json" } as const;

/** Sends a file with translations as an attachment, or their state as JSON. */
export function sendTranslations({ res, path, search }: Request, { etag, text, format }: TranslationFile): void {
  const language = format === "xliff" ? `-${(search.get("language") ?? "").replace(/[^A-Za-z0-9-]/g, "")}` : "";
  res.setHeader("ETag", etag);
  // the ETag is the draft's, for If-Match. The file also depends on the form's settings
  res.setHeader("Cache-Control", "no-store");
  if (format !== "json")
    res.setHeader(
      "Content-Disposition",
      `attachment; filename="${path.slug}-translations${language}.${format === "csv" ? "csv" : "xlf"}"`,
    );
  res.statusCode = 200;
  res.setHeader("Content-Type", `${translationTypes[format]}; charset=utf-8`);
  endWithText(res, text);
}

/** Sends a form as a file of another tool, or what that lacks as JSON. */
export function sendForm({ res, path, search }: Request, { file, losses, losses_count }: FormFile): void {
  const format = search.get("format") as ElsewhereFormat;
  const { type, end } = elsewhereFiles[format];
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Pathform-Losses", losses_count);
  res.statusCode = 200;
  if (file === null) {
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    endWithText(res, losses);
    return;
  }
  const version = path.version_number === undefined ? "draft" : `v${path.version_number}`;
  res.setHeader("Content-Disposition", `attachment; filename="${path.slug}-${version}${end}"`);
  res.setHeader("Content-Type", type);
  if (format === "xlsform") res.end(Buffer.from(file, "base64"));
  else endWithText(res, file);
}

/** The gateway creates the image's id. */
export const newImage = (): { image_id: string } => ({ image_id: newUuid() });

export const cookieToken = ({ cookies }: Request): { token: string } => ({ token: cookies[0] ?? "" });

export const cookieTokenAtHome = (request: Request) => ({ ...cookieToken(request), ...home(request) });

export function signedIn(request: Request, result: SignIn): User {
  setCookie(request, result.token);
  return result.user;
}

/** 201 for a new user, 200 for one who joins another workspace. */
export function joined(request: Request, { is_new, ...result }: SignIn & { is_new: boolean }): User {
  const user = signedIn(request, result);
  request.hasCreated = is_new;
  return user;
}

/** Clears the cookie after the sign-in has ended. */
export async function signedOut(request: Request, _result: null): Promise<null> {
  for (const token of request.cookies.slice(1)) await request.call("auth.logout", { token });
  clearCookie(request);
  return null;
}
