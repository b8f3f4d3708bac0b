import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { eventually } from "../support/eventually.ts";
import { isError } from "../support/load.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type Stage, startStage } from "../support/stage.ts";

/** The end of a gateway: its notice and its patience are the operator's (decisions §8, DRAIN_NOTICE_MS, DRAIN_PATIENCE_MS). */
const noticeMs = 4_000;
let stage: Stage;
let balancer: Balancer;

beforeAll(async () => {
  stage = await startStage({
    copies: ["gateway-2"],
    others: ["auth", "forms", "sessions", "analytics", "integrations"],
    env: { DRAIN_NOTICE_MS: String(noticeMs), DRAIN_PATIENCE_MS: "20000" },
  });
  // it learns that a gateway is not ready only when most of its notice is over
  balancer = await startBalancer(stage.product.urls, noticeMs - 1_000);
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await stage?.stop();
}, 60_000);

/** An upload whose second half is still to come. */
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

test("a balancer that learns late sends nobody to a gateway that is gone, and what is under way ends whole", async () => {
  const slug = await publishForm(stage.owner, chain(node("file", "file_upload", { accept: ["application/pdf"] })));
  const [, second = ""] = stage.product.urls;
  const respondent = client({}, second);
  const { body: session } = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  const load = stage.load(await stage.newForm(), 6, { url: balancer.url });
  await load.succeed(60);
  const upload = beginUpload(second, `/api/v2/r/session/${session.id}/upload/?node_id=file`);
  const { ended } = stage.product.processes.get("gateway-2") ?? {};
  const stopping = stage.product.kill("gateway-2", "SIGTERM");
  // its notice is over: it takes no new connection any more
  await eventually(() => expect(fetch(`${second}/healthz`)).rejects.toThrow(), 30);
  expect(await upload.finish()).toBe(201);
  await stopping;
  expect(await ended).toBe(0);
  await load.succeed(60);
  await load.finish();
  expect(load.outcomes.filter(isError)).toEqual([]);
}, 90_000);
