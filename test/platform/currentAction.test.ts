import { expect, it } from "@jest/globals";
import type pg from "pg";
import { microBatch } from "../../shared/platform/database/batch.ts";
import { MeasuredPool } from "../../shared/platform/database/measured.ts";
import { type CurrentAction, currentAction } from "../../shared/platform/ops/currentAction.ts";
import { migratedDatabase } from "../support/postgres.ts";

const [first, second]: CurrentAction[] = [{ meta: { form_id: "first" } }, { meta: { form_id: "second" } }];

it("runs a batch in an action of its items, not in that of the batch before", async () => {
  const { promise: firstDone, resolve: endFirst } = Promise.withResolvers<void>();
  const seen: (CurrentAction | undefined)[] = [];
  const run = async (items: number[]) => {
    seen.push(currentAction.getStore());
    if (seen.length === 1) await firstDone;
    return items;
  };
  const batch = microBatch(run, { limit: 10, parallel: 1, key: String });
  const results = [currentAction.run(first, () => batch(1)), currentAction.run(second, () => batch(2))];
  endFirst();
  await Promise.all(results);
  expect(seen).toEqual([first, second]);
});

it("continues in the same action after waiting for another's connection", async () => {
  const database = await migratedDatabase();
  const pool: pg.Pool = new MeasuredPool({ connectionString: database.url, max: 1 }, "write");
  const held = await pool.connect();
  const { promise: seen, resolve } = Promise.withResolvers<CurrentAction | undefined>();
  currentAction.run(second, () =>
    pool.connect((_error, _client, release) => {
      resolve(currentAction.getStore());
      release();
    }),
  );
  currentAction.run(first, () => held.release());
  expect(await seen).toBe(second);
  await pool.end();
  await database.drop();
});
