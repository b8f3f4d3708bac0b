import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect, type NatsConnection } from "nats";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/ownPostgres.ts";
import { type Product, serviceNames, startProduct } from "../support/product.ts";

/**
 * A quiet server makes fewer than 600 bus messages a minute, and about 58 statements: 46, and 12 for work that a command added. Loops
 * that look every second fail here, because no statement may run that often.
 */
let postgres: OwnPostgres;
let product: Product;
let database: pg.Client;
let bus: NatsConnection;
let messages = 0;

beforeAll(async () => {
  postgres = await startOwnPostgres({ shared_preload_libraries: "pg_stat_statements" });
  const namespace = `idle-${process.pid}`;
  product = await startProduct({
    way: "many",
    env: { NAMESPACE: namespace },
    database: { ...postgres, drop: async () => undefined },
  });
  database = new pg.Client({ connectionString: postgres.adminUrl });
  await database.connect();
  await database.query("create extension pg_stat_statements");
  bus = await connect({ servers: product.nats?.url ?? "" });
  bus.subscribe(`MOL-${namespace}.>`, {
    callback: () => {
      messages += 1;
    },
  });
}, 240_000);
afterAll(async () => {
  await bus?.close();
  await database?.end();
  await product?.stop();
  await postgres?.drop();
}, 60_000);

const windowSeconds = 60;
/** That of commands' work. Copies of a statement in several schemas are one. */
const mostOfOne = 13;
/** All loops. One may begin right before the minute ends. */
const mostTogether = 65;

async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; calls: number }[]> {
  await database.query("select pg_stat_statements_reset()");
  await work();
  const { rows } = await database.query(
    `select left(query, 120) as text, sum(calls)::integer as calls from pg_stat_statements
      where query !~ 'pg_stat_statements' group by query order by 2 desc`,
  );
  return rows;
}

test("a quiet server makes few statements and bus messages", async () => {
  // work of the start ends first
  await eventually(async () => {
    const before = messages;
    const statements = await statementsOf(() => sleep(windowSeconds * 1_000));
    const inMinute = ((messages - before) * 60) / windowSeconds;
    expect(statements.filter(({ calls }) => calls > mostOfOne)).toEqual([]);
    expect(statements.reduce((sum, { calls }) => sum + calls, 0)).toBeLessThan(mostTogether);
    expect(inMinute).toBeGreaterThanOrEqual(serviceNames.length * 30);
    expect(inMinute).toBeLessThan(600);
  }, 120);
}, 240_000);
