import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Filters, filtersOf } from "../../../services/analytics/filters.ts";
import type { AnalyticsService } from "../../../services/analytics/readers.ts";
import { formWordsSql } from "../../../services/analytics/store/formWords.ts";
import { listSessions } from "../../../services/analytics/store/list.ts";
import type { ListPaging } from "../../../services/analytics/store/pageKey.ts";
import { countLimit, wordsOf } from "../../../services/analytics/store/search.ts";
import { listSearched } from "../../../services/analytics/store/searchedList.ts";
import { parseOrdering } from "../../../shared/api/paging.ts";
import type { ResponsesQuery } from "../../../shared/api/shapes/sessions.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { eventually } from "../../support/eventually.ts";
import { recount } from "../../support/recount.ts";
import { question, rowOf, type Stage, startStage } from "./stage.ts";

/** Lists of 50,000 sessions (decisions §1) never scan a whole table. */
const count = 50_000;

let stage: Stage;
let form: FormReference;
let service: AnalyticsService;

beforeAll(async () => {
  stage = await startStage();
  form = await stage.newForm(rowOf([question("a"), question("b", "number"), question("c")]));
  service = stage.broker.getLocalService("analytics") as unknown as AnalyticsService;
  await fill();
}, 60_000);
afterAll(() => stage.stop());

/**
 * Inserts sessions of three months. One in ten is abandoned, one in twenty in progress. Every thousandth has "needle".
 * "early" is in the first 20,000 alone.
 */
async function fill(): Promise<void> {
  await stage.database.query(
    `with v as (select id from sessions.versions where form_id = $1), new as (
        insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at, completed_at)
        select gen_random_uuid(), $1, v.id, 1 + i % 2, s.status, 4, 'end', t, i % 50, 3, 30, '{}', t,
          -- sessions doesn't abandon them during the tests
          case when s.status = 'in_progress' then now() else t end,
          case when s.status = 'completed' then t + i % 600 * interval '1 second' end
        from v, generate_series(1, $2::integer) i
          cross join lateral (select timestamptz '2026-01-01' + i * interval '156 seconds' as t, case when i % 10 = 0
            then 'abandoned' when i % 20 = 1 then 'in_progress' else 'completed' end as status) s
        returning id, started_at
      )
      insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select new.id, q.node_id, q.seq, started_at, started_at + interval '5 seconds', gen_random_uuid(), q.type, q.answer
      from new, (values ('a', 0, 'short_text', '"some hay"'::json), ('b', 1, 'number', '7'), ('c', 2, 'short_text',
        '"more hay"')) as q (node_id, seq, type, answer)`,
    [form.form_id, count],
  );
  await recount(stage.database, form.form_id);
  await stage.database.query(
    `insert into analytics.search (session_id, words)
      select id, ${formWordsSql} || to_tsvector('simple',
        concat_ws(' ', 'hay', case when n % 1000 = 0 then 'needle' end, case when n % 3 = 0 then 'third' end,
          case when n % 3 = 1 or n % 300 = 0 then 'other' end, case when n <= 20000 then 'early' end,
          case when n <= 20000 and n % 40 = 0 then 'scarce' end, case when n % 50 = 0 then 'fiftieth' end))
      from (select *, row_number() over (order by started_at, id) as n from sessions.sessions) s
      where status <> 'in_progress'`,
  );
  for (const table of ["sessions.sessions", "sessions.visits", "analytics.search"]) {
    await eventually(() => vacuum(table), 10);
  }
}

/** Vacuums until no concurrent reader prevents marking the pages as visible to all. */
async function vacuum(table: string): Promise<void> {
  await stage.database.query(`vacuum analyze ${table}`);
  const { rows } = await stage.database.query("select relallvisible as pages from pg_class where oid = $1::regclass", [
    table,
  ]);
  if (rows[0].pages === 0) throw new Error(`${table} was not vacuumed`);
}

const orderings = [
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
  "answers_count",
  "status",
  "version_number",
].flatMap((field) => [field, `-${field}`]);

const queries: [string, ResponsesQuery, string][] = [
  ["everything", {}, ""],
  ["a status", { status: "abandoned" }, ""],
  ["a version", { version: 2 }, ""],
  ["a week", { started_at_from: "2026-02-01", started_at_to: "2026-02-07" }, ""],
  ["a status of a week", { status: "completed", started_at_from: "2026-02-01", started_at_to: "2026-02-07" }, ""],
  ["an answer in every session", { answer: { b: "7" } }, ""],
  ["an answer that no session has", { answer: { b: "8", a: "x" } }, ""],
  ["a rare word", {}, "needl"],
  ["a word in every session", {}, "hay"],
  ["a rare word of a status", { status: "abandoned" }, "needle hay"],
];

const pageAt = (ordering: string, offset: number) => ({ limit: 20, offset, ordering: parseOrdering(ordering) });

async function filters(query: ResponsesQuery, search: string): Promise<Filters> {
  return filtersOf(query, await wordsOf(service.database, search));
}

const listed = (reader: Reader, asked: Filters, paging: ListPaging) =>
  asked.words.length > 0
    ? listSearched(reader, { formId: form.form_id, filters: asked, paging })
    : listSessions(reader, form.form_id, asked, paging);

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Returns the statements that `run` sends. Only those of a search run, because their results decide on the next statement. */
async function statementsOf(run: (reader: Reader) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { pool } = service.database;
  const query = (statement: Statement) => {
    statements.push(statement);
    return /^(search|walk)-/.test(statement.name) ? pool.query(statement) : { rows: [] };
  };
  await run({ pool: { query } } as unknown as Reader);
  return statements;
}

/** Returns the plan of each statement on the list's own connections. */
async function plans(run: (reader: Reader) => Promise<unknown>): Promise<string> {
  const statements = await statementsOf(run);
  const explained = statements.map(({ text, values }) => service.database.pool.query(`explain ${text}`, values));
  return (await Promise.all(explained)).flatMap(({ rows }) => rows.map((row) => row["QUERY PLAN"])).join("\n");
}

test.each(queries)(
  "scans no whole table and uses no worker for %s, in any order, on the first and last page",
  async (...given) => {
    const [, query, search] = given;
    const asked = await filters(query, search);
    for (const ordering of orderings) {
      for (const offset of [0, 45_000]) {
        const plan = await plans((reader) => listed(reader, asked, pageAt(ordering, offset)));
        if (/Seq Scan on (sessions|visits|search)|Workers Planned/.test(plan))
          throw new Error(`${ordering} at ${offset}:\n${plan}`);
      }
    }
  },
);

describe("a search", () => {
  /** Returns all IDs by brute force. */
  async function matching(words: string[], where: string, order: string): Promise<string[]> {
    const { rows } = await stage.database.query(
      `select s.id from sessions.sessions s join analytics.search x on x.session_id = s.id
        where s.form_id = $1 and x.words @@ to_tsquery('simple', $2) and ${where} order by ${order}`,
      [form.form_id, words.join(" & ")],
    );
    return rows.map(({ id }) => id);
  }

  const cases: [string, string, ResponsesQuery, string][] = [
    ["a word in every session", "hay", {}, "true"],
    ["a rare word", "needle", {}, "true"],
    ["a common word and a rare one", "hay needle", {}, "true"],
    ["two common words that are rarely together", "third other", {}, "true"],
    ["a word that only old sessions have", "early", {}, "true"],
    ["a rare word that only old sessions have", "scarce", {}, "true"],
    ["a word in one of fifty sessions", "fiftieth", {}, "true"],
    [
      "a common word of a month",
      "early",
      { started_at_from: "2026-01-01", started_at_to: "2026-01-31" },
      "s.started_at < '2026-02-01'",
    ],
    [
      "an old word of a few days",
      "early",
      { started_at_from: "2026-01-20", started_at_to: "2026-01-21" },
      "s.started_at >= '2026-01-20' and s.started_at < '2026-01-22'",
    ],
    ["an old word of a late month", "early", { started_at_from: "2026-03-01" }, "s.started_at >= '2026-03-01'"],
    ["a common word of a status", "hay", { status: "abandoned" }, "s.status = 'abandoned'"],
    ["a common word of old sessions", "early", { version: 2 }, "s.version_number = 2"],
  ];

  test.each(cases)("returns the right pages and a bounded count for %s", async (_, search, query, where) => {
    const asked = await filters(query, search);
    for (const [ordering, order] of Object.entries({
      "-started_at": "s.started_at desc, s.id desc",
      started_at: "s.started_at, s.id",
      total_score: "s.total_score, s.id",
    })) {
      const all = await matching(search.split(" "), where, order);
      const [first] = (await listed(service.database, asked, { ...pageAt(ordering, 0), limit: 1 })).results;
      expect(first?.id).toBe(all[0]);
      for (const offset of [0, 500, 9_990]) {
        const page = await listed(service.database, asked, pageAt(ordering, offset));
        expect(page.results.map(({ id }) => id)).toEqual(all.slice(offset, offset + 20));
        const isExact = all.length <= countLimit;
        expect(page.count).toBe(isExact ? all.length : countLimit);
        expect("count_is_exact" in page).toBe(!isExact);
        if (!page.next_after) continue;
        const next = await listed(service.database, asked, { ...pageAt(ordering, 0), after: page.next_after });
        expect(next.results.map(({ id }) => id)).toEqual(all.slice(offset + 20, offset + 40));
        expect(next.count).toBe(page.count);
      }
    }
  });

  test.each([
    ["hay", ["search-newest", "walk-responses"]],
    ["needle", ["search-newest", "search-few", "search-responses"]],
    ["third other", ["search-newest", "search-few", "search-responses"]],
    ["early", ["search-newest", "search-few", "search-ends", "search-in-period"]],
  ])("asks the index for all matches only if they are rare: %s", async (search, names) => {
    const asked = await filters({}, search);
    const statements = await statementsOf((reader) => listed(reader, asked, pageAt("-started_at", 0)));
    expect(statements.slice(0, 4).map(({ name }) => name.split(" ", 1)[0])).toEqual(names);
  });

  test("rejects an offset beyond the limit if too many match with 400", async () => {
    const asked = await filters({}, "hay");
    const error = { code: 400, data: { errors: [expect.stringMatching(/^offset: must be at most 100000 /)] } };
    await expect(listed(service.database, asked, pageAt("-started_at", 100_001))).rejects.toMatchObject(error);
    const rare = await listed(service.database, await filters({}, "needle"), pageAt("-started_at", 100_001));
    expect(rare).toEqual({ count: 50, results: [], next_after: null });
  });
});

test("counts all of them in insights", async () => {
  const { sessions } = await stage.call("analytics.insights", { caller: stage.caller, slug: form.slug, query: {} });
  expect(sessions.started).toBe(count);
});
