import type { IncomingMessage, ServerResponse } from "node:http";
import type { ActionName, Tagged } from "../../shared/contract.ts";
import { invalid, methodNotAllowed, notFound } from "../../shared/errors.ts";
import type { FileStore } from "../../shared/files/store.ts";
import type { Params, Result } from "../../shared/moleculer.ts";
import { packetTooLarge } from "../../shared/ops/packets.ts";
import type { Page, Paging } from "../../shared/paging.ts";
import { type Check, Closed, checker, uuidPattern } from "../../shared/schema.ts";
import { authenticate, authorize } from "./authenticate.ts";
import { readBody } from "./body.ts";
import { readCookie, setCookie } from "./cookie.ts";
import { refuseOtherForms } from "./files/form.ts";
import type { Limits } from "./limits/limits.ts";
import { type Query, queryReader } from "./query.ts";
import { envelope, isFresh, sendJson, sendNothing } from "./reply.ts";
import type { Request, Row } from "./route.ts";
import type { Meter } from "./usage/meter.ts";

/** What a request needs of the gateway around it. */
export interface Surroundings {
  /** where this gateway is reached, without a slash at its end */
  baseUrl: string;
  /** bytes */
  bodyLimit: number;
  limits: Limits;
  meter: Meter;
  files: FileStore;
  call<N extends ActionName>(req: IncomingMessage, action: N, params: Params<N>): Promise<Result<N>>;
}

/** A row with its checks compiled. */
export interface Endpoint {
  row: Row;
  checkBody: Check;
  readQuery: (search: URLSearchParams) => Query;
}

const noFields = Closed({});
const withBody: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

export const endpointOf = (row: Row): Endpoint => ({
  row,
  checkBody: checker(row.body ?? noFields),
  readQuery: queryReader(row),
});

/** The endpoint of a path for this method; HEAD is answered as GET. Throws 405. */
export function pickEndpoint(endpoints: Endpoint[], method: string): Endpoint {
  const found = endpoints.find(({ row }) => row.method === (method === "HEAD" ? "GET" : method));
  if (found) return found;
  const methods = endpoints.map(({ row }) => row.method);
  throw methodNotAllowed(methods.includes("GET") ? ["HEAD", ...methods] : methods);
}

/**
 * One request, in the order that decisions §1 gives to its errors: too many from this address, who is it, too many with
 * this key, what is wrong with the body as such, then the fields, then what the service says.
 */
export async function answer(
  endpoint: Endpoint,
  surroundings: Surroundings,
  req: IncomingMessage,
  res: ServerResponse,
  path: Record<string, string>,
): Promise<void> {
  const { row } = endpoint;
  const started = performance.now();
  const request = openRequest(row, surroundings, req, res, path);
  await surroundings.limits.byAddress(request);
  const caller = await authenticate(request);
  surroundings.meter.follow(request, caller, started);
  authorize(request, caller);
  await surroundings.limits.byKey(request, caller);
  // a sign-in lasts 14 days from its last use, in the browser too
  if (caller?.key_id === null && request.cookie) setCookie(request, request.cookie);
  const body = await bodyOf(row, req, surroundings.bodyLimit);
  const given = checkedParams(endpoint, request, body === undefined ? {} : body);
  await surroundings.limits.bySignIn(request, body);
  const params = { ...((caller || row.auth === "link") && { caller }), ...given } as Params<ActionName>;
  const result = given.paging
    ? await callForPage(request, params, given.paging)
    : await request.call(row.action, params);
  const reply = row.reply ? await row.reply(request, result as never) : result;
  if (!res.headersSent) send(request, reply, given.paging);
}

/** An upload's form is read where its file goes. */
async function bodyOf(row: Row, req: IncomingMessage, limit: number): Promise<unknown> {
  if (row.upload) return refuseOtherForms(req);
  return withBody.has(req.method ?? "") ? readBody(req, limit) : undefined;
}

/** A page of large rows may be more than the bus carries: then it is asked for in halves. */
async function callForPage(request: Request, params: Params<ActionName>, paging: Paging): Promise<Page<unknown>> {
  const { action } = request.route;
  try {
    return (await request.call(action, { ...params, paging } as Params<ActionName>)) as Page<unknown>;
  } catch (error) {
    if ((error as { type?: string }).type !== packetTooLarge || paging.limit === 1) throw error;
    const half = Math.ceil(paging.limit / 2);
    const first = await callForPage(request, params, { ...paging, limit: half });
    const rest = { ...paging, offset: paging.offset + half, limit: paging.limit - half };
    const second = await callForPage(request, params, rest);
    return { count: first.count, results: [...first.results, ...second.results] };
  }
}

function openRequest(
  route: Row,
  { baseUrl, files, call }: Surroundings,
  req: IncomingMessage,
  res: ServerResponse,
  path: Record<string, string>,
): Request {
  const [pathname = "", search = ""] = ((req as { originalUrl?: string }).originalUrl ?? "").split(/\?(.*)/s);
  return {
    req,
    res,
    id: String(req.headers["x-request-id"]),
    route,
    path,
    address: `${baseUrl}${pathname}`,
    search: new URLSearchParams(search),
    cookie: readCookie(req),
    baseUrl,
    files,
    call: (action, params) => call(req, action, params),
  };
}

function checkedParams({ row, checkBody, readQuery }: Endpoint, request: Request, body: unknown) {
  const path = pathParams(request.path);
  const errors = withBody.has(row.method) ? checkBody(body) : [];
  if (errors.length > 0) throw invalid(errors);
  return { ...path, ...readQuery(request.search), ...(row.body && { body }), ...row.extra?.(request) };
}

/** What a path names and cannot exist is 404 (decisions §1): a malformed uuid or version number. */
function pathParams(path: Record<string, string>): Record<string, string | number> {
  const entries = Object.entries(path).map(([name, value]) => {
    const isId = name === "id" || name.endsWith("_id");
    if (isId && !uuidPattern.test(value)) throw notFound();
    if (name === "version_number" && !/^[1-9]\d{0,8}$/.test(value)) throw notFound("version");
    if (value.includes("\u0000") || !value.isWellFormed()) throw notFound();
    return [name, name === "version_number" ? Number(value) : isId ? value.toLowerCase() : value];
  });
  return Object.fromEntries(entries);
}

function send(request: Request, result: unknown, paging: Paging | undefined): void {
  const { route, res } = request;
  res.setHeader("Cache-Control", "no-store");
  if (route.response === null) sendNothing(request, route.status);
  else if (paging) {
    sendJson(request, route.status, envelope(result as Page<unknown>, paging, request.address, request.search));
  } else if (route.etag) sendTagged(request, result as Tagged<unknown>);
  else sendJson(request, route.status, result);
}

/** `no-cache`: may be kept, but is asked for again each time (decisions §5). */
function sendTagged(request: Request, { etag, value }: Tagged<unknown>): void {
  const { req, res, route } = request;
  res.setHeader("ETag", etag);
  if (route.method === "GET") res.setHeader("Cache-Control", "no-cache");
  if (route.method === "GET" && isFresh(req.headers["if-none-match"], etag)) sendNothing(request, 304);
  else sendJson(request, route.status, value);
}
