import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as others } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BrotliCompress, Gzip } from "node:zlib";
import { afterEach, expect, jest, test } from "@jest/globals";
import { openExports } from "../../../services/gateway/request/export.ts";
import { eventually } from "../../support/eventually.ts";

/** Streaming of exports, compressed too (decisions §6, §9.3). */
let server: Server;
afterEach(async () => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const pieceBytes = 256 * 1024;
const pieces = 60;
/** Text that doesn't compress. */
const text = () => randomBytes(pieceBytes).toString("base64").slice(0, pieceBytes);

/** Serves an export of 15 MB. `buffered` is the maximum of unread bytes in this process. */
async function serveExport(compressor: () => Gzip | BrotliCompress | undefined = () => undefined, read = () => {}) {
  const found = { asked: 0, buffered: 0, pauses: [] as number[], sessions: [] as number[] };
  const pause = async (ms: number) => found.pauses.push(ms);
  let response: ServerResponse | undefined;
  const authorize = jest.fn(async () => undefined);
  const call = async (_action: string, { sessions }: { sessions: number }) => {
    read();
    found.sessions.push(sessions);
    const { writableLength = 0, readableLength = 0 } = compressor() ?? {};
    found.asked += 1;
    found.buffered = Math.max(found.buffered, (response?.writableLength ?? 0) + writableLength + readableLength);
    return { text: text(), cursor: found.asked < pieces ? "more" : null };
  };
  const begun = { cursor: "first", content_type: "text/csv", filename: "x.csv" };
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const exports = openExports(pause);
  server = createServer((req: IncomingMessage, res: ServerResponse) => {
    response = res;
    exports.stream({ req, res, call } as never, begun as never, authorize).then(resolve, reject);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { exports, found, ended, authorize, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function request(url: string, encoding: string): Promise<IncomingMessage> {
  const [response] = await once(get(url, { headers: { "accept-encoding": encoding } }), "response");
  expect(response.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
  return response;
}

test.each([
  ["gzip", Gzip],
  ["br", BrotliCompress],
  ["identity", null],
])("waits for a slow reader and keeps memory flat: %s", async (encoding, Compressor) => {
  const listening = jest.spyOn(EventEmitter.prototype, "on");
  const compressor = () =>
    Compressor ? (listening.mock.contexts.find((emitter) => emitter instanceof Compressor) as Gzip) : undefined;
  const { found, ended, url } = await serveExport(compressor);
  for await (const _ of await request(url, encoding)) for (let turn = 0; turn < 20; turn += 1) await others();
  await ended;
  expect(found.asked).toBe(pieces);
  expect(found.buffered).toBeLessThan(3 * pieceBytes);
  expect(compressor() === undefined).toBe(Compressor === null);
  // each leftover listener would keep its piece
  expect(compressor()?.listenerCount("drain") ?? 0).toBeLessThan(4);
});

test("ends within seconds once the caller may not read responses anymore", async () => {
  let hours = 0;
  const clock = performance.now.bind(performance);
  jest.spyOn(performance, "now").mockImplementation(() => clock() + hours * 3_600_000);
  const { found, ended, authorize, url } = await serveExport(undefined, () => {
    if (found.asked === 10) hours = 1;
  });
  authorize.mockRejectedValueOnce(new Error("forbidden"));
  const outcome = ended.catch((error: Error) => error.message);
  const response = await request(url, "identity");
  response.resume();
  expect(await outcome).toBe("forbidden");
  expect(authorize).toHaveBeenCalledTimes(1);
  expect(found.asked).toBe(11);
});

test.each(["gzip", "identity"])("stops when the reader disconnects: %s", async (encoding) => {
  const { found, ended, url } = await serveExport();
  const response = await request(url, encoding);
  await once(response, "data");
  response.destroy();
  await ended;
  expect(found.asked).toBeLessThan(pieces);
});

/** Sets a clock that moves only while a piece is read. */
function stopClock(durations: number[]): () => void {
  let now = 0;
  jest.spyOn(performance, "now").mockImplementation(() => now);
  return () => {
    now += durations.shift() ?? 0;
  };
}

test("pauses after a piece for six times its duration, up to 500 ms, while respondents are there", async () => {
  const { exports, found, ended, url } = await serveExport(undefined, stopClock([7, 40, 1_000]));
  exports.yieldToRespondent();
  for await (const _ of await request(url, "identity"));
  await ended;
  expect(found.pauses).toHaveLength(pieces - 1);
  expect(found.pauses.slice(0, 4)).toEqual([42, 240, 500, 0]);
});

test("asks for more sessions without pauses 5 s after the last respondent", async () => {
  const { exports, found, ended, url } = await serveExport(undefined, stopClock([1_000, 1_000, 3_000]));
  exports.yieldToRespondent();
  for await (const _ of await request(url, "identity"));
  await ended;
  expect(found.pauses).toEqual([500, 500]);
  expect(found.sessions.slice(0, 4)).toEqual([80, 80, 80, 1_600]);
});

test("reads one piece per account and two in all at a time", async () => {
  const found = { running: 0, most: 0, asked: 0 };
  const perAccount = new Map<string, number>();
  const begunFor = (accountId: string) => ({
    cursor: "first",
    content_type: "text/csv",
    filename: "x.csv",
    account_id: accountId,
  });
  const call = async () => {
    found.running += 1;
    found.most = Math.max(found.most, found.running);
    await others();
    found.running -= 1;
    found.asked += 1;
    return { text: "x", cursor: found.asked < 60 ? "more" : null };
  };
  const exports = openExports(others);
  let opened = 0;
  server = createServer((req: IncomingMessage, res: ServerResponse) => {
    opened += 1;
    const account = opened <= 8 ? "many" : `account ${opened}`;
    const calledBy = async () => {
      const running = (perAccount.get(account) ?? 0) + 1;
      perAccount.set(account, running);
      expect(running).toBe(1);
      const piece = await call();
      perAccount.set(account, running - 1);
      return piece;
    };
    void exports.stream({ req, res, call: calledBy } as never, begunFor(account) as never, async () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for await (const _ of await request(url, "identity"));
    }),
  );
  expect(found.most).toBe(2);
});

/** Serves exports that send `text` and then wait for `resume`. Returns the requested sizes as `asked`. */
async function serveHalted(text: string, written: (chunk: Buffer) => void = () => undefined) {
  const asked: number[] = [];
  const call = async (_action: string, { cursor, bytes }: { cursor: string; bytes: number }) => {
    asked.push(bytes);
    return { text, cursor: cursor === "first" ? "last" : null };
  };
  const begun = { cursor: "first", content_type: "text/csv", filename: "x.csv" };
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const exports = openExports(() => gate);
  exports.yieldToRespondent();
  const streamed: Promise<void>[] = [];
  server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const write = res.write.bind(res);
    res.write = (chunk: Buffer) => {
      written(chunk);
      return write(chunk);
    };
    streamed.push(exports.stream({ req, res, call } as never, begun as never, async () => undefined));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const resume = async () => {
    open();
    await Promise.all(streamed);
  };
  return { asked, resume, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("the more exports are open, the smaller are the pieces that are asked for", async () => {
  const { asked, resume, url } = await serveHalted("x");
  const opened = async (until: number) => {
    while (asked.length < until) (await request(url, "identity")).resume();
    return asked.at(-1);
  };
  expect(await opened(1)).toBe(256 * 1024);
  expect(await opened(60)).toBeLessThan(80 * 1024);
  expect(await opened(200)).toBe(32 * 1024);
  await resume();
  // those that have ended leave the next one their room
  expect(await opened(401)).toBe(256 * 1024);
});

test("holds no piece while it waits for the next one", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const written: WeakRef<Buffer>[] = [];
  const { resume, url } = await serveHalted("x".repeat(pieceBytes), (chunk) => written.push(new WeakRef(chunk)));
  (await request(url, "identity")).resume();
  await eventually(async () => {
    collectGarbage();
    expect(written.map((chunk) => chunk.deref())).toEqual([undefined]);
  });
  await resume();
});
