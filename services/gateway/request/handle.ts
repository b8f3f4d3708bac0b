import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "moleculer";
import { noneYet } from "../../../shared/api/endpoints/endpoint.ts";
import type { Envelope, Page, Paging } from "../../../shared/api/paging.ts";
import type { Params } from "../../../shared/bus/calls.ts";
import type { ActionName, Caller, Tagged } from "../../../shared/bus/contract.ts";
import type { ShapeFault } from "../../../shared/domain/scalars.ts";
import { Closed, faultFinder, shapeError, uuidPattern } from "../../../shared/domain/schema.ts";
import { badRequest, invalid, isProblem, methodNotAllowed, notFound } from "../../../shared/platform/errors.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import { bodySlices } from "../../../shared/platform/timeSlices.ts";
import { openTurns } from "../../../shared/platform/turns.ts";
import { readDocument } from "../files/document.ts";
import { refuseOtherForms } from "../files/form.ts";
import { limitsOf, mayBeLarge, readBody, readForm } from "../http/body.ts";
import { readCookies, setCookie } from "../http/cookie.ts";
import { type Answer, isFresh, sendAnswer } from "../http/reply.ts";
import type { Exports, Request, Route } from "../http/request.ts";
import type { Limits } from "../limits/limits.ts";
import type { Meter } from "../usage/meter.ts";
import { authenticate, authorize, checkWorkspaceRights, refuseSuspendedChange } from "./authenticate.ts";
import { callEach, callInTime } from "./call.ts";
import type { Denials } from "./denials.ts";
import { envelope, writingList } from "./envelope.ts";
import { answerOnce, idempotencyKeyOf } from "./idempotency.ts";
import { knownFields } from "./knownNames.ts";
import { note } from "./observe.ts";
import { originOf } from "./origin.ts";
import { type Query, queryReader } from "./query.ts";

/** Settings and services of the gateway that requests use. */
export interface GatewayContext {
  /** Public URL of this gateway, without a trailing slash. */
  baseUrl: string;
  /** Maximum bytes of a body that the bus carries. */
  bodyLimit: number;
  /** Timeout for reading a body. */
  bodyTimeoutMs: number;
  limits: Limits;
  meter: Meter;
  denials: Denials;
  files: FileStore;
  exports: Exports;
}

/** A request from moleculer-web or hotRoutes.ts. */
export type GatewayRequest = IncomingMessage & {
  originalUrl: string;
  $ctx: Pick<Context, "call" | "broker">;
  $params: { params: Record<string, string> };
};

/** A row with its compiled checks. */
export interface Endpoint {
  row: Route;
  faultsOf(body: unknown): ShapeFault[];
  readQuery: (search: URLSearchParams) => Query;
}

const noFields = Closed({});
const withBody: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

export const endpointOf = (row: Route): Endpoint => ({
  row,
  faultsOf: faultFinder(row.body ?? noFields),
  readQuery: queryReader(row),
});

/** Returns the endpoint for this method. HEAD is answered as GET. Throws 405. */
export function pickEndpoint(endpoints: Endpoint[], method: string): Endpoint {
  const found = endpoints.find(({ row }) => row.method === (method === "HEAD" ? "GET" : method));
  if (found) return found;
  const methods = endpoints.map(({ row }) => row.method);
  throw methodNotAllowed(methods.includes("GET") ? ["HEAD", ...methods] : methods);
}

/**
 * Answers one request, in the order of errors of decisions §1: too many from the address, sign-in, too many with the
 * key, the body as such, the fields, then the service.
 */
export async function answer(
  endpoint: Endpoint,
  context: GatewayContext,
  req: GatewayRequest,
  res: ServerResponse,
): Promise<void> {
  const { row } = endpoint;
  const started = performance.now();
  const { limits, meter } = context;
  const request = openRequest(row, context, req, res);
  await limits.byAddress(request);
  const caller = await authenticate(request);
  if (caller) note(req, { account_id: caller.account_id });
  meter.follow(request, caller, started);
  const answered = answerFor(endpoint, context, request, caller);
  if (caller) answered.catch((error: unknown) => context.denials.note(request, request.caller ?? caller, error));
  await answered;
}

async function answerFor(
  endpoint: Endpoint,
  context: GatewayContext,
  request: Request,
  caller: Caller | null,
): Promise<void> {
  const { row } = endpoint;
  const { limits } = context;
  authorize(request, caller);
  await limits.byCaller(request, caller);
  // a sign-in lasts 14 days after its last use, so renew the browser's cookie too
  if (caller?.key_id === null && request.cookies[0]) setCookie(request, request.cookies[0]);
  const work = () => answerBody(endpoint, context, request, caller);
  if (!(row.holdsGraph && caller && mayBeLarge(request.req))) return work();
  // only who may change the form takes a place
  await request.call("forms.locate", { caller, slug: request.path.slug ?? "" });
  await largeBodies(caller.account_id, work).finally(() => {
    // an idle connection keeps its last request
    request.document = undefined;
  });
}

/** One body takes up to ten times its size until it is stored, so few are in memory. None that waits has been read. */
const largeBodies = openTurns({ perAccount: 1, total: 2, waiting: 10 });

/** Reads the body, calls the action and sends its result. */
async function answerBody(
  endpoint: Endpoint,
  context: GatewayContext,
  request: Request,
  caller: Caller | null,
): Promise<void> {
  if (endpoint.row.document) request.document = await readDocument(request, caller?.account_id ?? "");
  const body = endpoint.row.document ? undefined : await bodyOf(request, context);
  const work = () => callAction(endpoint, context.limits, request, caller, body);
  // with a key, a refusal is an answer
  const noted = () =>
    work().catch((error: unknown) => {
      if (caller) context.denials.note(request, caller, error);
      throw error;
    });
  // an upload is only known once its file has arrived (takeResponses.ts)
  const key = endpoint.row.upload ? null : idempotencyKeyOf(request);
  const found = caller && key !== null ? await answerOnce({ request, caller, key, body }, noted) : await work();
  if (found) sendAnswer(request, found);
}

/** Checks the parameters and calls the action. Null if the row has already sent its response. */
export async function callAction(
  endpoint: Endpoint,
  limits: Limits,
  request: Request,
  caller: Caller | null,
  body: unknown,
): Promise<Answer | null> {
  const { row } = endpoint;
  const check = () => checkedParams(endpoint, request, body === undefined ? {} : body);
  const given = request.document ? await bodySlices.run(check) : check();
  checkWorkspaceRights(request, caller);
  refuseSuspendedChange(request, caller);
  await limits.byBody(request, caller, body);
  await limits.byUpload(request);
  const params = { ...((caller || row.auth === "link") && { caller }), ...given } as Params<ActionName>;
  const result = given.paging
    ? await callForPage(request, params, given.paging)
    : row.auth === "link"
      ? await callInItsWorkspace(request, params)
      : await request.call(row.action, params);
  const reply = row.reply ? await row.reply(request, result as never) : result;
  // a large response is compressed before its head is sent
  const isSent = request.res.headersSent || (row.reply && reply === undefined);
  if (isSent) return null;
  const found = answerOf(request, reply, given.paging);
  return given.paging
    ? { ...found, body: await bodySlices.finish(writingList(found.body as Envelope<unknown>)) }
    : found;
}

/**
 * Calls the action, and again in the workspace where the resource is, if the person is a member there: links in old emails name none
 * (teams §20.12).
 */
async function callInItsWorkspace(request: Request, params: Params<ActionName>): Promise<unknown> {
  const { action } = request.route;
  try {
    return await request.call(action, params);
  } catch (error) {
    const workspace = isProblem(error, "FORBIDDEN") ? error.data?.body?.workspace_id : undefined;
    if (typeof workspace !== "string") throw error;
    const caller = await authenticate(request, workspace);
    if (caller) request.caller = caller;
    return request.call(action, { ...params, caller } as Params<ActionName>);
  }
}

/** Reads the body, except an upload's, which is streamed. A graph that no message on the bus carries becomes the request's document. */
async function bodyOf(request: Request, context: GatewayContext): Promise<unknown> {
  const { req, route: row } = request;
  // one of a form is looked for first
  if (row.upload) return row.of === "form" ? undefined : refuseOtherForms(req);
  if (!withBody.has(req.method ?? "")) return undefined;
  const limits = { ...limitsOf(row, context.bodyLimit), timeoutMs: context.bodyTimeoutMs };
  if (row.form) return readForm(req, limits);
  const { value, bytes } = await readBody(req, limits);
  if (row.holdsGraph && bytes.length > context.bodyLimit) request.document = { bytes, attachments: [] };
  return value;
}

/** Reads a page. Splits it in halves if it is larger than the bus carries. */
async function callForPage(request: Request, params: Params<ActionName>, paging: Paging): Promise<Page<unknown>> {
  const { action } = request.route;
  try {
    return (await request.call(action, { ...params, paging } as Params<ActionName>)) as Page<unknown>;
  } catch (error) {
    if (!isProblem(error, "ANSWER_TOO_LARGE") || paging.limit === 1) throw error;
    const half = Math.ceil(paging.limit / 2);
    const first = await callForPage(request, params, { ...paging, limit: half });
    if (first.next_after === null) return first;
    const rest = { ...paging, offset: paging.offset + half, limit: paging.limit - half };
    const second = await callForPage(request, startingAfter(params, first.next_after), rest);
    return { ...first, next_after: second.next_after, results: [...first.results, ...second.results] };
  }
}

function startingAfter(params: Params<ActionName>, after: string | undefined): Params<ActionName> {
  const { query } = params as { query?: object };
  return after ? ({ ...params, query: { ...query, after } } as Params<ActionName>) : params;
}

/** The endpoint that is asked: its path with the query, and the values of the path's variables. */
interface Place {
  url: string;
  params: Record<string, string>;
}

/** `place`: of a request inside this one (mcp/inside.ts). */
export function openRequest(
  route: Route,
  { baseUrl, files, exports }: GatewayContext,
  req: GatewayRequest,
  res: ServerResponse,
  { url, params }: Place = { url: req.originalUrl, params: req.$params.params },
): Request {
  const [pathname = "", search = ""] = url.split(/\?(.*)/s);
  const isQuick = route.auth === "public";
  if (isQuick) exports.yieldToRespondent();
  if (isQuick && params.session_id !== undefined) note(req, { session_id: params.session_id });
  const request: Request = {
    req,
    res,
    id: String(req.headers["x-request-id"]),
    route,
    path: params,
    address: `${baseUrl}${pathname}`,
    search: new URLSearchParams(search),
    cookies: isQuick ? [] : readCookies(req),
    baseUrl,
    files,
    exports,
    call: (
      action,
      params,
      options = {
        isIdempotent: route.idempotent,
        isQuick,
        notAfter: request.notAfter,
        document: request.document?.bytes,
        isLong: route.isLong,
      },
    ) =>
      callInTime(req.$ctx, action, params, {
        ...options,
        traceparent: String(req.headers.traceparent),
        origin: isQuick ? undefined : originOf(request),
        onForm: (formId) => note(req, { form_id: formId }),
      }),
    tell: (action, params) => callEach(req.$ctx.broker, action, params),
  };
  return request;
}

function checkedParams({ row, faultsOf, readQuery }: Endpoint, request: Request, body: unknown) {
  const path = pathParams(request.path, row.hasNamedId);
  const faults = withBody.has(row.method) ? faultsOf(body) : [];
  if (faults.length > 0)
    throw invalid(
      faults.map((fault) => shapeError(fault)),
      knownFields(faults, row.body),
    );
  const conditions = row.ifMatch && { if_match: request.etag === undefined ? ifMatchOf(request.req) : request.etag };
  // a large body is streamed instead
  const sent = row.body && { body: request.document ? null : body };
  return { ...path, ...readQuery(request.search), ...sent, ...conditions, ...row.extra?.(request) };
}

const entityTags = /^(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)$/;

/** RFC 9110 §13.1.1, §13.1.2. Throws 400 for an unquoted tag, which would match nothing and look stale. */
function ifMatchOf({ headers }: IncomingMessage): string | null {
  if (headers["if-match"] === undefined && headers["if-none-match"]?.trim() === "*") return noneYet;
  const tags = headers["if-match"]?.trim() ?? null;
  if (tags === null || entityTags.test(tags)) return tags;
  throw badRequest("Invalid If-Match. Send the ETag of an earlier response in double quotes, or `*`.");
}

/** Throws 404 for a malformed uuid or version number, which can't exist (decisions §1). */
function pathParams(path: Record<string, string>, hasNamedId = false): Record<string, string | number> {
  const entries = Object.entries(path).map(([name, value]) => {
    const isId = !hasNamedId && (name === "id" || name.endsWith("_id"));
    if (isId && !uuidPattern.test(value)) throw notFound();
    if (name === "version_number" && !/^[1-9]\d{0,8}$/.test(value)) throw notFound("version");
    if (value.includes("\u0000") || !value.isWellFormed()) throw notFound();
    return [name, name === "version_number" ? Number(value) : isId ? value.toLowerCase() : value];
  });
  return Object.fromEntries(entries);
}

function answerOf(request: Request, result: unknown, paging: Paging | undefined): Answer {
  const { route, address, search } = request;
  const headers = { "Cache-Control": route.maxAge === undefined ? "no-store" : `max-age=${route.maxAge}` };
  if (route.continues && result !== null) return { status: 202, headers, body: result };
  if (route.response === null) return { status: route.status, headers, body: null };
  if (route.etag) return taggedAnswer(request, result as Tagged<unknown>);
  const body = paging ? envelope(result as Page<unknown>, paging, address, search) : result;
  return { status: request.hasCreated ? 201 : route.status, headers, body };
}

/** `no-cache` allows caching, with revalidation each time (decisions §5). */
function taggedAnswer({ req, route }: Request, { etag, value, language }: Tagged<unknown>): Answer {
  const isRead = route.method === "GET";
  const headers = {
    ETag: etag,
    "Cache-Control": isRead ? "no-cache" : "no-store",
    ...(language !== undefined && { "Content-Language": language }),
  };
  if (isRead && isFresh(req.headers["if-none-match"], etag)) return { status: 304, headers, body: null };
  return { status: route.status, headers, body: value };
}
