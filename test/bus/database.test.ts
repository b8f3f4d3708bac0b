import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { isError, type Load, startLoad } from "../support/load.ts";
import { migrate, migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";
import { register, type Stage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/**
 * PostgreSQL failures under a running product (docs/operate/faults.md): silent network loss, and migrations by a newer version while
 * old copies run.
 */
const jumpClock = pathToFileURL(join(import.meta.dirname, "../support/jumpClock.mjs")).href;
const { graph } = sampleForm("audit");
let postgres: TestDatabase;
let proxy: SilentProxy;
let product: Product;
let owner: Stage["owner"];

beforeAll(async () => {
  postgres = await migratedDatabase();
  proxy = await startSilentProxy(postgres.url);
  const drop = async () => {
    await proxy.close();
    await postgres.drop();
  };
  const env = { NODE_OPTIONS: `--import ${jumpClock}` };
  product = await startProduct({ way: "one", database: { url: proxy.before(postgres.url), drop }, env });
  owner = await register(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

const readiness = async () => (await fetch(`${product.url}/readyz`)).json();

async function underLoad(during: (load: Load) => Promise<void>): Promise<Load> {
  const slug = await publishForm(owner, graph);
  const load = startLoad({ urls: [product.url], slug, graph, respondents: 6 });
  await load.succeed(30);
  await during(load);
  // far less than the kernel needs
  await load.succeed(30, 15);
  await load.finish();
  await eventually(async () => expect(await readiness()).toEqual({ status: "ok" }));
  const { problems } = await verify(load, { url: product.url, slug, key: owner.key });
  expect(problems).toEqual([]);
  return load;
}

test("replaces silent connections without failing a request", async () => {
  const load = await underLoad(async () => proxy.silenceOpen());
  expect(load.outcomes.filter(isError)).toEqual([]);
}, 90_000);

test("responds with 503 and isn't ready while PostgreSQL is unreachable, then recovers", async () => {
  const load = await underLoad(async (load) => {
    proxy.silenceAll();
    await eventually(async () => expect(await readiness()).toMatchObject({ waits_for: ["PostgreSQL"] }));
    // by now the waiting requests have exceeded their 10 seconds
    process.kill(product.processes.get("all")?.pid ?? 0, "SIGUSR2");
    await eventually(() => expect(load.outcomes.some(isError)).toBe(true), 30);
    proxy.serveNew();
  });
  expect(new Set(load.outcomes.filter(isError).map(({ result }) => result))).toEqual(new Set([503]));
}, 90_000);

test("a slow index build fails no respondent's request", async () => {
  const slug = await publishForm(owner, graph);
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  // a database without this migration
  await holder.query("delete from sessions.migrations where name = '0006-claims'");
  await holder.query("drop index sessions.events_unclaimed, sessions.events_leased, sessions.events_unindexed");
  // a build waits for older transactions
  await holder.query("begin; update sessions.events set leased_until = leased_until where false");
  const load = startLoad({ urls: [product.url], slug, graph, respondents: 6 });
  await load.succeed(20);
  const migrated = migrate(postgres.url);
  // pin the snapshot of the blocking transaction
  const onlooker = new pg.Client({ connectionString: postgres.url });
  await onlooker.connect();
  const isBuilding = async () => {
    const { rows } = await onlooker.query("select from pg_stat_progress_create_index");
    expect(rows.length).toBe(1);
  };
  await eventually(isBuilding, 30);
  await load.succeed(60);
  await isBuilding();
  await holder.query("commit");
  await migrated;
  await load.succeed(20);
  await load.finish();
  expect(load.outcomes.filter(isError)).toEqual([]);
  const { rows } = await holder.query(
    "select count(*)::int as valid from pg_index where indisvalid and indexrelid::regclass::text like 'sessions.events_%'",
  );
  await holder.end();
  await onlooker.end();
  expect(rows[0].valid).toBeGreaterThanOrEqual(3);
}, 120_000);
