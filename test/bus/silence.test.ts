import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { isError, type Load, startLoad } from "../support/load.ts";
import { migratedDatabase } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";
import { register, type Stage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/** A PostgreSQL that is lost without a word (docs/operating.md): what was open stays open, and no byte passes. */
const { graph } = sampleForm("audit");
let proxy: SilentProxy;
let product: Product;
let owner: Stage["owner"];

beforeAll(async () => {
  const database = await migratedDatabase();
  proxy = await startSilentProxy(database.url);
  const drop = async () => {
    await proxy.close();
    await database.drop();
  };
  product = await startProduct({ way: "one", database: { url: proxy.before(database.url), drop } });
  owner = await register(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

const readiness = async () => (await fetch(`${product.url}/readyz`)).json();

async function underLoad(during: (load: Load) => Promise<void>): Promise<Load> {
  const slug = await publishForm(owner, graph);
  const load = startLoad({ urls: [product.url], slug, graph, respondents: 6 });
  await load.succeed(30);
  await during(load);
  // far less than the kernel takes to notice
  await load.succeed(30, 15);
  await load.finish();
  await eventually(async () => expect(await readiness()).toEqual({ status: "ok" }));
  const { problems } = await verify(load, { url: product.url, slug, key: owner.key });
  expect(problems).toEqual([]);
  return load;
}

test("connections that fall silent are replaced, and no request sees it", async () => {
  const load = await underLoad(async () => proxy.silenceOpen());
  expect(load.outcomes.filter(isError)).toEqual([]);
}, 90_000);

test("while no connection gets through, answers are 503 and the process is not ready; then it serves again", async () => {
  const load = await underLoad(async (load) => {
    proxy.silenceAll();
    await eventually(async () => expect(await readiness()).toMatchObject({ waits_for: ["PostgreSQL"] }));
    await eventually(() => expect(load.outcomes.some(isError)).toBe(true), 30);
    proxy.serveNew();
  });
  expect(new Set(load.outcomes.filter(isError).map(({ result }) => result))).toEqual(new Set([503]));
}, 90_000);
