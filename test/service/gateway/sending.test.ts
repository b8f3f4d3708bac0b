import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { openSending, type SendingOptions } from "../../../services/gateway/http/sending.ts";
import { eventually } from "../../support/eventually.ts";

/** Large responses, and readers that take nothing of them. */
const mebibyte = 1024 * 1024;
const usual = { large: 64 * 1024, perTurn: 2 * mebibyte, silence: 60_000, unread: 1_000 * mebibyte };
/** More than the kernel buffers for a reader that takes nothing. */
const body = Buffer.alloc(32 * mebibyte, "x");

let server: Server;
let clients: Socket[] = [];
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  server.close();
});

/** Returns the responses of `count` clients, whose bodies are ready in one turn of the event loop. */
async function stage(count: number, options: Partial<SendingOptions>) {
  const responses: ServerResponse[] = [];
  server = createServer((_req, res) => void responses.push(res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  for (let opened = 1; opened <= count; opened += 1) {
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
    clients.push(client.pause());
    client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await eventually(() => expect(responses).toHaveLength(opened));
  }
  return { responses, sending: openSending({ ...usual, ...options }) };
}

async function bytesOf(client: Socket): Promise<number> {
  let bytes = 0;
  client.on("data", (piece: Buffer) => {
    bytes += piece.length;
  });
  client.resume();
  await once(client, "end");
  return bytes;
}

test("sends a few large responses per turn, each complete", async () => {
  const { responses, sending } = await stage(8, {});
  const answer = body.subarray(0, mebibyte);
  for (const res of responses) sending.end(res, answer, answer.length);
  expect(responses.filter(({ writableEnded }) => writableEnded)).toHaveLength(2);
  for (const bytes of await Promise.all(clients.map(bytesOf))) expect(bytes).toBeGreaterThan(mebibyte);
});

test("sends a small response before waiting large ones", async () => {
  const { responses, sending } = await stage(4, {});
  for (const res of responses.slice(1)) sending.end(res, body, body.length);
  sending.end(responses[0] as ServerResponse, "small", 5);
  expect(responses[0]?.writableEnded).toBe(true);
});

test("disconnects a reader that takes nothing but not a slow one", async () => {
  const { responses, sending } = await stage(2, { silence: 500 });
  const [slow, silent] = responses as [ServerResponse, ServerResponse];
  for (const res of responses) sending.end(res, body, body.length);
  const reader = clients[0] as Socket;
  const reading = setInterval(() => reader.read(mebibyte) ?? reader.read(), 50);
  await once(silent, "close");
  expect(silent.writableFinished).toBe(false);
  expect(slow.destroyed).toBe(false);
  clearInterval(reading);
  expect(await bytesOf(reader)).toBeGreaterThan(0);
  expect(slow.writableFinished).toBe(true);
});

test("disconnects the readers that wait longest when too many bytes are unread", async () => {
  const { responses, sending } = await stage(3, { unread: 70 * mebibyte });
  for (const res of responses) sending.end(res, body, body.length);
  await once(responses[0] as ServerResponse, "close");
  expect(responses.slice(1).map(({ destroyed }) => destroyed)).toEqual([false, false]);
});
