import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { endWithText } from "../../../services/gateway/http/compress.ts";
import { bodiesOf, compressFor } from "../../../services/gateway/http/encodings.ts";

/** Encoding of large texts. */
const text = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => `é ${at}`));

let server: Server;
beforeAll(async () => {
  server = createServer((_req, res) => {
    res.setHeader("ETag", '"1"').setHeader("Vary", "Origin");
    endWithText(res, text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

async function ask(encoding: string, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const headers = { "accept-encoding": encoding };
  const [response] = (await once(get({ port, method, headers, agent: false }), "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return { headers: response.headers, body: Buffer.concat(pieces) };
}

test.each([
  ["identity", undefined, (body: Buffer) => body],
  ["gzip", "gzip", gunzipSync],
  ["gzip, br", "br", brotliDecompressSync],
])("sends a large text to a client that accepts %s as %s, complete", async (accepted, encoding, decompress) => {
  const head = await ask(accepted, "HEAD");
  const { headers, body } = await ask(accepted);
  expect(headers).toMatchObject({ etag: 'W/"1"', vary: "Origin, Accept-Encoding", "content-length": `${body.length}` });
  expect(headers["content-encoding"]).toBe(encoding);
  expect(decompress(body).toString()).toBe(text);
  expect(head.body).toHaveLength(0);
  for (const name of ["content-encoding", "content-length", "vary"]) expect(head.headers[name]).toBe(headers[name]);
});

test("encodes and compresses a text once for concurrent requests", async () => {
  const encoding = jest.spyOn(Buffer, "from");
  const anew = () => `${text.slice(0, -1)},"anew"]`;
  const req = { headers: { "accept-encoding": "br" }, method: "GET" } as unknown as IncomingMessage;
  const compressed = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const bodies = bodiesOf(anew());
      await compressFor(req, bodies);
      return bodies.br;
    }),
  );
  expect(encoding).toHaveBeenCalledTimes(1);
  expect(new Set(compressed).size).toBe(1);
  expect(brotliDecompressSync(compressed[0] as Buffer).toString()).toBe(anew());
});
