import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { listen } from "../../../services/gateway/http/listen.ts";
import { createServer as createLimitedServer } from "../../../services/gateway/http/server.ts";
import { eventually } from "../../support/eventually.ts";
import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** Accepting, limiting and closing connections. */
const connectionLimit = 20;
let gateway: GatewayAlone;

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", RATE_LIMITS: "off", MAX_CONNECTIONS: String(connectionLimit) });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  gateway = await startGatewayAlone();
});
afterAll(() => gateway?.stop());

/** Connects a client that never closes its side. */
async function openHalf(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece) => {
    answer += piece;
  });
  await once(socket, "end");
  return answer;
}

test("closes a refused connection whose client never closes its side", async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => openHalf(gateway.port)));
  for (const client of clients) client.write("NONSENSE\r\n\r\n");
  for (const answer of await Promise.all(clients.map(answerOf))) expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  // sooner than the timeout of 10 s for a connection without a request
  await eventually(async () => expect(await gateway.connections()).toBe(0), 5);
  for (const client of clients) client.destroy();
});

test("answers 503 to connections beyond the limit, closes them and serves the open ones", async () => {
  const open = await Promise.all(Array.from({ length: connectionLimit }, () => openHalf(gateway.port)));
  await eventually(async () => expect(await gateway.connections()).toBe(connectionLimit));
  const tooMany = await openHalf(gateway.port);
  const refusal = await answerOf(tooMany);
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
  expect(refusal).toMatch(/^retry-after: \d+\r$/im);
  open[0]?.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await answerOf(open[0] as Socket)).toMatch(/^HTTP\/1\.1 200 /);
  for (const client of [...open, tooMany]) client.destroy();
  await eventually(async () => expect(await gateway.connections()).toBe(0));
});

test("answers a client that closes its side after its request, then closes the connection", async () => {
  const limits = { connections: 10, headersTimeoutMs: 1_000 };
  // answers after the client has closed its side
  const server = createLimitedServer((req, res) => {
    req.socket.once("end", () => setImmediate(() => res.end("the answer")));
  }, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = await openHalf((server.address() as AddressInfo).port);
  client.end("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await answerOf(client)).toMatch(/^HTTP\/1\.1 200 .*the answer/s);
  await new Promise((done) => server.close(done));
});

test("rejects two Host headers with 400", async () => {
  const client = await openHalf(gateway.port);
  client.write("GET /api/v2/r/a-form/ HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n");
  expect(await answerOf(client)).toMatch(/^HTTP\/1\.1 400 .*more than one Host/s);
  client.destroy();
});

describe("listening", () => {
  test("accepts many connections per turn of the event loop", async () => {
    const server = createServer();
    let taken = 0;
    server.on("connection", () => {
      taken += 1;
    });
    const { port, close } = await listen(server, { port: 0, host: "127.0.0.1", sockets: 64 });
    const clients = Array.from({ length: 100 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    let turns = 0;
    while (taken < clients.length) {
      turns += 1;
      // keeps the process busy while the others connect
      for (const end = performance.now() + 5; performance.now() < end; );
      await new Promise((done) => setImmediate(done));
    }
    for (const client of clients) client.destroy();
    await close();
    expect(turns).toBeLessThan(50);
  });

  test("rejects a port that is in use, though its own sockets share it", async () => {
    const { port, close } = await listen(createServer(), { port: 0, host: "127.0.0.1", sockets: 64 });
    await expect(listen(createServer(), { port, host: "127.0.0.1", sockets: 64 })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
    await close();
    const again = await listen(createServer(), { port, host: "127.0.0.1", sockets: 64 });
    await again.close();
  });
});
