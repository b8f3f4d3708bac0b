import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { filtersOf } from "../../../services/analytics/filters.ts";
import type { AnalyticsService } from "../../../services/analytics/readers.ts";
import { backfillBatch, trackAll } from "../../../services/analytics/rollups/backfill.ts";
import { countFigures } from "../../../services/analytics/rollups/count.ts";
import type { ResponsesQuery } from "../../../shared/api/shapes/sessions.ts";
import { recount } from "../../support/recount.ts";
import { countRows, explainAll } from "../../support/rowsTouched.ts";
import { question, rowOf, type Stage, startStage } from "./stage.ts";

/** Insights read about as many rows for a form with ten times the sessions (docs/adr/0015). */
const few = 600;
const many = 6_000;
const days = 40;
/** in progress, in both forms */
const open = 20;

let stage: Stage;
let pool: pg.Pool;
let touch: ReturnType<typeof countRows>;

beforeAll(async () => {
  stage = await startStage();
  await analytics().following.stop();
  await analytics().backfilling.stop();
  const url = process.env.DATABASE_URL ?? "";
  await explainAll(url);
  pool = new pg.Pool({ connectionString: url, max: 1 });
  touch = countRows({ pool, hotPool: pool });
});
afterAll(async () => {
  await pool?.end();
  await stage?.stop();
});

const analytics = () => stage.broker.getLocalService("analytics") as unknown as AnalyticsService;

/** Stores completed sessions with two answers each, over the same days for any number of them. */
async function formWith(count: number): Promise<string> {
  const { form_id: formId } = await stage.newForm(rowOf([question("a", "opinion_scale"), question("b")]));
  await stage.database.query(
    `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at, completed_at)
      select gen_random_uuid(), $1, gen_random_uuid(), 1, case when i <= $4 then 'in_progress' else 'completed' end, 3, 'end',
        now(), 0, 2, 20, '{}', t, t, case when i > $4 then t + i % 30 * interval '1 second' end
      from generate_series(1, $2::integer) i cross join lateral (select now() - i % $3 * interval '1 day' as t) s`,
    [formId, count, days, open],
  );
  await stage.database.query(
    `insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select s.id, n.id, n.seq, started_at, started_at + interval '3 seconds', gen_random_uuid(), n.type, n.answer
      from sessions.sessions s, (values ('a', 0, 'opinion_scale', '7'::json), ('b', 1, 'short_text', '"hay"'))
        as n (id, seq, type, answer) where form_id = $1`,
    [formId],
  );
  await recount(stage.database, formId);
  return formId;
}

const queries: [string, ResponsesQuery][] = [
  ["everything", {}],
  ["a version", { version: 1 }],
  ["a status", { status: "completed" }],
  ["whole days", { started_at_from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) }],
];

test("reads as many rows of a form with ten times the sessions", async () => {
  const forms = [await formWith(few), await formWith(many)];
  const { calculations, own } = analytics();
  // no contribution waits, because both forms would have a different number of them
  const backfill = { pool: own.pool, calculations, limits: { sessions: 1, waiting: 1 } };
  await trackAll(backfill);
  while (await backfillBatch(backfill));
  await stage.database.query("analyze");
  for (const [name, query] of queries) {
    const rows: number[] = [];
    for (const formId of forms) {
      const asked = { formId, filters: filtersOf(query, []), previous: null };
      const wanted = { tabulated: [{ node_id: "a", question_type: "opinion_scale" }], hasCalculations: false };
      const touched = await touch(() => countFigures({ pool }, calculations, { ...asked, wanted }));
      rows.push(touched.rows);
    }
    const [ofFew = 0, ofMany = 0] = rows;
    expect(ofFew).toBeGreaterThan(open);
    expect([name, ofFew, ofMany, ofMany < 1.5 * ofFew]).toEqual([name, ofFew, ofMany, true]);
  }
}, 120_000);

test("reads only a batch of a large form's sessions to backfill it", async () => {
  const large = 20_000;
  const formId = await formWith(large);
  await stage.database.query("analyze");
  const { calculations } = analytics();
  const backfill = { pool, calculations, limits: { sessions: 1, waiting: 1 } };
  await trackAll(backfill);
  const { rows } = await touch(() => backfillBatch(backfill));
  expect(await backfilled(formId)).toBe(500);
  expect(rows).toBeLessThan(large);
}, 120_000);

async function backfilled(formId: string): Promise<number> {
  const text = "select count(*)::integer as count from analytics.contributions where form_id = $1";
  return (await stage.database.query(text, [formId])).rows[0].count;
}

test("looks up no other answer of a session after one that differs from a filter", async () => {
  const formId = await formWith(few);
  const rowsFor = async (answer: Record<string, string>) => {
    const wanted = { tabulated: [], hasCalculations: false };
    const asked = { formId, filters: filtersOf({ answer }, []), previous: null, wanted };
    return (await touch(() => countFigures({ pool }, analytics().calculations, asked))).rows;
  };
  const one = await rowsFor({ a: "0" });
  expect(one).toBeGreaterThan(few);
  expect(await rowsFor({ a: "0", b: "none" })).toBeLessThan(one * 1.1);
});
