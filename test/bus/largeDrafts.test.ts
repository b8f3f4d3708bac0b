import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { expecting, publishForm } from "../support/api.ts";
import { isError, type Load, startLoad } from "../support/load.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { register, type Stage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/** Many concurrent requests about a draft with 7 MiB of translations, in a process with a small heap. */
let product: Product;
let owner: Stage["owner"];
beforeAll(async () => {
  product = await startProduct({ way: "one", env: { NODE_OPTIONS: "--max-old-space-size=256" } });
  owner = await register(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

const noise = (length: number) => randomBytes(length).toString("base64").slice(0, length);
const tags = "ar bg cs da de el es et fi fr he hu it ja nl pl pt tr uk zh".split(" ");
const questions = Array.from({ length: 74 }, (_, at) => node(`q${at}`, "short_text")).map((one) => ({
  ...one,
  data: { ...one.data, description: "About it" },
}));
const textsOf = () => Object.fromEntries(questions.map(({ id }) => [`${id}.description`, noise(4_960)]));
const { graph: small } = sampleForm("nps");

test("are refused with 503 or served, while respondents continue", async () => {
  const graph = { ...chain(...questions), translations: Object.fromEntries(tags.map((tag) => [tag, textsOf()])) };
  const slug = await publishForm(owner, graph);
  const smallSlug = await publishForm(owner, small);
  const load = startLoad({ urls: [product.url], slug: smallSlug, graph: small, respondents: 2 });
  await load.succeed(10);
  const headers = { authorization: `Bearer ${owner.key}`, "content-type": "application/json" };
  const path = `${product.url}/api/v2/form/${slug}`;
  const body = Buffer.from(JSON.stringify({ graph }));
  // over 1 MiB without translations
  const refused = Buffer.from(JSON.stringify({ graph: { ...chain(...questions), more: noise(7 * 2 ** 20) } }));
  const requests: [RegExp, () => Promise<Response>][] = [
    [/200|503/, () => fetch(`${path}/draft/`, { method: "PUT", headers, body })],
    [/200|503/, () => fetch(`${path}/versions/1/diff/`, { headers })],
    [/200|503/, () => fetch(`${path}/draft/`, { headers })],
    [/413|503/, () => fetch(`${path}/draft/`, { method: "PUT", headers, body: refused })],
  ];
  for (const [expected, send] of requests) {
    const before = steps(load);
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => statusOf(send)));
    // a client that is still sending can miss its 503
    expect(statuses.filter((status) => status !== "closed" && !expected.test(status))).toEqual([]);
    expect(statuses.some((status) => status !== "503" && status !== "closed")).toBe(true);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    // respondents continue during each round
    expect(steps(load)).toBeGreaterThan(before);
  }
  await load.succeed(20);
  await load.finish();
  expect((await verify(load, { url: product.url, slug: smallSlug, key: owner.key })).problems).toEqual([]);
  const stranger = await register(product.url);
  await expecting(403, stranger.put(`/api/v2/form/${slug}/draft/`, { graph }));
}, 300_000);

const steps = ({ outcomes }: Load): number => outcomes.filter((outcome) => !isError(outcome)).length;

async function statusOf(send: () => Promise<Response>): Promise<string> {
  try {
    const response = await send();
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return "closed";
  }
}
