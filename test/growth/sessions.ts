import type pg from "pg";
import { formWordsSql } from "../../services/analytics/store/formWords.ts";
import { recount } from "../support/recount.ts";
import { rollUpForm } from "../support/rolledUp.ts";

/** First session of all, so that each fill adds older sessions with other times. */
const begun = "2026-01-01T00:00:00Z";

/** A word in every answer, and one in 50 of the newest sessions of the first fill. */
export const words = { common: "hay", rare: "needle" };

const tables = ["sessions.sessions", "sessions.visits", "sessions.form_counts", "analytics.search"].concat(
  ["contributions", "rollups", "rollup_forms"].map((name) => `analytics.${name}`),
);

/** Only new sessions are in progress, as they are abandoned after a time. */
const newest = 500;

/**
 * Inserts sessions number `from` to `to` of a form, one a second, older ones last. One in five is abandoned, one in ten of the newest
 * in progress. Each ended one is in the search index and the rollups.
 */
export async function fillForm(pool: pg.Client, formId: string, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at, completed_at)
      select gen_random_uuid(), $1, v.id, 1, s.status, 1, 'end', t, i % 50, 1, 20, '{}', t, t,
        case when s.status = 'completed' then t + interval '1 minute' end
      from sessions.versions v, generate_series($2::integer, $3::integer - 1) i
        cross join lateral (select timestamptz '${begun}' - i * interval '1 second' as t, case when i % 5 = 0
          then 'abandoned' when i % 10 = 1 and i < ${newest} then 'in_progress' else 'completed' end as status) s
      where v.form_id = $1`,
    [formId, from, to],
  );
  const range = `s.form_id = $1 and s.started_at <= timestamptz '${begun}' - $2::integer * interval '1 second'`;
  await pool.query(
    `insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select s.id, 'name', 0, s.started_at, s.started_at, gen_random_uuid(), 'short_text', '"hay"'
      from sessions.sessions s where ${range}`,
    [formId, from],
  );
  await pool.query(
    `insert into analytics.search (session_id, words)
      select id, ${formWordsSql} || to_tsvector('simple', case when started_at >
        timestamptz '${begun}' - 50 * interval '1 second' then '${words.rare} ' else '' end || '${words.common}')
      from sessions.sessions s where ${range} and status <> 'in_progress'`,
    [formId, from],
  );
  const facts = `format('{"s":%s,"d":%s,"n":"end","v":[["name","short_text",0]],"c":[]}', s.total_score,
    case when s.status = 'completed' then '60' else 'null' end)`;
  await rollUpForm(pool, formId, { facts });
  await recount(pool, formId);
  for (const table of tables) {
    await pool.query(`vacuum analyze ${table}`);
  }
}
