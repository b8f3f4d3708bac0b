import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { formWordsSql } from "./formWords.ts";
import { partsOf, partsWordSql } from "./searchParts.ts";

/**
 * The index of search.ts. All writers share one lock, which they take before they read the sessions. So a session that was read
 * before its deletion is written before it is removed, never after.
 */
const lock = "hashtextextended('pathform search index', 0)";

/** SQL condition of rows that a release without hours wrote (search_without_hours). */
export const hasNoHour = "not words @@ ''' '':*'::tsquery";

/** Runs `work` under the lock, in a transaction. Returns false without running it if another copy has the lock. */
export async function inTurn(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<boolean> {
  return locked(pool, `select pg_try_advisory_xact_lock(${lock}) as is_mine`, work);
}

/** SQLSTATE program_limit_exceeded: more distinct words than a tsvector can have */
const tooManyWords = "54000";

/**
 * Writes the current words of these sessions, except sessions in progress. Returns the IDs of sessions with too many words for the
 * index. One of these fails the statement, so each is then written alone.
 */
export async function indexSessions(client: pg.PoolClient, sessionIds: string[]): Promise<string[]> {
  if (await fits(client, () => writeAll(client, sessionIds))) return [];
  // a session that is too large with its parts is found by whole words
  if (sessionIds.length === 1) return (await fits(client, () => writeWords(client, sessionIds))) ? [] : sessionIds;
  const refused: string[] = [];
  for (const id of sessionIds) refused.push(...(await indexSessions(client, [id])));
  return refused;
}

/** Returns false without writing if a session has too many words. */
async function fits(client: pg.PoolClient, write: () => Promise<void>): Promise<boolean> {
  await client.query("savepoint before_indexing");
  try {
    await write();
    return true;
  } catch (error) {
    if (!hasTooManyWords(error)) throw error;
    await client.query("rollback to before_indexing");
    return false;
  }
}

export const hasTooManyWords = (error: unknown): boolean => (error as { code?: string }).code === tooManyWords;

async function writeAll(client: pg.PoolClient, sessionIds: string[]): Promise<void> {
  await writeWords(client, sessionIds);
  await appendWords(client, await partsOf(client, sessionIds));
}

/** Adds words to rows that meet the condition. They are texts of a tsvector by session ID. */
export async function appendWords(
  client: Pick<pg.PoolClient, "query">,
  words: ReadonlyMap<string, string>,
  condition = "true",
): Promise<void> {
  if (words.size === 0) return;
  await client.query(
    `update analytics.search x set words = words || w.added::tsvector
      from unnest($1::uuid[], $2::text[]) w (session_id, added) where x.session_id = w.session_id and ${condition}`,
    [[...words.keys()], [...words.values()]],
  );
}

async function writeWords(client: pg.PoolClient, sessionIds: string[]): Promise<void> {
  await client.query({
    name: "index-sessions",
    text: `insert into analytics.search as x (session_id, words)
      select s.id, ${formWordsSql} || ${partsWordSql} || json_to_tsvector('simple', coalesce(json_agg(v.answer order by v.seq)
          filter (where v.answer_id is not null), '[]'), '["string"]')
      from sessions.sessions s left join sessions.visits v on v.session_id = s.id
      where s.id = any($1::uuid[]) and s.status in ('completed', 'abandoned') group by s.id, s.form_id, s.started_at
      on conflict (session_id) do update set words = excluded.words`,
    values: [sessionIds],
  });
}

/** Adds the hour and the weight of the form's word to rows without them, up to `limit`. Returns how many there were. */
export async function addHours(pool: pg.Pool, limit: number): Promise<number> {
  // separate statements, because Citus computes no times in an update
  const without = await pool.query<{ session_id: string }>({
    name: "rows-without-hour",
    text: `select session_id from analytics.search where ${hasNoHour} limit $1`,
    values: [limit],
  });
  const ids = without.rows.map(({ session_id }) => session_id);
  if (ids.length === 0) return 0;
  const { rows } = await pool.query<{ id: string; words: string }>({
    name: "hours-of-sessions",
    text: `select s.id, (${formWordsSql})::text as words from sessions.sessions s where s.id = any($1::uuid[])`,
    values: [ids],
  });
  const words = new Map(rows.map(({ id, words }) => [id, words]));
  await pool.query({
    name: "add-hours",
    text: `update analytics.search x set words = x.words || w.words::tsvector
      from unnest($1::uuid[], $2::text[]) w (session_id, words) where x.session_id = w.session_id`,
    // an erased session gets a word, too, so it isn't tried again
    values: [ids, ids.map((id) => words.get(id) ?? "' '")],
  });
  return ids.length;
}

export async function deleteWords(client: pg.PoolClient, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await client.query("delete from analytics.search where session_id = any($1::uuid[])", [sessionIds]);
}

/** Runs `work` like `inTurn`, but waits for the lock. */
export async function whileIndexing(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  await locked(pool, `select pg_advisory_xact_lock(${lock})::text = '' as is_mine`, work);
}

function locked(pool: pg.Pool, take: string, work: (client: pg.PoolClient) => Promise<void>): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ is_mine: boolean }>(take);
    const isMine = rows[0]?.is_mine ?? false;
    if (isMine) await work(client);
    return isMine;
  });
}
