import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { isError, startLoad } from "../support/load.ts";
import { migrate, migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register } from "../support/stage.ts";

/** A new version's migration beside the copies that still run (docs/operating.md). */
let product: Product;
let database: TestDatabase;

beforeAll(async () => {
  database = await migratedDatabase();
  product = await startProduct({ way: "one", database });
}, 120_000);
afterAll(() => product?.stop(), 60_000);

test("an index that takes long to build fails no respondent's request", async () => {
  const { graph } = sampleForm("audit");
  const slug = await publishForm(await register(product.url), graph);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  // as on a database that has not had this migration
  await holder.query("delete from sessions.migrations where name = '0006-claims'");
  await holder.query("drop index sessions.events_unclaimed, sessions.events_leased, sessions.events_unindexed");
  // a build waits for every transaction that was there before it
  await holder.query("begin; update sessions.events set leased_until = leased_until where false");
  const load = startLoad({ urls: [product.url], slug, graph, respondents: 6 });
  await load.succeed(20);
  const migrated = migrate(database.url);
  // the holder's transaction would see what it saw first
  const onlooker = new pg.Client({ connectionString: database.url });
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
