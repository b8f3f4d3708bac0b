import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openTracer } from "../../shared/platform/ops/openTelemetry.ts";
import { client, expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register, type Stage } from "../support/stage.ts";

/** Traces over OTLP (OTEL_EXPORTER_OTLP_ENDPOINT). */
interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: Omit<Span, "service">[] }[];
  }[];
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string }[];
  service: string;
}

const strangersTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${strangersTrace}-00f067aa0ba902b7-01`;
const unsampled = "gateway-2";
const received: Exported[] = [];
let collector: Server;
let product: Product;
let owner: Stage["owner"];

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    received.push((await json(req)) as Exported);
    res.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  product = await startProduct({
    way: "many",
    others: ["auth", "forms", "analytics", "integrations"],
    copies: [unsampled],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    envOf: (name): Record<string, string> => (name === unsampled ? { OTEL_TRACES_SAMPLER_ARG: "0" } : {}),
  });
  owner = await register(product.url);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  collector.close();
  collector.closeAllConnections();
}, 60_000);

const spans = (): Span[] =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
      return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
    }),
  );

/** Waits for the trace of the newest request with this name, with a span of that name. */
const traceOf = (request: string, leaf: string): Promise<Span[]> =>
  eventually(() => {
    const root = spans().findLast(({ name }) => name === request);
    const trace = spans().filter(({ traceId }) => traceId === root?.traceId);
    expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining([request, leaf]));
    return trace;
  }, 30);

/** Returns the names and services from the root down to the span of that name. */
function pathTo(trace: Span[], leaf: string): string[] {
  const path: string[] = [];
  let span = trace.find(({ name }) => name === leaf);
  while (span) {
    path.unshift(`${span.service}: ${span.name}`);
    const { parentSpanId } = span;
    span = trace.find(({ spanId }) => spanId === parentSpanId);
  }
  return path;
}

const secret = "an answer that is not for operators";

describe("a trace", () => {
  it("follows an owner's request from HTTP over the bus and the action to the statement", async () => {
    const slug = await publishForm(owner, sampleForm("nps").graph);
    await expecting(200, owner.get(`/api/v2/form/${slug}/`));
    const request = "GET /api/v2/form/{slug}/";
    const trace = await eventually(async () => {
      const found = await traceOf(request, "forms.get");
      expect(childrenOf(found, "forms.get")).toContain("select");
      return found;
    }, 30);
    const others = "pathform-auth+forms+analytics+integrations";
    expect(pathTo(trace, "forms.get")).toEqual([
      `pathform-gateway: ${request}`,
      "pathform-gateway: call forms.get",
      `${others}: forms.get`,
    ]);
    expect(trace.filter(({ parentSpanId }) => !trace.some(({ spanId }) => spanId === parentSpanId))).toHaveLength(1);
  }, 60_000);

  it("follows a respondent's batched step, and has no answer, slug or key", async () => {
    const { graph } = sampleForm("nps");
    const slug = await publishForm(owner, graph);
    const respondent = client({}, product.url);
    const { body: session } = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`, { hidden: {} }));
    await respondent.post(`/api/v2/r/session/${session.id}/next/`, { node_id: session.current_node_id, value: secret });
    const request = "POST /api/v2/r/{slug}/start/";
    const trace = await traceOf(request, "start-sessions");
    expect(pathTo(trace, "start-sessions")).toEqual([
      `pathform-gateway: ${request}`,
      "pathform-gateway: call sessions.start",
      "pathform-sessions: call sessions.start",
      "pathform-sessions: sessions.start",
      "pathform-sessions: start-sessions",
    ]);
    await traceOf("POST /api/v2/r/session/{session_id}/next/", "sessions.next");
    const all = JSON.stringify(received);
    for (const text of [secret, slug, owner.key, session.id]) expect(all).not.toContain(text);
  }, 60_000);

  it("has an error's type without its message", async () => {
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const tracer = openTracer({ endpoint, ratio: 1, nodeId: "test", log: { warn: () => undefined } });
    tracer.begin("a failure", undefined).end({}, Object.assign(new Error(secret), { type: "INVALID" }));
    await tracer.close();
    await traceOf("a failure", "a failure");
    expect(JSON.stringify(received)).toContain("INVALID");
    expect(JSON.stringify(received)).not.toContain(secret);
  });

  it("isn't sampled because a client's traceparent says so", async () => {
    const [url, other] = [product.urls[0], product.urls[1]];
    await fetch(`${url}/api/v2/r/sampled/`, { headers: { traceparent } });
    await fetch(`${other}/api/v2/r/unsampled/start/`, { method: "POST", headers: { traceparent } });
    const before = spans().length;
    // a process that stops sends its last spans
    for (const name of ["gateway", unsampled, "sessions"]) await product.kill(name, "SIGTERM");
    const last = spans().slice(before);
    expect(last.filter(({ traceId }) => traceId === strangersTrace)).toEqual([]);
    expect(last.filter(({ name }) => name.includes("start"))).toEqual([]);
    const linked = last.filter(({ links = [] }) => links.some(({ traceId }) => traceId === strangersTrace));
    expect(linked.map(({ name }) => name)).toEqual(["GET /api/v2/r/{slug}/"]);
  }, 60_000);
});

const childrenOf = (trace: Span[], parent: string): string[] => {
  const ids = trace.filter(({ name }) => name === parent).map(({ spanId }) => spanId);
  return trace.filter(({ parentSpanId }) => parentSpanId && ids.includes(parentSpanId)).map(({ name }) => name);
};
