import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceSettingSchema } from "moleculer";
import ApiGateway from "moleculer-web";
import { openBatchedCalls } from "../../shared/bus/batchedCalls.ts";
import { type BusService, defineService } from "../../shared/bus/service.ts";
import { env, ownAddress } from "../../shared/platform/env.ts";
import { notFound } from "../../shared/platform/errors.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import { watchStore } from "../../shared/platform/files/watch.ts";
import { abortStart } from "../../shared/platform/ops/abortStart.ts";
import { openAdmission } from "./admission/admission.ts";
import { openEntryGate, refusalDelayMs } from "./admission/entry.ts";
import { openGuides } from "./guides/guides.ts";
import { bodyLimitOf, bodyTimeoutMs } from "./http/body.ts";
import { openHostCheck } from "./http/hosts.ts";
import { type Listening, listen } from "./http/listen.ts";
import { createServer, headersTimeoutMs } from "./http/server.ts";
import { openLimits } from "./limits/limits.ts";
import { openMcp } from "./mcp/mcp.ts";
import { openReference } from "./openapi/pages.ts";
import { aliasesOf, fail, type Gateway, receive } from "./request/begin.ts";
import { openDenials } from "./request/denials.ts";
import { openExports } from "./request/export.ts";
import { openFinder } from "./request/find.ts";
import { openHotRoutes } from "./request/hotRoutes.ts";
import { routes } from "./routes/routes.ts";
import { openMeter } from "./usage/meter.ts";
import { openWebPages, type WebPages } from "./web/pages.ts";

/** The HTTP service. moleculer-web finds the path, and routes.ts has a row for each endpoint. */
interface GatewayService extends BusService, Omit<Gateway, keyof BusService> {
  server?: Server;
  listening?: Listening;
  web: WebPages;
  settings: ServiceSettingSchema & { headersTimeoutMs: number; bodyTimeoutMs: number; refusalDelayMs: number };
}

export default defineService<"gateway", GatewayService>({
  name: "gateway",
  mixins: [ApiGateway],
  settings: {
    // `started` makes its own, with its limits, errors and shutdown
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
        aliases: aliasesOf(routes),
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
    this.pages = [openReference(routes), openGuides(), openMcp(routes, this.logger), this.web];
    this.findRoute = openFinder(routes);
    this.findHot = openHotRoutes(routes);
    this.admission = openAdmission(env().SHED_IN_FLIGHT);
    this.batchedCall = openBatchedCalls(this.broker);
    this.entryGate = openEntryGate(this.settings.refusalDelayMs);
    this.checkHost = openHostCheck(() => this.call("auth.hasAccount", {}));
  },

  async started() {
    const { HOST, PORT, LISTEN_SOCKETS, MAX_CONNECTIONS } = env();
    const files = watchStore(await openFileStore(), this.logger);
    const meter = openMeter((batch) => this.call("auth.recordUsage", batch), this.logger);
    const denials = openDenials((entries) => this.call("auth.recordAudit", { entries }), this.logger);
    const { headersTimeoutMs } = this.settings;
    const limits = { connections: MAX_CONNECTIONS, headersTimeoutMs };
    const server = createServer((req, res) => receive(this, req, res), limits);
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
    const baseUrl = ownAddress() ?? listensOn;
    this.context = {
      baseUrl,
      bodyLimit: bodyLimitOf(this.broker, this.logger),
      bodyTimeoutMs: this.settings.bodyTimeoutMs,
      limits: openLimits(this.logger),
      meter,
      denials,
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
    await Promise.all([this.context.meter.close(), this.context.denials.close()]);
  },
});
