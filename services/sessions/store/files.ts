import type pg from "pg";
import type { Queryable } from "./load.ts";

/**
 * Uploaded files (decisions §5). A file is reserved before its bytes are stored and committed after, so whatever is cut
 * off in between leaves a row that the clean-up finds. Whoever adds or deletes a file of a session holds the session's row,
 * and moves its revision on: a step that was decided on the files as they were before then writes nothing.
 */
export interface NewFile {
  id: string;
  session_id: string;
  node_id: string;
  url: string;
  key: string;
  now: Date;
}

export interface StoredFile {
  session_id: string;
  url: string;
  key: string;
  name: string;
  size: number;
  content_type: string;
}

/** Whoever takes a file in renews its reservation more often; its bytes are removed when nobody can write them. */
const reservedFor = "90 seconds";
const reservedAtMost = "1 hour";
/** decisions §5: what no answer names lives so long after its session's last activity */
const unnamedFor = "24 hours";

/** False where there is no such session. Call it in a transaction, before the session's files are looked at. */
export async function lockSession(client: pg.PoolClient, session_id: string): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from sessions.sessions where id = $1 for update", [session_id]);
  return rowCount === 1;
}

/** Uploading is activity (decisions §5), and brings an abandoned session back like a step does. */
export async function touchSession(client: pg.PoolClient, session_id: string, now: Date): Promise<void> {
  await client.query(
    `update sessions.sessions set last_activity_at = $2, revision = revision + 1, status = 'in_progress'
      where id = $1 and status <> 'completed'`,
    [session_id, now],
  );
}

/** How many files the node has beside this one, those on their way included. */
export async function countOtherFiles(client: pg.PoolClient, file: NewFile): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from sessions.files
      where session_id = $1 and node_id = $2 and id <> $3
        and (state = 'stored' or (state = 'reserved' and created > $4::timestamptz - $5::interval))`,
    [file.session_id, file.node_id, file.id, file.now, reservedFor],
  );
  return rows[0]?.count ?? 0;
}

/** Again with the same id changes nothing. */
export async function insertFile(client: pg.PoolClient, file: NewFile): Promise<void> {
  await client.query(
    `insert into sessions.files (id, session_id, node_id, url, key, state, created, check_at)
      values ($1, $2, $3, $4, $5, 'reserved', $6, $6::timestamptz + $7::interval) on conflict (id) do nothing`,
    [file.id, file.session_id, file.node_id, file.url, file.key, file.now, reservedAtMost],
  );
}

export async function sessionOfFile(client: pg.PoolClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ session_id: string }>("select session_id from sessions.files where id = $1", [
    id,
  ]);
  return rows[0]?.session_id ?? null;
}

export async function renewFile(pool: Queryable, id: string, now: Date): Promise<void> {
  await pool.query("update sessions.files set created = $2 where id = $1 and state = 'reserved'", [id, now]);
}

/** The file with its bytes stored; null where its reservation is gone or has lapsed. Again gives the same. */
export async function commitFile(
  client: pg.PoolClient,
  id: string,
  { name, size, content_type }: Pick<StoredFile, "name" | "size" | "content_type">,
  now: Date,
): Promise<StoredFile | null> {
  const { rows } = await client.query<StoredFile>(
    `update sessions.files set state = 'stored', name = $2, size = $3, content_type = $4,
        check_at = $5::timestamptz + $6::interval
      where id = $1 and (state = 'stored' or (state = 'reserved' and created > $5::timestamptz - $7::interval))
      returning session_id, url, key, name, size, content_type`,
    [id, name, size, content_type, now, unnamedFor, reservedFor],
  );
  return rows[0] ?? null;
}

/** Its bytes did not come, and are not there. */
export async function releaseFile(pool: Queryable, id: string): Promise<void> {
  await pool.query("delete from sessions.files where id = $1 and state = 'reserved'", [id]);
}

/** The addresses that an answer to this node may name. */
export async function issuedFiles(pool: Queryable, session_id: string, node_id: string): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ url: string }>({
    name: "issued-files",
    text: "select url from sessions.files where session_id = $1 and node_id = $2 and state = 'stored'",
    values: [session_id, node_id],
  });
  return new Set(rows.map((row) => row.url));
}

/** A file and whose it is. */
export async function findFile(pool: Queryable, id: string): Promise<(StoredFile & { account_id: string }) | null> {
  const { rows } = await pool.query<StoredFile & { account_id: string }>({
    name: "find-file",
    text: `select f.session_id, f.url, f.key, f.name, f.size, f.content_type, l.account_id
      from sessions.files f join sessions.sessions s on s.id = f.session_id
        join sessions.live_forms l on l.form_id = s.form_id
      where f.id = $1 and f.state = 'stored'`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Does an answer of the session name the file `f`? */
const isNamed = `exists (select 1 from sessions.visits v where v.session_id = f.session_id and v.node_id = f.node_id
  and v.answer_id is not null and v.answer::jsonb ? f.url)`;

/** `named`: an answer has it, and it stays. The session's row is to be locked. */
export async function deleteUnnamed(
  client: pg.PoolClient,
  session_id: string,
  id: string,
  now: Date,
): Promise<"deleted" | "named" | null> {
  const { rows } = await client.query<{ is_named: boolean }>(
    `select ${isNamed} as is_named from sessions.files f where id = $1 and session_id = $2 and state = 'stored'`,
    [id, session_id],
  );
  const [found] = rows;
  if (!found) return null;
  if (found.is_named) return "named";
  await client.query("update sessions.files set state = 'deleted', check_at = $2 where id = $1", [id, now]);
  return "deleted";
}

/** An erased session's files (decisions §6). The bytes of one that is on its way may still arrive after this. */
export async function deleteOfSession(client: pg.PoolClient, session_id: string): Promise<void> {
  await client.query(
    `update sessions.files set check_at = case when state = 'reserved' then created + $2::interval else created end,
        state = 'deleted', name = null
      where session_id = $1`,
    [session_id, reservedAtMost],
  );
}

/**
 * Judges files whose time has come; gives how many were looked at. A file that never arrived is deleted; so is one that no
 * answer names, 24 h after its session's last activity. A completed session's answers are final: a file that one of them
 * names is never looked at again. Sessions that somebody moves just now are left for the next time.
 */
export async function judgeFiles(pool: pg.Pool, now: Date, limit: number): Promise<number> {
  const { rows } = await pool.query<{ judged: number }>({
    name: "judge-files",
    text: `with due as materialized (
        select distinct session_id from (select session_id from sessions.files
          where check_at <= $1 and state <> 'deleted' order by check_at limit $2) d
      ), held as materialized (
        select s.id, s.status, s.last_activity_at from sessions.sessions s join due on due.session_id = s.id
        order by s.id for update of s skip locked
      ), judged as (
        select f.id, f.session_id, h.status, h.last_activity_at + $3::interval as unnamed_until,
          f.state = 'stored' and ${isNamed} as is_named, f.state = 'reserved' as is_lost
        from sessions.files f join held h on h.id = f.session_id where f.check_at <= $1 and f.state <> 'deleted'
      ), verdicts as (
        select j.*, is_lost or (not is_named and unnamed_until <= $1) as is_over from judged j
      ), marked as (
        update sessions.files f set state = case when v.is_over then 'deleted' else f.state end,
          check_at = case when v.is_over then $1 when not v.is_named then v.unnamed_until
            when v.status <> 'completed' then $1::timestamptz + $3::interval end
        from verdicts v where f.id = v.id
      ), moved as (
        update sessions.sessions s set revision = s.revision + 1
        where s.status <> 'completed' and s.id in (select session_id from verdicts where is_over)
      )
      select count(*)::integer as judged from verdicts`,
    values: [now, limit, unnamedFor],
  });
  return rows[0]?.judged ?? 0;
}

/** Deleted files whose bytes are to be removed by now; of one session, or of any. */
export async function deletedFiles(
  pool: Queryable,
  now: Date,
  limit: number,
  session_id: string | null = null,
): Promise<{ id: string; key: string }[]> {
  const { rows } = await pool.query<{ id: string; key: string }>(
    `select id, key from sessions.files where state = 'deleted' and check_at <= $1
        and ($3::uuid is null or session_id = $3) order by check_at limit $2`,
    [now, limit, session_id],
  );
  return rows;
}

/** Their bytes are gone. */
export async function forgetFiles(pool: Queryable, ids: string[]): Promise<void> {
  await pool.query("delete from sessions.files where id = any($1::uuid[]) and state = 'deleted'", [ids]);
}

/** The store did not take its removal: others go first. */
export async function postponeRemoval(pool: Queryable, id: string, now: Date): Promise<void> {
  await pool.query("update sessions.files set check_at = $2::timestamptz + interval '1 minute' where id = $1", [
    id,
    now,
  ]);
}
