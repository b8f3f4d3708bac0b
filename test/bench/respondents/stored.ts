import { performance } from "node:perf_hooks";
import pg from "pg";
import { readContributions } from "../../../services/analytics/rollups/contributions.ts";
import { formWordsSql } from "../../../services/analytics/store/formWords.ts";
import { eventually } from "../../support/eventually.ts";
import { recount } from "../../support/recount.ts";
import { rollUpForm } from "../../support/rolledUp.ts";

const chunk = 50_000;

/**
 * Copies a completed session with its visits until there are `to` copies. Copies are a second apart. Three in ten are abandoned. All
 * have the word `common` in the search index, and 1,000 of each million `rare`. All are in the rollups.
 */
export async function store(client: pg.Client, slug: string, from: number, to: number): Promise<void> {
  const begun = performance.now();
  const { rows } = await client.query<{ id: string }>(
    `select s.id from sessions.sessions s join sessions.live_forms f using (form_id)
      where f.slug = $1 and s.status = 'completed' order by s.started_at limit 1`,
    [slug],
  );
  const ofSession = await columnsOf(client, "sessions", {
    id: "made.id",
    status: "case when n % 10 < 7 then 'completed' else 'abandoned' end",
    started_at: "s.started_at - n * interval '1 second'",
    completed_at: "case when n % 10 < 7 then s.completed_at - n * interval '1 second' end",
  });
  const ofVisit = await columnsOf(client, "visits", { session_id: "made.id" });
  const { formId, facts } = await rollupsOf(client, rows[0]?.id ?? "");
  await client.query("create temporary table if not exists made (id uuid, n integer)");
  for (let made = from; made < to; made += chunk) {
    await client.query("truncate made");
    await client.query("insert into made select uuidv7(), n from generate_series($1::integer, $2::integer) n", [
      made + 1,
      Math.min(made + chunk, to),
    ]);
    await client.query(
      `insert into sessions.sessions (${ofSession.names}) select ${ofSession.values}
        from made, sessions.sessions s where s.id = $1`,
      [rows[0]?.id],
    );
    await client.query(
      `insert into sessions.visits (${ofVisit.names}) select ${ofVisit.values}
        from made, sessions.visits s where s.session_id = $1`,
      [rows[0]?.id],
    );
    await client.query(
      `insert into analytics.search (session_id, words)
        select id, ${formWordsSql} || to_tsvector('simple', case when n % 1000 = 0 then 'rare ' else '' end || 'common')
        from made join sessions.sessions s using (id)`,
    );
    await rollUpForm(client, formId, { facts, part: "made" });
  }
  await recount(client, formId);
  await client.query(`vacuum analyze sessions.sessions, sessions.visits, analytics.search, analytics.contributions,
    analytics.rollups, sessions.form_counts`);
  await client.query("checkpoint");
  console.error(`${to} sessions stored in ${Math.round((performance.now() - begun) / 1000)} s`);
}

/** Returns the form, and SQL of what a copy of the session adds to its rollups. Waits until a backfill is done. */
async function rollupsOf(client: pg.Client, sessionId: string): Promise<{ formId: string; facts: string }> {
  const nothing = { of: async () => null, pagesOf: async () => [], choicesOf: async () => new Map() };
  const [copied] = await readContributions(client, nothing, [sessionId]);
  if (!copied) throw new Error("No session was completed. Raise BENCH_SECONDS.");
  const { form_id: formId, facts } = copied;
  await eventually(async () => {
    const text = "select 1 from analytics.rollup_forms where form_id = $1 and not is_complete";
    const { rowCount } = await client.query(text, [formId]);
    if (rowCount) throw new Error("The rollups' backfill isn't done.");
  }, 300);
  const [completed, abandoned] = [facts, { ...facts, d: null }].map((of) => pg.escapeLiteral(JSON.stringify(of)));
  return { formId, facts: `case when s.status = 'completed' then ${completed} else ${abandoned} end` };
}

/** Returns the columns of a table of the sessions schema as SQL: names, and values of the row `s`, some of them others. */
async function columnsOf(client: pg.Client, table: string, others: Record<string, string>) {
  const { rows } = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'sessions' and table_name = $1",
    [table],
  );
  const names = rows.map(({ name }) => name);
  return { names: names.join(), values: names.map((name) => others[name] ?? `s.${name}`).join() };
}
