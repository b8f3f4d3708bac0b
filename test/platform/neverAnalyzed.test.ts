import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type pg from "pg";
import * as store from "../../services/sessions/store/exact.ts";
import * as ruleStore from "../../services/sessions/store/exactRules.ts";
import { releasePool, type ServerPools, takePool } from "../../shared/platform/database/pools.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { countRows, explainAll } from "../support/rowsTouched.ts";

/**
 * A new form with 4,000 limited places, before PostgreSQL has any statistics of it: each statement of store/exact.ts touches a few rows
 * per claim, by plans with the values and without.
 */
const nodes = 40;
const options = 100;
const places = nodes * options;
const holders = 20;
const formId = randomUUID();
const rules: ruleStore.StoredRules = {
  hash_key: "first",
  unique: ["ticket"],
  limits: Object.fromEntries(
    Array.from({ length: nodes }, (_, node) => [
      `n${node}`,
      Object.fromEntries(Array.from({ length: options }, (_, option) => [`o${option}`, 1_000])),
    ]),
  ),
};
const claims: store.Claim[] = Object.entries(rules.limits).flatMap(([nodeId, values]) =>
  Object.entries(values).map(([key, limit]) => ({ nodeId, key, olderKeys: [], limit })),
);
const answers = claims.map((_, at) => ({ nodeId: "ticket", key: `h${at}`, olderKeys: [], limit: null }));
const asks = [...claims, ...answers];

let database: TestDatabase;
let pools: ServerPools;
let touch: ReturnType<typeof countRows>;
const holder = randomUUID();
const tables = ["claims", "option_places", "exact_forms", "sessions"].map((name) => `sessions.${name}`);

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_URL = database.url;
  await explainAll(database.url);
  pools = takePool(database.url, () => undefined);
  touch = countRows(pools);
  const { pool } = pools;
  for (const table of tables) await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await fillOthers(pool);
  await pool.query(`analyze ${tables}`);
  await fill(pool);
}, 60_000);
afterAll(async () => {
  await releasePool(database.url);
  await database.drop();
});

/** Two thousand forms with two places each. */
async function fillOthers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with added as (
      insert into sessions.claims (form_id, node_id, key, holder)
        select md5(f::text)::uuid, 'n1', 'o' || f % 2, md5(h::text)::uuid
        from generate_series(1, 2000) f, generate_series(1, 2) h returning form_id, node_id, key)
    insert into sessions.option_places (form_id, node_id, value, taken)
      select form_id, node_id, key, count(*) from added group by 1, 2, 3`,
  );
}

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with added as (
      insert into sessions.claims (form_id, node_id, key, holder)
        select $1, 'n' || node, 'o' || option, case h when 1 then $5::uuid else md5(h || 'other')::uuid end
        from generate_series(0, $2 - 1) node, generate_series(0, $3 - 1) option, generate_series(1, $4) h
        returning node_id, key)
    insert into sessions.option_places (form_id, node_id, value, taken)
      select $1, node_id, key, count(*) from added group by node_id, key`,
    [formId, nodes, options, holders, holder],
  );
  const values = [formId, JSON.stringify(rules)];
  await pool.query("insert into sessions.exact_forms (form_id, rules) values ($1, $2)", values);
}

type Statement = (client: pg.PoolClient) => Promise<unknown>;

const held = (claims: readonly store.Claim[]) => store.heldBy(randomUUID(), claims);
/** Each with the claims that it is about. */
const statements: [name: string, about: number, run: Statement][] = [
  ["exactForm", 1, (client) => ruleStore.exactForm(client, formId)],
  ["exactForms", 1, (client) => ruleStore.exactForms(client)],
  ["decideClaims", asks.length, (client) => store.decideClaims(client, formId, rules, new Map([[randomUUID(), asks]]))],
  ["insertClaims", asks.length, (client) => store.insertClaims(client, formId, held(asks))],
  ["freeClaims", 2 * places, (client) => store.freeClaims(client, formId, holder)],
  [
    "freeHeld",
    2 * places,
    async (client) => store.freeHeld(client, formId, holder, await store.claimsHeld(client, formId, holder)),
  ],
  ["claimsHeld", places, (client) => store.claimsHeld(client, formId, holder)],
  // all places of the form, its own, and what is asked for
  ["readTries", 3 * places, (client) => store.readTries(client, formId, holder, answers)],
  ["placesLeft", places, (client) => store.placesLeft(client, formId)],
  ["putRules", 1, (client) => ruleStore.putRules(client, formId, rules)],
  ["beginClaiming", 1, (client) => ruleStore.beginClaiming(client, formId, rules)],
  ["putClaiming", 1, (client) => ruleStore.putClaiming(client, formId, { rules, after: null, is_done: false })],
  ["formsHashedBy", 1, (client) => ruleStore.formsHashedBy(client, ["first"])],
  ["formsToClaim", 1, (client) => ruleStore.formsToClaim(client)],
  ["completedBefore", 1, (client) => ruleStore.completedBefore(client, formId, null)],
];

const modes = ["force_custom_plan", "force_generic_plan"];

async function touched(mode: string, run: Statement): Promise<{ rows: number; buffers: number }> {
  const client = await pools.pool.connect();
  try {
    await client.query("begin");
    await client.query(`set local plan_cache_mode = ${mode}`);
    return await touch(() => run(client));
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe.each<[string, () => Promise<unknown>]>([
  ["knows other forms only", async () => undefined],
  [
    "was never analyzed",
    async () => {
      await pools.pool.query("delete from pg_statistic where starelid = any($1::text[]::regclass[])", [tables]);
      // plans of its connections
      await pools.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    },
  ],
])("in a database that %s", (_, prepare) => {
  beforeAll(prepare);

  test.each(statements)("%s touches a few rows per claim", async (_, about, run) => {
    for (const mode of modes) {
      const { rows, buffers } = await touched(mode, run);
      expect(rows).toBeLessThanOrEqual(8 * about + 10);
      expect(buffers).toBeLessThanOrEqual(40 * about + 500);
    }
  });
});

test("every statement is here", () => {
  const named = new Set(statements.map(([name]) => name));
  const pure = ["countedRules", "heldBy"];
  expect(Object.keys(store).filter((name) => !named.has(name) && !pure.includes(name))).toEqual([]);
});
