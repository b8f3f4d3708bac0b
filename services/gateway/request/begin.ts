import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallingOptions, Service, ServiceBroker } from "moleculer";
import type { Load } from "../../../shared/api/endpoints/endpoint.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { ActionName } from "../../../shared/bus/contract.ts";
import { overloaded } from "../../../shared/platform/errors.ts";
import { isDraining } from "../../../shared/platform/ops/drain.ts";
import { refusals } from "../../../shared/platform/ops/metrics.ts";
import { isHealthPath, sendHealth } from "../../../shared/platform/ops/server.ts";
import type { Admission } from "../admission/admission.ts";
import { type EntryGate, isUsualEntry } from "../admission/entry.ts";
import { ClientGone, entryBodyLimit } from "../http/body.ts";
import { cors } from "../http/cors.ts";
import { type Failure, failureOf, sendFailure } from "../http/failure.ts";
import type { HostCheck } from "../http/hosts.ts";
import { opensPage, sendPageNotFound } from "../http/plainPage.ts";
import { discardBody, hasBody, sendLast, shortLinger, stopReading, usualLinger } from "../http/refusedBody.ts";
import type { Route } from "../http/request.ts";
import { setSecurityHeaders } from "../http/security.ts";
import { headProblem, requestIdOf, resolveTarget } from "../http/server.ts";
import type { FindRoute, Found } from "./find.ts";
import { answer, type Endpoint, endpointOf, type GatewayContext, type GatewayRequest, pickEndpoint } from "./handle.ts";
import type { FindHot, HotRequest } from "./hotRoutes.ts";
import { observe, trace } from "./observe.ts";

/** The parts of the gateway that a request uses. */
export interface Gateway {
  broker: ServiceBroker;
  logger: Service["logger"];
  context: GatewayContext;
  admission: Admission;
  entryGate: EntryGate;
  checkHost: HostCheck;
  findRoute: FindRoute;
  findHot: FindHot;
  /** Calls of hot routes, sent as one message per turn. */
  batchedCall: Call;
  /** The reference of the API, then the web pages. */
  pages: Pages[];
  /** moleculer-web: finds the path's alias. */
  httpHandler(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** Paths that aren't endpoints. */
export interface Pages {
  /** Returns a function that answers the request, or null if it is for no page. */
  answering(
    req: IncomingMessage,
    res: ServerResponse,
  ): ((context: GatewayContext & { broker: ServiceBroker }) => Promise<void>) | null;
}

/** The way of every request, in this order: admission, head and host, sign-in's gate, its page or endpoint. */
export function receive(gateway: Gateway, req: IncomingMessage, res: ServerResponse): void {
  resolveTarget(req);
  const found = gateway.findRoute(req);
  const load = isHealthPath(req.url) ? null : loadOf(found);
  gateway.admission.admit(load, req, res, () => begin(gateway, req, res, found));
}

/** Pages and unknown paths count as reads. */
const loadOf = (found: Found | null): Load => found?.row.load ?? "read";

/** Sets the headers that every response has, then checks the request's head and its host. */
function begin(gateway: Gateway, req: IncomingMessage, res: ServerResponse, found: Found | null): void {
  req.headers["x-request-id"] = requestIdOf(req);
  delete req.headers["x-correlation-id"];
  trace(req, res);
  res.setHeader("X-Request-Id", req.headers["x-request-id"]);
  setSecurityHeaders(req, res);
  // a client that keeps its connection would never move to another gateway
  if (isDraining()) res.setHeader("Connection", "close");
  const problem = headProblem(req);
  if (problem) fail(gateway, req, res, problem);
  else if (isHealthPath(req.url)) void sendHealth(gateway.broker, req, res);
  else {
    const go = (problem: unknown) => {
      if (problem) fail(gateway, req, res, problem);
      else if (loadOf(found) === "entry") enter(gateway, req, res, found);
      else serve(gateway, req, res, found);
    };
    const checked = gateway.checkHost(req);
    if (checked instanceof Promise) void checked.catch((error: unknown) => error).then(go);
    else go(checked);
  }
}

function enter(gateway: Gateway, req: IncomingMessage, res: ServerResponse, found: Found | null): void {
  // it will be answered 413 or rejected
  if (Number(req.headers["content-length"] ?? 0) > entryBodyLimit) stopReading(req);
  const isAdmitted = gateway.entryGate.enter(req, res, () => serve(gateway, req, res, found));
  if (!isAdmitted) fail(gateway, req, res, overloaded());
}

function serve(gateway: Gateway, req: IncomingMessage, res: ServerResponse, found: Found | null): void {
  const hot = gateway.findHot(req, found);
  if (hot) {
    serveHot(gateway, hot, req, res);
    return;
  }
  for (const pages of gateway.pages) {
    const answerPage = pages.answering(req, res);
    if (!answerPage) continue;
    answerPage({ ...gateway.context, broker: gateway.broker }).catch((error: unknown) =>
      fail(gateway, req, res, error),
    );
    return;
  }
  void gateway.httpHandler(req, res);
}

/** Handles a request as moleculer-web would, without its routing. */
function serveHot(
  gateway: Gateway,
  { row, endpoint, params }: HotRequest,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { broker, batchedCall } = gateway;
  const requestId = String(req.headers["x-request-id"]);
  const call = (name: ActionName, given: never, options: CallingOptions) =>
    batchedCall(name, given, { ...options, requestID: requestId });
  const request = Object.assign(req, {
    originalUrl: req.url ?? "",
    $params: { params },
    $ctx: { broker, call } as never,
  });
  observe(gateway.logger, row.path, req, res);
  cors(req, res, [row]);
  void handleRequest(gateway, [endpoint], request, res);
}

/** Returns moleculer-web's aliases, one per path. Its handler picks the method, so that a wrong one is 405 with `Allow`. */
export function aliasesOf(routes: readonly Route[]): Record<string, unknown> {
  const byPath = Map.groupBy(routes, (row) => row.path);
  const entries = [...byPath].map(([path, own]) => {
    const rows = [...own, ...formsNamed(path, own, byPath)];
    const endpoints = rows.map(endpointOf);
    const alias = path.replaceAll(/\{(\w+)\}/g, ":$1").slice(1, -1);
    return [
      alias,
      async function handle(this: Gateway, req: GatewayRequest, res: ServerResponse) {
        observe(this.logger, path, req, res);
        if (rows.length > own.length) req.$params.params.slug ??= path.split("/").at(-2) ?? "";
        if (!cors(req, res, rows)) await handleRequest(this, endpoints, req, res);
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** Other methods of a path that a form from before it was reserved can have as its slug, such as `r/resume/`. */
const formsNamed = (path: string, own: Route[], byPath: ReadonlyMap<string, Route[]>): Route[] =>
  (byPath.get(path.replace(/[^/{}]+\/$/, "{slug}/") as Route["path"]) ?? []).filter(
    ({ method }) => !path.endsWith("}/") && own.every((row) => row.method !== method),
  );

async function handleRequest(
  gateway: Gateway,
  endpoints: Endpoint[],
  req: GatewayRequest,
  res: ServerResponse,
): Promise<void> {
  let landing: string | undefined;
  try {
    const endpoint = pickEndpoint(endpoints, req.method ?? "");
    landing = endpoint.row.landing;
    await answer(endpoint, gateway.context, req, res);
  } catch (error) {
    // browsers that show the error go to a page. Status and body stay the same
    if (landing && req.headers["sec-fetch-mode"] === "navigate") res.setHeader("Refresh", `0; url=${landing}`);
    fail(gateway, req, res, error);
  }
}

/** Answers with an error. Refusals of sign-in wait for their turn. */
export function fail(gateway: Gateway, req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (error instanceof ClientGone) return;
  const requestId = String(req.headers["x-request-id"]);
  const failure = failureOf(error, requestId);
  refusals.inc({ reason: failure.reason });
  if (failure.isOurs) gateway.logger.error(`Request ${requestId} failed`, error);
  const isEntry = loadOf(gateway.findRoute(req)) === "entry";
  const send = () => sendRefusal(req, res, failure, isEntry && !isUsualEntry(req));
  if (isEntry && (failure.status === 429 || failure.status === 503)) {
    stopReading(req);
    gateway.entryGate.refuse(req, res, send);
  } else send();
}

function sendRefusal(req: IncomingMessage, res: ServerResponse, failure: Failure, isUnusualEntry: boolean): void {
  const closes = isUnusualEntry || (failure.headers.Connection === "close" && hasBody(req));
  if (closes && !req.readableEnded && !res.headersSent) {
    sendLast(req, res, failure, isUnusualEntry ? shortLinger : usualLinger);
    return;
  }
  if (failure.status === 404 && opensPage(req)) sendPageNotFound(req, res);
  else sendFailure(res, failure);
  if (!req.readableEnded) discardBody(req);
}
