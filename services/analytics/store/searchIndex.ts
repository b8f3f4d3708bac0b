import type pg from "pg";
import { inTransaction } from "../../../shared/database/transaction.ts";

/**
 * The index that search.ts looks in. All who write it take turns on one lock, which is taken before the sessions are
 * read: so a session that was read before it was erased is written before it is forgotten, never after.
 */
const lock = "hashtextextended('pathform search index', 0)";

/** A word that no text has. */
export const formWord = (form_id: string): string => `form ${form_id}`;

/** False, and nothing done, where another copy is at it. `work` runs under the lock, in a transaction. */
export async function inTurn(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<boolean> {
  return locked(pool, `select pg_try_advisory_xact_lock(${lock}) as is_mine`, work);
}

/** The words of these sessions as they are now; those under way are not found, whatever is kept of them. */
export async function indexSessions(client: pg.PoolClient, session_ids: string[]): Promise<void> {
  await client.query({
    name: "index-sessions",
    text: `insert into analytics.search as x (session_id, words)
      select s.id, array_to_tsvector(array['form ' || s.form_id])
        || json_to_tsvector('simple', coalesce(json_agg(v.answer order by v.seq) filter (where v.answer_id is not null),
          '[]'), '["string"]')
      from sessions.sessions s left join sessions.visits v on v.session_id = s.id
      where s.id = any($1::uuid[]) and s.status in ('completed', 'abandoned') group by s.id
      on conflict (session_id) do update set words = excluded.words`,
    values: [session_ids],
  });
}

export async function deleteWords(client: pg.PoolClient, session_ids: string[]): Promise<void> {
  await client.query("delete from analytics.search where session_id = any($1::uuid[])", [session_ids]);
}

/** Waits for whoever is indexing, who may have read the session before it was erased. */
export async function forgetSession(pool: pg.Pool, session_id: string): Promise<void> {
  const text = `select pg_advisory_xact_lock(${lock})::text = '' as is_mine`;
  await locked(pool, text, (client) => deleteWords(client, [session_id]));
}

function locked(pool: pg.Pool, take: string, work: (client: pg.PoolClient) => Promise<void>): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ is_mine: boolean }>(take);
    const isMine = rows[0]?.is_mine ?? false;
    if (isMine) await work(client);
    return isMine;
  });
}
