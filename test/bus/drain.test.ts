import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { eventually } from "../support/eventually.ts";
import { isError, startLoad } from "../support/load.ts";
import { type Product, serviceNames, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { register, type Stage } from "../support/stage.ts";

/** Draining of a gateway (decisions §8, DRAIN_NOTICE_MS and DRAIN_TIMEOUT_MS). */
const noticeMs = 2_500;
const { graph } = sampleForm("nps");
let product: Product;
let owner: Stage["owner"];
let balancer: Balancer;

beforeAll(async () => {
  product = await startProduct({
    way: "many",
    copies: ["gateway-2"],
    // with a gateway
    others: [...serviceNames],
    env: { DRAIN_NOTICE_MS: String(noticeMs), DRAIN_TIMEOUT_MS: "20000" },
  });
  owner = await register(product.url);
  // notices only near the end of the notice period that a gateway isn't ready
  balancer = await startBalancer(product.urls, noticeMs - 1_000);
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await product?.stop();
}, 60_000);

/** Starts an upload and sends its first half. */
function beginUpload(url: string, path: string) {
  const boundary = "a-boundary";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const upload = request(`${url}${path}`, { method: "POST", headers });
  const answered = once(upload, "response").then(([response]) => (response as IncomingMessage).resume().statusCode);
  upload.write(head);
  return {
    finish() {
      upload.end(`the rest\r\n--${boundary}--\r\n`);
      return answered;
    },
  };
}

test("a draining gateway loses no request behind a slow load balancer and finishes uploads", async () => {
  const slug = await publishForm(owner, chain(node("file", "file_upload", { accept: ["application/pdf"] })));
  const [, second = ""] = product.urls;
  const respondent = client({}, second);
  const { body: session } = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  const load = startLoad({ urls: [balancer.url], slug: await publishForm(owner, graph), graph, respondents: 6 });
  await load.succeed(60);
  const upload = beginUpload(second, `/api/v2/r/session/${session.id}/upload/?node_id=file`);
  const { ended } = product.processes.get("gateway-2") ?? {};
  const stopping = product.kill("gateway-2", "SIGTERM");
  // the notice period is over: it accepts no new connections
  await eventually(() => expect(fetch(`${second}/healthz`)).rejects.toThrow(), 30);
  expect(await upload.finish()).toBe(201);
  await stopping;
  expect(await ended).toBe(0);
  await load.succeed(60);
  await load.finish();
  expect(load.outcomes.filter(isError)).toEqual([]);
}, 90_000);
