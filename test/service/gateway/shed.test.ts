import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { type Listening, listen } from "../../../services/gateway/listen.ts";
import { readingPauseMs, shed, takeConnection } from "../../../services/gateway/shed.ts";
import { eventually } from "../../support/eventually.ts";

/** New connections while the gateway is full: most are refused before HTTP is read (services/gateway/shed.ts). */
let listening: Listening;
let full: "no" | "starts" | "all" = "no";
const admission = {
  refusesMany: () => full !== "no",
  refuses: (isStart: boolean) => full === "all" || (full === "starts" && isStart),
};
const served: string[] = [];

beforeAll(async () => {
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    served.push(`${request.method} ${request.url} ${body}`);
    response.end("served");
  });
  listening = await listen(server, { port: 0, host: "127.0.0.1", sockets: 64 }, (socket) =>
    takeConnection(server, admission, socket),
  );
});
afterAll(() => listening?.close());

/** The whole answer on a connection of its own; throws when the connection is reset. */
async function ask(head: string, ...pieces: string[]): Promise<string> {
  const socket = connect(listening.port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece) => {
    answer += piece;
  });
  const ended = once(socket, "end");
  for (const piece of [`${head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`, ...pieces]) {
    socket.write(piece);
    await new Promise((done) => setImmediate(done));
  }
  await ended;
  return answer;
}

const post = (path: string, body: string) =>
  ask(`POST ${path}`, `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`, body.slice(5));
const refused = /^HTTP\/1\.1 503 .*\r\nRetry-After: \d+\r\n.*\{"detail":"The service is overloaded/s;

test("a full gateway refuses with 503, Retry-After and the end of the connection, whatever more is sent", async () => {
  full = "all";
  // of 512 sockets one is the server's own, which serves: none of these is a matter of luck alone
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post("/api/v2/r/lunch/start/", "x".repeat(50_000))),
  );
  expect(answers.filter((answer) => refused.test(answer)).length).toBeGreaterThan(15);
});

test("starts are refused before steps are; the request that was looked at is served whole", async () => {
  full = "starts";
  served.length = 0;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post("/api/v2/r/session/1/next/?start/", '{"node_id":"name"}')),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 .*served/s);
  expect(served).toEqual(answers.map(() => 'POST /api/v2/r/session/1/next/?start/ {"node_id":"name"}'));
});

test.each(["GET /healthz", "GET /readyz?x", "GET /api/auth/me/", "POST /api/v2/r/session/1/upload/"])(
  "%s is not refused unread",
  async (head) => {
    full = "all";
    expect(await ask(head, "Content-Length: 0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test("whoever asks again at once on a kept connection is not read for a moment", async () => {
  const server = http.createServer((req, res) => shed(req, res, "start"));
  const connected = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const [socket]: Socket[] = await connected;
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
  try {
    const again = async () => {
      client.write("POST /api/v2/r/lunch/start/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
      const [answer] = await once(client, "data");
      return answer;
    };
    for (const _ of ["the first is no haste", "this is"]) expect(await again()).toMatch(refused);
    await eventually(async () => expect(socket?.isPaused()).toBe(true));
    const third = again();
    jest.advanceTimersByTime(readingPauseMs);
    expect(await third).toMatch(refused);
  } finally {
    jest.useRealTimers();
    client.destroy();
    server.close();
  }
});
