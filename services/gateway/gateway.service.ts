import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, Service } from "moleculer";
import ApiGateway from "moleculer-web";
import type { ActionName } from "../../shared/contract.ts";
import { env } from "../../shared/env.ts";
import { notFound } from "../../shared/errors.ts";
import { openFileStore } from "../../shared/files/store.ts";
import { newUuid } from "../../shared/ids.ts";
import type { Params, Result } from "../../shared/moleculer.ts";
import { isDraining } from "../../shared/ops/drain.ts";
import { isHealthPath, sendHealth } from "../../shared/ops/server.ts";
import { stopStart } from "../../shared/ops/stop-start.ts";
import { traceparentOf } from "../../shared/ops/trace.ts";
import { bodyLimitOf } from "./bus-limit.ts";
import { callInTime } from "./call.ts";
import { ClientGone } from "./clientGone.ts";
import { cors } from "./cors.ts";
import { failureOf, sendFailure } from "./failure.ts";
import { answer, type Endpoint, endpointOf, pickEndpoint, type Surroundings } from "./handle.ts";
import { openLimits } from "./limits/limits.ts";
import { observe } from "./observe.ts";
import { openPages, type Pages, pageAt, sendPage } from "./openapi/pages.ts";
import { routes } from "./routes.ts";
import { setSecurityHeaders } from "./security.ts";
import { createServer, headProblem } from "./server.ts";
import { openMeter } from "./usage/meter.ts";

/** The HTTP side of Pathform: moleculer-web finds the path, the rows of routes.ts say the rest. */
interface GatewayService extends Service {
  server?: Server;
  surroundings: Surroundings;
  httpHandler(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

type GatewayRequest = IncomingMessage & { $ctx: Context; $params: { params: Record<string, string> } };

export default {
  name: "gateway",
  mixins: [ApiGateway],
  settings: {
    // the server is ours: its limits, its errors and its end are
    server: false,
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
        // moleculer-web has taken one slash from the end already
        pathToRegexpOptions: { sensitive: true, trailing: false },
        aliases: aliasesOf(Map.groupBy(routes, (row) => row.path)),
      },
    ],
    onError(this: GatewayService, req: IncomingMessage, res: ServerResponse, error: Error & { code?: number }) {
      const isUnrouted = error.code === 404 || error.code === 400;
      fail(this, req, res, isUnrouted ? notFound("path") : error);
    },
  },

  // every HTTP request passes through this one action: exports to slow readers must not take the respondents' room, and
  // what is too much is for the service to say that it is meant for
  actions: { rest: { bulkhead: { enabled: true, concurrency: 10_000, maxQueueSize: 1 } } },

  async started(this: GatewayService) {
    const { HOST, PORT } = env();
    const files = await openFileStore();
    const meter = openMeter((batch) => this.broker.call("auth.recordUsage", batch), this.logger);
    this.server = openServer(this);
    this.server.listen(PORT, HOST);
    await once(this.server, "listening").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") stopStart(`Port ${PORT} of ${HOST} is in use: set PORT to a free one.`);
      else stopStart(`Cannot listen on ${HOST}:${PORT}: ${error.message}.`);
    });
    const { port } = this.server.address() as AddressInfo;
    const baseUrl = (env().BASE_URL ?? `http://${HOST}:${port}`).replace(/\/+$/, "");
    const limits = openLimits(this.logger);
    this.surroundings = {
      baseUrl,
      bodyLimit: bodyLimitOf(this.broker, this.logger),
      limits,
      meter,
      files,
      call: callOf,
    };
    this.logger.info(`Listening on http://${HOST}:${port}`);
  },

  async stopped(this: GatewayService) {
    await this.surroundings?.limits.close();
  },

  methods: {
    async drain(this: GatewayService) {
      if (!this.server?.listening) return;
      // on the bus there are other gateways, and a balancer that has yet to see that this one is not ready
      if (this.broker.transit) await sleep(noticeMs);
      const closed = once(this.server, "close");
      this.server.close();
      await Promise.race([closed, sleep(patienceMs, undefined, { ref: false })]);
      this.server.closeAllConnections();
      await closed;
      // auth is still there: it stops after this, or runs elsewhere
      await this.surroundings.meter.close();
    },
  },
};

const noticeMs = 2_000;
/** A reader that is still taking an export by then is cut off. */
const patienceMs = 5_000;

/** One alias a path; its methods are told apart here, so that a wrong one is 405 with `Allow`. */
function aliasesOf(byPath: Map<string, typeof routes>): Record<string, unknown> {
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

async function handleRequest(
  gateway: GatewayService,
  endpoints: Endpoint[],
  req: GatewayRequest,
  res: ServerResponse,
): Promise<void> {
  try {
    const endpoint = pickEndpoint(endpoints, req.method ?? "");
    await answer(endpoint, gateway.surroundings, req, res, req.$params.params);
  } catch (error) {
    fail(gateway, req, res, error);
  }
}

function fail(gateway: GatewayService, req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (error instanceof ClientGone) return;
  const requestId = String(req.headers["x-request-id"]);
  const failure = failureOf(error, requestId);
  if (failure.isOurs) gateway.logger.error(`Request ${requestId} failed`, error);
  sendFailure(res, failure);
  if (!req.readableEnded) discardBody(req);
}

/** What is left of a refused body is read and thrown away for a while, so that the client gets to see the answer. */
function discardBody(req: IncomingMessage): void {
  const timer = setTimeout(() => req.socket.destroy(), lingerMs);
  req.once("close", () => clearTimeout(timer)).resume();
}

const lingerMs = 5_000;

function openServer(gateway: GatewayService): Server {
  const pages = openPages(routes);
  return createServer((req, res) => {
    req.headers["x-request-id"] = requestIdOf(req);
    delete req.headers["x-correlation-id"];
    req.headers.traceparent = traceparentOf(req.headers.traceparent);
    res.setHeader("X-Request-Id", req.headers["x-request-id"]);
    setSecurityHeaders(req, res);
    // a client that keeps its connection would never move to another gateway
    if (isDraining()) res.setHeader("Connection", "close");
    const problem = headProblem(req);
    if (problem) fail(gateway, req, res, problem);
    else if (isHealthPath(req.url)) void sendHealth(gateway.broker, req, res);
    else serve(gateway, pages, req, res);
  });
}

function serve(gateway: GatewayService, pages: Pages, req: IncomingMessage, res: ServerResponse): void {
  const page = pageAt(pages, req.url);
  if (!page) {
    void gateway.httpHandler(req, res);
    return;
  }
  try {
    sendPage(page, req, res);
  } catch (error) {
    fail(gateway, req, res, error);
  }
}

/** Taken over only when it is harmless in logs and headers (decisions §1). */
function requestIdOf(req: IncomingMessage): string {
  const given = req.headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newUuid();
}

function callOf<N extends ActionName>(req: IncomingMessage, action: N, params: Params<N>): Promise<Result<N>> {
  return callInTime((req as GatewayRequest).$ctx, action, params, String(req.headers.traceparent));
}
