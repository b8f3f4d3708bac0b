import { request } from "node:http";
import { connect } from "node:net";
import { eventually } from "../../support/eventually.ts";
import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** Bodies of imports, which are kept in memory (features §14). */
let gateway: GatewayAlone;
let responses = Promise.withResolvers<void>();

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", RATE_LIMITS: "off" });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  gateway = await startGatewayAlone({}, (action) => (action === "forms.importForm" ? responses.promise : undefined));
});
beforeEach(() => {
  responses = Promise.withResolvers();
});
afterAll(() => gateway?.stop());

const headers = { authorization: "Bearer a-key", "content-type": "application/json" };
const address = () => `${gateway.url}/api/v2/import/`;
const post = (bytes: number, signal: AbortSignal | null = null) =>
  fetch(address(), { method: "POST", headers, body: `"${"x".repeat(bytes - 2)}"`, signal });
const callsOf = (action: string) => gateway.called.filter((name) => name === action).length;
const mebibyte = 2 ** 20;

test("accepts an import beside 40 connections that send no body", async () => {
  const before = gateway.requests.length;
  const silent = Array.from({ length: 40 }, () => {
    const sent = request(address(), { method: "POST", headers: { ...headers, "content-length": 1000 } });
    sent.on("error", () => undefined).flushHeaders();
    return sent;
  });
  await eventually(() => expect(gateway.requests.length).toBe(before + 40));
  responses.resolve();
  expect((await post(100)).status).toBe(200);
  for (const sent of silent) sent.destroy();
});

test("keeps two documents of 5 MiB per account in memory until their responses", async () => {
  const before = callsOf("forms.importForm");
  const kept = [post(5 * mebibyte), post(5 * mebibyte)];
  await eventually(() => expect(callsOf("forms.importForm")).toBe(before + 2));
  expect((await post(mebibyte)).status).toBe(503);
  responses.resolve();
  expect((await Promise.all(kept)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await post(5 * mebibyte)).status).toBe(200);
});

test("cancels an import whose client disconnects, and no other one", async () => {
  const before = callsOf("forms.importForm");
  const client = new AbortController();
  const left = post(100, client.signal).catch(() => null);
  await eventually(() => expect(callsOf("forms.importForm")).toBe(before + 1));
  expect(callsOf("forms.cancelImport")).toBe(0);
  client.abort();
  await eventually(() => expect(callsOf("forms.cancelImport")).toBe(1));
  responses.resolve();
  await left;
  expect((await post(100)).status).toBe(200);
  expect(callsOf("forms.cancelImport")).toBe(1);
});

test("converts for a client that has closed its side and still reads", async () => {
  const { port } = gateway;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const head = Object.entries({ ...headers, host: "localhost", "content-length": 2, connection: "close" });
  socket.end(`POST /api/v2/import/ HTTP/1.1\r\n${head.map((pair) => pair.join(": ")).join("\r\n")}\r\n\r\n{}`);
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes("102 Processing")) responses.resolve();
  }
  expect(text).toMatch(/^(HTTP\/1\.1 102 Processing\r\n\r\n)+HTTP\/1\.1 200 OK\r\n/);
});
