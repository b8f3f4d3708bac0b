import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as others } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { openExports } from "../../../services/gateway/request/export.ts";
import { unzipped } from "../../support/unzipped.ts";

/** Streaming of workbooks, whose files the gateway puts into a ZIP archive. */
let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

interface Piece {
  text: string;
  file?: string;
  uploads?: { path: string; key: string }[];
}

/** The store of uploads, by key. */
const stored = new Map<string, Buffer>();
const files = { read: async (key: string) => (stored.has(key) ? Readable.from([stored.get(key)]) : null) };

async function serve(pieceAt: (at: number) => Piece, count: number) {
  const found = { asked: 0 };
  const call = async () => {
    const piece = pieceAt(found.asked++);
    return { ...piece, cursor: found.asked < count ? "more" : null };
  };
  const begun = { cursor: "first", content_type: "application/zip", filename: "x.xlsx" };
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const exports = openExports(async () => undefined);
  server = createServer((req: IncomingMessage, res: ServerResponse) => {
    exports.stream({ req, res, call, files } as never, begun as never, async () => undefined).then(resolve, reject);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const [reply] = (await once(get(url, { headers: { "accept-encoding": "gzip" } }), "response")) as [IncomingMessage];
  return { found, ended, reply };
}

const pieceBytes = 256 * 1024;
/** Share of the text's bytes that its archive has. */
const archived = 0.76;
/** Text that hardly compresses. */
const large = () => randomBytes(pieceBytes).toString("base64").slice(0, pieceBytes);

test("adds uploaded files after the table, and names those that are gone", async () => {
  const photo = randomBytes(300_000);
  stored.set("1", photo);
  const pieces: Piece[] = [
    { file: "responses.csv", text: "session_id\r\n" },
    {
      text: "",
      uploads: [
        { path: "files/a/q/photo.png", key: "1" },
        { path: "files/a/q/lost.png", key: "2" },
        { path: "files/a/q/unknown.png", key: "" },
      ],
    },
    { text: "", uploads: [{ path: "files/b/q/photo.png", key: "1" }] },
  ];
  const { reply, ended } = await serve((at) => pieces[at] as Piece, pieces.length);
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  await ended;
  const found = unzipped(Buffer.concat(chunks));
  expect([...found.keys()]).toEqual(["responses.csv", "files/a/q/photo.png", "files/b/q/photo.png", "missing.txt"]);
  expect(found.get("files/b/q/photo.png")).toEqual(photo);
  expect(found.get("missing.txt")?.toString()).toBe("files/a/q/lost.png\nfiles/a/q/unknown.png\n");
});

test("names every file of a large archive once, in order", async () => {
  stored.set("1", Buffer.from("a"));
  const paths = Array.from({ length: 3_000 }, (_, at) => `files/${at}/a name of usual length.png`);
  const pieces: Piece[] = [
    { file: "responses.csv", text: "session_id\r\n" },
    { text: "", uploads: paths.map((path) => ({ path, key: "1" })) },
  ];
  const { reply, ended } = await serve((at) => pieces[at] as Piece, pieces.length);
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  await ended;
  const found = unzipped(Buffer.concat(chunks));
  expect([...found.keys()]).toEqual(["responses.csv", ...paths]);
  expect(new Set([...found.values()].slice(1).map(String))).toEqual(new Set(["a"]));
});

test("puts pieces of a file together, and ends each file", async () => {
  const pieces = [
    { file: "a.xml", text: "<a>" },
    { file: "a.xml", text: "é</a>" },
    { file: "b.xml", text: "<b/>" },
  ];
  const { reply, ended } = await serve((at) => pieces[at] as Piece, pieces.length);
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  await ended;
  expect(reply.headers["content-encoding"]).toBeUndefined();
  const files = unzipped(Buffer.concat(chunks));
  expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
    ["a.xml", "<a>é</a>"],
    ["b.xml", "<b/>"],
  ]);
});

test("waits for a slow reader and keeps memory flat", async () => {
  const count = 100;
  let [read, furthest] = [0, 0];
  const { found, reply, ended } = await serve(() => ({ file: "a.xml", text: large() }), count);
  for await (const chunk of reply) {
    read += chunk.length;
    furthest = Math.max(furthest, found.asked * pieceBytes - read / archived);
    for (let turn = 0; turn < 20; turn += 1) await others();
  }
  await ended;
  expect(found.asked).toBe(count);
  // the buffers of sockets and of the archive
  expect(furthest).toBeLessThan(50 * pieceBytes);
});

test("stops reading when the reader disconnects", async () => {
  const { found, reply, ended } = await serve(() => ({ file: "a.xml", text: large() }), 1_000);
  await once(reply, "data");
  reply.destroy();
  await ended;
  expect(found.asked).toBeLessThan(100);
});
