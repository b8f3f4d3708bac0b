import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const chunk = 50_000;

/** Copies the form's completed session with its visits until there are `count`, one second apart. */
export async function storeSessions(client: pg.Client, slug: string, count: number): Promise<void> {
  const columns = async (table: string, replaced: string[]) => {
    const { rows } = await client.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'sessions' and table_name = $1",
      [table],
    );
    return rows.map(({ name }) => name).filter((name) => !replaced.includes(name));
  };
  const ofSession = await columns("sessions", ["id", "started_at"]);
  const ofVisit = await columns("visits", ["session_id"]);
  const { rows } = await client.query<{ id: string }>(
    `select s.id from sessions.sessions s join sessions.live_forms f using (form_id)
      where f.slug = $1 and s.status = 'completed' limit 1`,
    [slug],
  );
  const [source] = rows;
  if (!source) throw new Error(`No completed session of ${slug} to copy.`);
  await client.query("create temporary table if not exists made (id uuid, n integer)");
  for (let made = 0; made < count; made += chunk) {
    await client.query("truncate made");
    await client.query("insert into made select uuidv7(), n from generate_series($1::integer, $2) n", [
      made + 1,
      Math.min(made + chunk, count),
    ]);
    await client.query(
      `insert into sessions.sessions (id, started_at, ${ofSession.join()})
        select made.id, s.started_at - interval '1 day' - (${count} - made.n) * interval '1 second',
          ${ofSession.map((name) => `s.${name}`).join()}
        from made, sessions.sessions s where s.id = $1`,
      [source.id],
    );
    await client.query(
      `insert into sessions.visits (session_id, ${ofVisit.join()})
        select made.id, ${ofVisit.map((name) => `v.${name}`).join()} from made, sessions.visits v where v.session_id = $1`,
      [source.id],
    );
  }
  await client.query("vacuum analyze sessions.sessions, sessions.visits");
  await client.query("checkpoint");
}

/** Prevents that rollups of insights are built beside an export. */
export async function skipRollups(client: pg.Client, slug: string): Promise<void> {
  await client.query(
    `insert into analytics.rollup_forms (form_id, is_complete) select form_id, true from sessions.live_forms where slug = $1
      on conflict (form_id) do update set is_complete = true`,
    [slug],
  );
}

/** Waits until insights of the form come from rollups. */
export async function untilRolledUp(client: pg.Client, slug: string): Promise<void> {
  const text = `select from analytics.rollup_forms join sessions.live_forms using (form_id) where slug = $1 and is_complete`;
  while (!(await client.query(text, [slug])).rowCount) await sleep(1_000);
}

/** Reads the values of the export's rows by `COPY`, and returns their number. */
export async function copyRows(client: pg.Client, slug: string): Promise<number> {
  const { rows } = await client.query("select form_id from sessions.live_forms where slug = $1", [slug]);
  const { rowCount } = await client.query(
    `copy (
      select s.id, s.status, s.version_number, s.started_at, s.completed_at, s.total_score, s.current_node_id, s.hidden, p.answers
      from sessions.sessions s left join lateral (
        select json_object_agg(v.node_id, v.answer) as answers from sessions.visits v
        where v.session_id = s.id and v.seq is not null and v.answer_id is not null) p on true
      where s.form_id = '${rows[0].form_id}' order by s.started_at desc, s.id desc
    ) to stdout`,
  );
  return rowCount ?? 0;
}
