import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { formWordsSql } from "../../services/analytics/store/formWords.ts";
import { addHours, hasNoHour } from "../../services/analytics/store/searchIndex.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";

/** Rows of the search index that a release without hours wrote. */
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await migratedDatabase();
  pool = new pg.Pool({ connectionString: database.url });
}, 120_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test("adds the hour to rows on all workers, in batches", async () => {
  const erased = randomUUID();
  const ids = Array.from({ length: 20 }, () => randomUUID());
  await pool.query(
    `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at)
      select id, $2, $2, 1, 'abandoned', 1, 'q', now(), 0, 1, 10, '{}', now(), now() from unnest($1::uuid[]) id`,
    [ids, randomUUID()],
  );
  await pool.query(
    "insert into analytics.search (session_id, words) select id, 'hay'::tsvector from unnest($1::uuid[]) id",
    [[...ids, erased]],
  );
  expect([await addHours(pool, 15), await addHours(pool, 15), await addHours(pool, 15)]).toEqual([15, 6, 0]);
  const count = async (condition: string) =>
    (
      await pool.query(
        `select from analytics.search x join sessions.sessions s on s.id = x.session_id where ${condition}`,
      )
    ).rowCount;
  expect(await count(hasNoHour)).toBe(0);
  expect(
    await count(
      `'hay' = any(tsvector_to_array(words)) and tsvector_to_array(words) @> tsvector_to_array(${formWordsSql})`,
    ),
  ).toBe(20);
});
