import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { registry } from "../../../shared/platform/ops/metrics.ts";
import { eventually } from "../../support/eventually.ts";
import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** A gateway at its limit, over HTTP. */
let gateway: GatewayAlone;
const inFlight = 16;
const startsInFlight = 2;
const startsWaiting = 6;
const starts = Promise.withResolvers<void>();
const steps = Promise.withResolvers<void>();

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", RATE_LIMITS: "off", SHED_IN_FLIGHT: String(inFlight) });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  const held: Record<string, Promise<void>> = { "sessions.start": starts.promise, "sessions.next": steps.promise };
  gateway = await startGatewayAlone({}, (action) => held[action]);
});
afterAll(() => gateway?.stop());

const kept = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => kept.destroy());

const start = "/api/v2/r/lunch/start/";
const step = "/api/v2/r/session/018f0000-0000-7000-8000-000000000000/next/";
const stepBody = JSON.stringify({ node_id: "name", value: "Ada" });

interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
  isReused: boolean;
}

async function ask(agent: Agent | undefined, method: string, path: string, body = ""): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": "mine",
  };
  const sent = request(`${gateway.url}${path}`, { method, agent: agent ?? new Agent(), headers }, resolve);
  sent.once("error", reject).end(body);
  const answer = await promise;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await text(answer),
    isReused: sent.reusedSocket,
  };
}

const askMany = (count: number, path: string, body = "") =>
  Array.from({ length: count }, () => ask(undefined, "POST", path, body));
const arrived = (path: string) => gateway.requests.filter(({ url }) => url === path).length;
const calls = (action: string) => gateway.called.filter((name) => name === action).length;

const shedStarts = (count: number) => async () =>
  expect(await registry.metrics()).toContain(`pathform_requests_shed_total{kind="start"} ${count}`);

test("refuses requests beyond the limit on kept connections and serves all that were admitted", async () => {
  expect((await ask(kept, "GET", "/healthz")).status).toBe(200);
  const dripping = connect(gateway.port, "127.0.0.1").on("error", () => undefined);
  dripping.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(dripping, "data");
  const started = askMany(startsInFlight + startsWaiting, start);
  await eventually(async () => expect(arrived(start)).toBe(started.length));
  await eventually(async () => expect(calls("sessions.start")).toBe(startsInFlight));

  const refused = await ask(kept, "POST", start, JSON.stringify({ hidden: { name: "x".repeat(100_000) } }));
  expect(refused).toMatchObject({
    status: 503,
    isReused: true,
    headers: { "retry-after": "2", "x-request-id": "mine", "access-control-allow-origin": "*" },
  });
  expect(JSON.parse(refused.body)).toEqual({ detail: "The service is busy. Try again shortly." });

  dripping.write(
    `POST ${start} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(2_000)}`,
  );
  await Promise.all([once(dripping.resume(), "close"), eventually(shedStarts(2))]);

  const stepped = askMany(inFlight - startsInFlight, step, stepBody);
  await eventually(async () => expect(calls("sessions.next")).toBe(stepped.length));
  expect(await ask(kept, "POST", step, stepBody)).toMatchObject({ status: 503, isReused: true });
  expect(await ask(kept, "GET", "/healthz")).toMatchObject({ status: 200, isReused: true });
  expect([calls("sessions.start"), calls("sessions.next")]).toEqual([startsInFlight, stepped.length]);
  expect(await registry.metrics()).toContain('pathform_requests_shed_total{kind="other"} 1');

  starts.resolve();
  steps.resolve();
  for (const { status } of await Promise.all(started)) expect(status).toBe(201);
  for (const { status } of await Promise.all(stepped)) expect(status).toBe(200);
  expect(await ask(kept, "POST", start)).toMatchObject({ status: 201, isReused: true });
});
