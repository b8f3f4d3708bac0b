import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { noFilters } from "../../services/analytics/filters.ts";
import { formWordsSql } from "../../services/analytics/store/formWords.ts";
import { countLimit } from "../../services/analytics/store/search.ts";
import { listSearched } from "../../services/analytics/store/searchedList.ts";
import { parseOrdering } from "../../shared/api/paging.ts";
import { releasePool, type ServerPools, takePool } from "../../shared/platform/database/pools.ts";
import { connected, migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { countRows, explainAll } from "../support/rowsTouched.ts";

/** The first page of a search touches a limited number of buffers, whichever sessions have the words. */
const count = 150_000;
/** One buffer per session would be three times as many. */
const bufferLimit = 50_000;

const formId = randomUUID();
let database: TestDatabase;
let pools: ServerPools;
let measured: ReturnType<typeof countRows>;

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_URL = database.url;
  await connected(database.url, async (client) => {
    await client.query(
      `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at, completed_at)
        select gen_random_uuid(), $1, gen_random_uuid(), 1, 'completed', 1, 'end', t, 0, 1, 20, '{}', t, t, t
        from generate_series(1, $2::integer) i
          cross join lateral (select timestamptz '2026-01-01' + i * interval '50 seconds' as t) s`,
      [formId, count],
    );
    await client.query(
      `insert into analytics.search (session_id, words)
        select id, ${formWordsSql} || to_tsvector('simple', concat_ws(' ', 'all', case when n <= 3000 then 'oldest' end,
          case when n <= $1 / 2 then 'early' end, case when n % 2 = 0 then 'even' else 'odd' end,
          case when n % 7 = 0 then 'seventh' end))
        from (select *, row_number() over (order by started_at) as n from sessions.sessions) s`,
      [count],
    );
    for (const table of ["sessions.sessions", "analytics.search"]) await client.query(`vacuum analyze ${table}`);
  });
  await explainAll(database.url);
  pools = takePool(database.url, () => undefined, "read");
  measured = countRows(pools);
}, 180_000);
afterAll(async () => {
  await releasePool(database.url, "read");
  await database.drop();
});

async function search(words: string[], ordering: string) {
  const filters = { ...noFilters, words: words.map((word) => `'${word}':*`) };
  const run = () =>
    listSearched(pools, { formId, filters, paging: { limit: 20, offset: 0, ordering: parseOrdering(ordering) } });
  // the first run loads caches of its connection
  await run();
  return measured(run);
}

test.each([
  ["every session has", ["all"], count],
  ["only the oldest 3,000 have", ["oldest"], 3_000],
  ["only the older half has", ["early"], count / 2],
  ["no session has", ["none"], 0],
])("finds a word that %s with limited work", async (_, words, matches) => {
  for (const ordering of ["-started_at", "started_at"]) {
    const { result, buffers } = await search(words, ordering);
    expect(result.count).toBe(Math.min(matches, countLimit));
    expect(result.results).toHaveLength(Math.min(matches, 20));
    expect(buffers).toBeLessThan(bufferLimit);
  }
});

test.each(["-started_at", "started_at", "-total_score"])(
  "has all matches beyond those that are counted, by %s",
  async (ordering) => {
    const filters = { ...noFilters, words: ["'seventh'"] };
    const paging = { limit: 100, offset: Math.floor(count / 7) - 130, ordering: parseOrdering(ordering) };
    const page = await listSearched(pools, { formId, filters, paging });
    expect(page.results).toHaveLength(100);
    const last = await listSearched(pools, {
      formId,
      filters,
      paging: { ...paging, offset: paging.offset + 100, after: page.next_after ?? undefined },
    });
    expect(last.results).toHaveLength(30);
    expect(last.next_after ?? null).toBeNull();
  },
);

test("finds two frequent words that are never together with limited work", async () => {
  const { result, buffers } = await search(["even", "odd"], "-started_at");
  expect(result.count).toBe(0);
  expect(buffers).toBeLessThan(bufferLimit);
});
