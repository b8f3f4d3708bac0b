import { get, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "@jest/globals";
import { anonymous, baseUrl, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";

/** Compression of large responses and exports (decisions §9.3). */
let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, chain(...Array.from({ length: 30 }, (_, index) => node(`q${index}`, "short_text"))));
});

interface Received {
  response: IncomingMessage;
  bytes: Buffer;
}

/** Returns the bytes on the wire, which `fetch` would decompress. */
async function receive(path: string, headers: Record<string, string>): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  get(`${baseUrl()}${path}`, { headers: { authorization: `Bearer ${me.key}`, ...headers } }, async (response) => {
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece);
    resolve({ response, bytes: Buffer.concat(pieces) });
  }).on("error", reject);
  return promise;
}

const plain = async (path: string) => (await receive(path, {})).bytes.toString();

test.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
])("compresses a large response with %s", async (encoding, decompress) => {
  const path = `/api/v2/form/${slug}/draft/`;
  const { response, bytes } = await receive(path, { "accept-encoding": encoding });
  expect(response.headers["content-encoding"]).toBe(encoding);
  expect(response.headers.vary?.toLowerCase()).toContain("accept-encoding");
  expect(JSON.parse(decompress(bytes).toString())).toEqual(JSON.parse(await plain(path)));
  expect(bytes.length).toBeLessThan((await plain(path)).length / 2);
});

test.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
])("serves the same script plain and with %s", async (encoding, decompress) => {
  const { response, bytes } = await receive("/embed.js", {});
  const { bytes: compressed } = await receive("/embed.js", { "accept-encoding": encoding });
  expect([response.headers["content-encoding"], response.headers["content-length"]]).toEqual([
    undefined,
    String(bytes.length),
  ]);
  expect(decompress(compressed)).toEqual(bytes);
});

test("sends small responses, and unknown encodings, uncompressed", async () => {
  const draft = await receive(`/api/v2/form/${slug}/draft/`, { "accept-encoding": "identity" });
  const small = await receive("/api/auth/me/", { "accept-encoding": "gzip, br" });
  for (const { response } of [draft, small]) expect(response.headers["content-encoding"]).toBeUndefined();
});

test("accepts the ETag of a compressed response in If-None-Match and If-Match", async () => {
  const path = `/api/v2/form/${slug}/draft/`;
  const { response } = await receive(path, { "accept-encoding": "gzip" });
  const etag = response.headers.etag ?? "";
  expect(etag).toMatch(/^W\/"/);
  expect((await receive(path, { "accept-encoding": "br", "if-none-match": etag })).response.statusCode).toBe(304);
  await expecting(200, me.put(path, { graph: survey() }, { headers: { "if-match": etag } }));
  await expecting(409, me.put(path, { graph: survey() }, { headers: { "if-match": etag } }));
});

test("compresses an export without changing it", async () => {
  const respondent = anonymous();
  for (let left = 3; left > 0; left -= 1) await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  const path = `/api/v2/form/${slug}/responses/export/`;
  const { response, bytes } = await receive(path, { "accept-encoding": "gzip" });
  expect(response.headers["content-encoding"]).toBe("gzip");
  expect(response.headers["content-disposition"]).toMatch(/^attachment; filename=/);
  const csv = gunzipSync(bytes).toString();
  expect(csv).toBe(await plain(path));
  expect(csv.trim().split("\r\n")).toHaveLength(4);
});
