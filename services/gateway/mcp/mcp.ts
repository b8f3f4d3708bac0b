import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service, ServiceBroker } from "moleculer";
import { type Endpoint, group, storesNothing } from "../../../shared/api/endpoints/endpoint.ts";
import { badRequest, unauthenticated } from "../../../shared/platform/errors.ts";
import { bodyLimit, readBody } from "../http/body.ts";
import { refuseOtherSites } from "../http/cookie.ts";
import type { Failure } from "../http/failure.ts";
import { sendAnswer } from "../http/reply.ts";
import type { Route } from "../http/request.ts";
import { authenticate, authorize } from "../request/authenticate.ts";
import type { Pages } from "../request/begin.ts";
import { endpointOf, type GatewayContext, type GatewayRequest, openRequest, pickEndpoint } from "../request/handle.ts";
import { note, observe } from "../request/observe.ts";
import { type Ask, openInside } from "./inside.ts";

const path = "/api/mcp/" as const;

/** Not in the API's document, because its bodies are those of the protocol. The endpoints behind the tools leave audit entries. */
const endpoints = group(
  { tag: "Forms", auth: "caller" },
  {
    "/api/mcp/": {
      POST: {
        id: "mcp",
        title: "Assistants",
        of: "workspace",
        load: "read",
        needs: ["any role"],
        audit: storesNothing,
      },
    },
  },
);
const route: Route = {
  ...(endpoints[path].POST as unknown as Endpoint),
  method: "POST",
  path,
  action: "auth.authenticate",
};
const endpoint = endpointOf(route);

/** As many values as a graph has, in the message that holds it. */
const limits = { bytes: bodyLimit, values: 200_000, depth: 48 };

/** The path of assistants (wants §24.3). */
export function openMcp(routes: readonly Route[], logger: Service["logger"]): Pages {
  let ask: Ask | undefined;
  const log = (failure: Failure, error: unknown) => {
    if (failure.isOurs) logger.error(`Request ${failure.body.request_id} failed`, error);
  };
  return {
    answering(req, res) {
      const [asked = ""] = (req.url ?? "").split("?", 1);
      if (asked !== path && `${asked}/` !== path) return null;
      return async (context) => {
        ask ??= openInside(routes, context, log);
        observe(logger, path, req, res);
        await answerMcp(context, ask, asRequest(req, context.broker), res);
      };
    },
  };
}

function asRequest(req: IncomingMessage, broker: ServiceBroker): GatewayRequest {
  const requestId = String(req.headers["x-request-id"]);
  const call = (name: string, params: object, options: object) =>
    broker.call(name, params, { ...options, requestID: requestId });
  return Object.assign(req, { originalUrl: path, $params: { params: {} }, $ctx: { broker, call } as never });
}

async function answerMcp(context: GatewayContext, ask: Ask, req: GatewayRequest, res: ServerResponse): Promise<void> {
  pickEndpoint([endpoint], req.method ?? "");
  const started = performance.now();
  refuseOtherSites(req);
  if (req.headers.authorization === undefined)
    throw unauthenticated("Send an API key as `Authorization: Bearer pf_…`.");
  const request = openRequest(route, context, req, res);
  const caller = await authenticate(request);
  if (!caller) throw unauthenticated();
  note(req, { account_id: caller.account_id });
  context.meter.follow(request, caller, started);
  authorize(request, caller);
  await context.limits.byCaller(request, caller);
  const { value: message } = await readBody(req, { ...limits, timeoutMs: context.bodyTimeoutMs });
  if (Array.isArray(message)) throw badRequest("Send one message per request, not a batch.");
  const { answerMessage } = await import("./protocol.ts");
  const reply = await answerMessage(message ?? null, request, caller, ask);
  const text = await reply.text();
  sendAnswer(request, {
    status: reply.status,
    headers: { "Cache-Control": "no-store" },
    body: text === "" ? null : text,
  });
}
