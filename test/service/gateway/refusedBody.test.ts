import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import { sendLast, shortLinger } from "../../../services/gateway/http/refusedBody.ts";

/** The last response of a connection (RFC 9112 §9.6). */
afterEach(() => {
  jest.useRealTimers();
});

const failure = { status: 413, body: { detail: "Too large." }, headers: {}, reason: "too_large", isOurs: false };

/** Answers a client that has sent half of its body. Returns both sides. */
async function answered() {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance"] });
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((req, res) => {
    sendLast(req, res, failure, shortLinger);
    resolve(res);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345");
  const [answer] = (await once(client, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 .*connection: close.*\{"detail":"Too large."\}$/is);
  const closed = async () => {
    await once(client.resume(), "close");
    server.close();
  };
  return { client, res: await promise, closed };
}

test("keeps the connection open for a second so that the response isn't lost", async () => {
  const { res, closed } = await answered();
  jest.advanceTimersByTime(900);
  expect(res.writableEnded).toBe(false);
  jest.advanceTimersByTime(100);
  await closed();
});

test("closes the connection when the rest of the body arrives", async () => {
  const { client, closed } = await answered();
  client.write("67890");
  await closed();
});
