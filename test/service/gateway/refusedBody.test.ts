import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import { sendLast } from "../../../services/gateway/http/refusedBody.ts";

/** The last answer of a connection (RFC 9112 §9.6). */
afterEach(() => {
  jest.useRealTimers();
});

const failure = { status: 413, body: { detail: "Too large." }, headers: {}, isOurs: false };

/** A client whose body is not whole yet has its answer; gives how the service sees it. */
async function answered() {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance"] });
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((req, res) => {
    sendLast(req, res, failure);
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

test("the connection is held open for a second, so that the answer is not lost", async () => {
  const { res, closed } = await answered();
  jest.advanceTimersByTime(900);
  expect(res.writableEnded).toBe(false);
  jest.advanceTimersByTime(100);
  await closed();
});

test("it ends at once where the rest of the body comes", async () => {
  const { client, closed } = await answered();
  client.write("67890");
  await closed();
});
