import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallingOptions, ServiceSettingSchema } from "moleculer";
import ApiGateway from "moleculer-web";
import type { Call } from "../../shared/bus/calls.ts";
import type { ActionName } from "../../shared/bus/contract.ts";
import { openJoinedCalls } from "../../shared/bus/joined.ts";
import { type BusService, defineService } from "../../shared/bus/service.ts";
import { env } from "../../shared/platform/env.ts";
import { notFound, overloaded } from "../../shared/platform/errors.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import { abortStart } from "../../shared/platform/ops/abortStart.ts";
import { isDraining } from "../../shared/platform/ops/drain.ts";
import { refusals } from "../../shared/platform/ops/metrics.ts";
import { isHealthPath, sendHealth } from "../../shared/platform/ops/server.ts";
import { openAdmission } from "./admission/admission.ts";
import { type EntryGate, isEntry, isUsualEntry, openEntryGate, refusalDelayMs } from "./admission/entry.ts";
import { bodyLimitOf, bodyTimeoutMs, ClientGone, entryBodyLimit } from "./http/body.ts";
import { cors } from "./http/cors.ts";
import { type Failure, failureOf, sendFailure } from "./http/failure.ts";
import { type HostCheck, openHostCheck } from "./http/hosts.ts";
import { type Listening, listen } from "./http/listen.ts";
import { discardBody, hasBody, sendLast, shortLinger, takeNothing, usualLinger } from "./http/refusedBody.ts";
import type { Route } from "./http/request.ts";
import { setSecurityHeaders } from "./http/security.ts";
import { createServer, headersTimeoutMs, headProblem, requestIdOf, resolveTarget } from "./http/server.ts";
import { openLimits } from "./limits/limits.ts";
import { openPages, type Pages, pageAt, sendPage } from "./openapi/pages.ts";
import { openExports } from "./request/export.ts";
import {
  answer,
  type Endpoint,
  endpointOf,
  type GatewayContext,
  type GatewayRequest,
  pickEndpoint,
} from "./request/handle.ts";
import { type HotRequest, openHotRoutes } from "./request/hotRoutes.ts";
import { observe, trace } from "./request/observe.ts";
import { routes } from "./routes/routes.ts";
import { openMeter } from "./usage/meter.ts";
import { openWebPages, type WebPages } from "./web/pages.ts";

/** The HTTP service. moleculer-web finds the path, and routes.ts has a row for each endpoint. */
interface GatewayService extends BusService {
  server?: Server;
  listening?: Listening;
  context: GatewayContext;
  entryGate: EntryGate;
  web: WebPages;
  checkHost: HostCheck;
  /** Calls of hot routes, joined to one message per turn. */
  joinedCall: Call;
  settings: ServiceSettingSchema & { headersTimeoutMs: number; bodyTimeoutMs: number; refusalDelayMs: number };
  httpHandler(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

export default defineService<"gateway", GatewayService>({
  name: "gateway",
  mixins: [ApiGateway],
  settings: {
    // openServer makes its own, with its limits, errors and shutdown
    server: false,
    headersTimeoutMs,
    bodyTimeoutMs,
    refusalDelayMs,
    logRequest: null,
    logRequestParams: null,
    logResponse: null,
    logRouteRegistration: null,
    routes: [
      {
        path: "/",
        mappingPolicy: "restrict",
        mergeParams: false,
        bodyParsers: false,
        logging: false,
        // moleculer-web has already removed one slash from the end
        pathToRegexpOptions: { sensitive: true, trailing: false },
        aliases: aliasesOf(Map.groupBy(routes, (row) => row.path)),
      },
    ],
    onError(this: GatewayService, req: IncomingMessage, res: ServerResponse, error: Error & { code?: number }) {
      const isUnrouted = error.code === 404 || error.code === 400;
      fail(this, req, res, isUnrouted ? notFound("path") : error);
    },
  },

  // every HTTP request passes through this action. Its limit is high, because exports to slow readers must not take room from
  // respondents, and each service has a limit of its own
  actions: { rest: { bulkhead: { enabled: true, concurrency: 10_000, maxQueueSize: 1 } } },

  created() {
    this.web = openWebPages(this.logger);
    this.joinedCall = openJoinedCalls(this.broker);
    this.entryGate = openEntryGate(this.settings.refusalDelayMs);
    this.checkHost = openHostCheck(() => this.call("auth.hasAccount", {}));
  },

  async started() {
    const { HOST, PORT, LISTEN_SOCKETS } = env();
    const files = await openFileStore();
    const meter = openMeter((batch) => this.call("auth.recordUsage", batch), this.logger);
    const server = openServer(this);
    this.server = server;
    this.listening = await listen(server, { port: PORT, host: HOST, sockets: LISTEN_SOCKETS }).catch(
      (error: NodeJS.ErrnoException) =>
        abortStart(
          error.code === "EADDRINUSE"
            ? `Port ${PORT} on ${HOST} is in use. Set PORT to a free port.`
            : `Can't listen on ${HOST}:${PORT}: ${error.message}.`,
        ),
    );
    const { port } = this.listening;
    const listensOn = `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
    const baseUrl = (env().BASE_URL ?? listensOn).replace(/\/+$/, "");
    const limits = openLimits(this.logger);
    this.context = {
      baseUrl,
      bodyLimit: bodyLimitOf(this.broker, this.logger),
      bodyTimeoutMs: this.settings.bodyTimeoutMs,
      limits,
      meter,
      files,
      exports: openExports(),
    };
    this.logger.info(`Listening on ${listensOn}`);
  },

  async stopped() {
    this.web?.close();
    await this.context?.limits.close();
  },

  async drain() {
    const { server, listening } = this;
    if (!server || !listening) return;
    // a load balancer must first see that this gateway isn't ready
    if (this.broker.transit) await sleep(env().DRAIN_NOTICE_MS);
    const closed = listening.close();
    await Promise.race([closed, sleep(env().DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    // disconnects readers of exports
    server.closeAllConnections();
    await closed;
    // auth stops after this service, or runs elsewhere
    await this.context.meter.close();
  },
});

const findHot = openHotRoutes(routes);

/** Returns one alias per path. Its handler picks the method, so that a wrong one is 405 with `Allow`. */
function aliasesOf(byPath: Map<string, Route[]>): Record<string, unknown> {
  const entries = [...byPath].map(([path, rows]) => {
    const endpoints = rows.map(endpointOf);
    const alias = path.replaceAll(/\{(\w+)\}/g, ":$1").slice(1, -1);
    return [
      alias,
      async function handle(this: GatewayService, req: GatewayRequest, res: ServerResponse) {
        observe(this.logger, path, req, res);
        if (!cors(req, res, rows)) await handleRequest(this, endpoints, req, res);
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** Handles a request as moleculer-web would, without its routing. */
function serveHot(
  gateway: GatewayService,
  { path, row, endpoint, params }: HotRequest,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const { broker, joinedCall } = gateway;
  const requestId = String(req.headers["x-request-id"]);
  const call = (name: ActionName, given: never, options: CallingOptions) =>
    joinedCall(name, given, { ...options, requestID: requestId });
  const request = Object.assign(req, {
    originalUrl: req.url ?? "",
    $params: { params },
    $ctx: { broker, call } as never,
  });
  observe(gateway.logger, path, req, res);
  cors(req, res, [row]);
  void handleRequest(gateway, [endpoint], request, res);
}

async function handleRequest(
  gateway: GatewayService,
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

function fail(gateway: GatewayService, req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (error instanceof ClientGone) return;
  const requestId = String(req.headers["x-request-id"]);
  const failure = failureOf(error, requestId);
  refusals.inc({ reason: failure.reason });
  if (failure.isOurs) gateway.logger.error(`Request ${requestId} failed`, error);
  const send = () => sendRefusal(req, res, failure);
  if (isEntry(req) && (failure.status === 429 || failure.status === 503)) {
    takeNothing(req);
    gateway.entryGate.refuse(req, res, send);
  } else send();
}

function sendRefusal(req: IncomingMessage, res: ServerResponse, failure: Failure): void {
  const isUnusualEntry = isEntry(req) && !isUsualEntry(req);
  const closes = isUnusualEntry || (failure.headers.Connection === "close" && hasBody(req));
  if (closes && !req.readableEnded && !res.headersSent) {
    sendLast(req, res, failure, isUnusualEntry ? shortLinger : usualLinger);
    return;
  }
  sendFailure(res, failure);
  if (!req.readableEnded) discardBody(req);
}

function openServer(gateway: GatewayService): Server {
  const { headersTimeoutMs } = gateway.settings;
  const limits = { connections: env().MAX_CONNECTIONS, headersTimeoutMs };
  const admission = openAdmission(env().SHED_IN_FLIGHT);
  const pages = openPages(routes);
  return createServer((req, res) => {
    resolveTarget(req);
    admission.admit(req, res, () => begin(gateway, pages, req, res));
  }, limits);
}

/** Sets the headers that every response has, then checks the request's head and its host. */
function begin(gateway: GatewayService, pages: Pages, req: IncomingMessage, res: ServerResponse): void {
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
      else if (isEntry(req)) enter(gateway, pages, req, res);
      else serve(gateway, pages, req, res);
    };
    const found = gateway.checkHost(req);
    if (found instanceof Promise) void found.catch((error: unknown) => error).then(go);
    else go(found);
  }
}

function enter(gateway: GatewayService, pages: Pages, req: IncomingMessage, res: ServerResponse): void {
  // it will be answered 413 or rejected
  if (Number(req.headers["content-length"] ?? 0) > entryBodyLimit) takeNothing(req);
  const isAdmitted = gateway.entryGate.enter(req, res, () => serve(gateway, pages, req, res));
  if (!isAdmitted) fail(gateway, req, res, overloaded());
}

function serve(gateway: GatewayService, pages: Pages, req: IncomingMessage, res: ServerResponse): void {
  const hot = findHot(req);
  if (hot) {
    serveHot(gateway, hot, req, res);
    return;
  }
  const page = pageAt(pages, req.url);
  const web = page ? null : gateway.web.answering(req, res);
  if (!page && !web) {
    void gateway.httpHandler(req, res);
    return;
  }
  const answered = async () =>
    page ? sendPage(page, req, res) : web?.({ ...gateway.context, broker: gateway.broker });
  answered().catch((error: unknown) => fail(gateway, req, res, error));
}
