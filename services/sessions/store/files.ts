import type pg from "pg";
import type { ReservedFile } from "../../../shared/bus/contract/sessions.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { countEach } from "./counts.ts";
import { onlyId } from "./sessions.ts";

/**
 * Uploaded files (decisions §5). A file is reserved before its bytes are stored and committed after, so interrupted
 * work leaves a row for the cleanup. Adding or deleting a file locks the session's row and increments its revision: a
 * step decided on the old files then writes nothing.
 */
export interface NewFile {
  id: string;
  sessionId: string;
  formId: string;
  nodeId: string;
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

/** Metadata of a stored file. `size` is in bytes. */
export interface AboutFile {
  name: string;
  size: number;
  contentType: string;
}

/**
 * Longer than the interval in which an upload renews its reservation. After `reservedAtMost` no one can write its
 * bytes.
 */
const reservedFor = "90 seconds";
const reservedAtMost = "1 hour";
/** Files without an answer are kept this long after the session's last activity (decisions §5). */
const unnamedFor = "24 hours";
const unnamedForMs = 24 * 60 * 60 * 1000;

/** SQL of a time plus an interval of hours or seconds. Unlike `+`, Citus accepts it in a change of rows. */
const plus = (time: string, interval: string): string =>
  `(${time} at time zone 'utc' + ${interval}::interval) at time zone 'utc'`;

/** Records activity of a locked session (decisions §5). Like a step, it reopens an abandoned session. */
export async function touchSession(client: pg.PoolClient, sessionId: string, now: Date): Promise<void> {
  // separate statements, because Citus runs each on the session's worker, and the counts aren't there
  const abandoned = await client.query<{ form_id: string }>(
    "select form_id from sessions.sessions where id = $1 and status = 'abandoned'",
    [sessionId],
  );
  await client.query(
    `update sessions.sessions set last_activity_at = greatest(last_activity_at, $2), revision = revision + 1, status = 'in_progress'
      where id = $1 and status <> 'completed'`,
    [sessionId, now],
  );
  const revived = { was: "abandoned", became: "in_progress", completed_at: null } as const;
  await countEach(
    client,
    abandoned.rows.map(({ form_id }) => ({ form_id, ...revived })),
  );
}

/** Counts the node's other files, including reserved ones. */
export async function countOtherFiles(client: pg.PoolClient, file: NewFile): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from sessions.files
      where session_id = $1 and node_id = $2 and id <> $3
        and (state = 'stored' or (state = 'reserved' and created > $4::timestamptz - $5::interval))`,
    [file.sessionId, file.nodeId, file.id, file.now, reservedFor],
  );
  return rows[0]?.count ?? 0;
}

/** Reserves a file. Idempotent. */
export async function insertFile(client: pg.PoolClient, file: NewFile): Promise<void> {
  await client.query(
    `insert into sessions.files (id, session_id, node_id, url, key, state, created, check_at, form_id)
      values ($1, $2, $3, $4, $5, 'reserved', $6, $6::timestamptz + $7::interval, $8) on conflict (session_id, id) do nothing`,
    [file.id, file.sessionId, file.nodeId, file.url, file.key, file.now, reservedAtMost, file.formId],
  );
}

export async function sessionOfFile(pool: Queryable, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ session_id: string }>("select session_id from sessions.files where id = $1", [
    id,
  ]);
  return rows[0]?.session_id ?? null;
}

export async function renewFile(pool: Queryable, file: ReservedFile, now: Date): Promise<void> {
  const { text, values } = isReserved(file);
  await pool.query(`update sessions.files set created = $${values.length + 1} where ${text}`, [...values, now]);
}

/** Names the session if it is known, so that Citus asks only its worker. */
const isReserved = ({ id, session_id }: ReservedFile) => ({
  text: `id = $1 and state = 'reserved'${session_id ? " and session_id = $2" : ""}`,
  values: session_id ? [id, session_id] : [id],
});

/** `isNew`: it was only reserved before. */
export interface CommittedFile extends StoredFile {
  form_id: string | null;
  is_new: boolean;
}

/** Marks the file as stored. Null if its reservation is gone or expired. Idempotent. */
export async function commitFile(
  client: pg.PoolClient,
  { id, sessionId }: { id: string; sessionId: string },
  { name, size, contentType }: AboutFile,
  now: Date,
): Promise<CommittedFile | null> {
  const { rows } = await client.query<CommittedFile>(
    `with before as (select state from sessions.files where session_id = $8 and id = $1),
      stored as (
        update sessions.files set state = 'stored', name = $2, size = $3, content_type = $4,
          check_at = $5::timestamptz + $6::interval
        where session_id = $8 and id = $1
          and (state = 'stored' or (state = 'reserved' and created > $5::timestamptz - $7::interval))
        returning session_id, form_id, url, key, name, size, content_type
      )
      select stored.*, before.state = 'reserved' as is_new from stored cross join before`,
    [id, name, size, contentType, now, unnamedFor, reservedFor, sessionId],
  );
  return rows[0] ?? null;
}

/** Deletes the reservation of an upload without bytes. */
export async function releaseFile(pool: Queryable, file: ReservedFile): Promise<void> {
  const { text, values } = isReserved(file);
  await pool.query(`delete from sessions.files where ${text}`, values);
}

/** Returns the URLs that an answer to this node can use. */
export async function issuedFiles(pool: Queryable, sessionId: string, nodeId: string): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ url: string }>({
    name: "issued-files",
    text: "select url from sessions.files where session_id = $1 and node_id = $2 and state = 'stored'",
    values: [sessionId, nodeId],
  });
  return new Set(rows.map((row) => row.url));
}

interface FoundFile extends StoredFile {
  account_id: string;
  form_id: string;
}

/** Finds a stored file with its form and that form's account. */
export async function findFile(pool: Queryable, id: string): Promise<FoundFile | null> {
  const { rows } = await pool.query<Omit<FoundFile, "account_id"> & { account_id: string | null }>({
    name: "find-file",
    text: `with found as materialized (
        select f.session_id, f.url, f.key, f.name, f.size, f.content_type, s.form_id
        from sessions.files f join sessions.sessions s on s.id = f.session_id where f.id = $1 and f.state = 'stored'
      )
      select f.*, l.account_id from found f left join sessions.live_forms l on l.form_id = f.form_id`,
    values: [id],
  });
  const [file] = rows;
  return file?.account_id == null ? null : { ...file, account_id: file.account_id };
}

/** Returns the names of a session's stored files by URL. */
export async function fileNames(pool: Queryable, sessionId: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ url: string; name: string }>({
    name: "file-names",
    text: "select url, name from sessions.files where session_id = $1 and state = 'stored'",
    values: [sessionId],
  });
  return Object.fromEntries(rows.map(({ url, name }) => [url, name]));
}

/** Returns the names and sizes of a session's stored files by URL. */
export async function namedFiles(
  pool: Queryable,
  sessionId: string,
): Promise<Record<string, { name: string; size: number }>> {
  const { rows } = await pool.query<{ url: string; name: string; size: number }>({
    name: "named-files",
    text: "select url, name, size::float8 as size from sessions.files where session_id = $1 and state = 'stored'",
    values: [sessionId],
  });
  return Object.fromEntries(rows.map(({ url, name, size }) => [url, { name, size }]));
}

/** Returns the next stored files in the order of their IDs. */
export async function storedFilesAfter(
  pool: Queryable,
  id: string,
  limit: number,
): Promise<{ id: string; key: string; session_id: string; node_id: string }[]> {
  const { rows } = await pool.query(
    "select id, key, session_id, node_id from sessions.files where id > $1 and state = 'stored' order by id limit $2",
    [id, limit],
  );
  return rows;
}

/** SQL that subtracts the deleted files in `gone`, all of one session, from the form's bytes (quotas.ts). */
const discountGone = `update sessions.form_uploads u set bytes = greatest(0, u.bytes - g.bytes)
  from (select form_id, coalesce(sum(size), 0) as bytes from gone group by form_id) g where u.form_id = g.form_id`;

/** SQL condition: an answer of the session uses the file `f`. */
const isNamed = `exists (select 1 from sessions.visits v where v.session_id = f.session_id and v.node_id = f.node_id
  and v.answer_id is not null and v.answer::jsonb ? f.url)`;

/** Deletes a file unless an answer uses it. A missing file counts as deleted. Call it with the session's row locked. */
export async function deleteUnnamed(
  client: pg.PoolClient,
  sessionId: string,
  id: string,
  now: Date,
): Promise<{ isNamed: boolean }> {
  const { rows } = await client.query<{ is_named: boolean }>(
    `select ${isNamed} as is_named from sessions.files f where id = $1 and session_id = $2 and state = 'stored'`,
    [id, sessionId],
  );
  const [found] = rows;
  if (!found || found.is_named) return { isNamed: found?.is_named ?? false };
  await deleteStored(client, { sessionId, id, now });
  return { isNamed: false };
}

/** Deletes the node's oldest stored file that no answer uses. False if there is none. Call it with the session's row locked. */
export async function deleteOldestUnnamed(
  client: pg.PoolClient,
  { sessionId, nodeId, now }: NewFile,
): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `select f.id from sessions.files f where session_id = $1 and node_id = $2 and state = 'stored' and not ${isNamed}
      order by created, id limit 1`,
    [sessionId, nodeId],
  );
  const [oldest] = rows;
  if (oldest) await deleteStored(client, { sessionId, id: oldest.id, now });
  return oldest !== undefined;
}

async function deleteStored(client: pg.PoolClient, { sessionId, id, now }: Pick<NewFile, "sessionId" | "id" | "now">) {
  await client.query(
    `with gone as (
        update sessions.files set state = 'deleted', check_at = $2 where session_id = $3 and id = $1
        returning form_id, size
      ) ${discountGone}`,
    [id, now, sessionId],
  );
}

/** Deletes the files of an erased session (decisions §6), or those of erased answers. Bytes of an upload in progress may still arrive later. */
export async function deleteOfSession(
  client: pg.PoolClient,
  sessionId: string,
  nodes: readonly string[] | null = null,
): Promise<void> {
  await client.query(
    `with gone as (
        update sessions.files set check_at = case when state = 'reserved' then ${plus("created", "$2")} else created end,
          state = 'deleted', name = null
        where session_id = $1 and state <> 'deleted' and ($3::text[] is null or node_id = any($3))
        returning form_id, size
      ) ${discountGone}`,
    [sessionId, reservedAtMost, nodes],
  );
}

/** Returns sessions with files whose `check_at` has passed, of at most `limit` files. Locks nothing. */
export async function sessionsToCheck(pool: pg.Pool, now: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ session_id: string }>({
    name: "sessions-to-check",
    text: `select distinct session_id from (select session_id from sessions.files
      where check_at <= $1 and state <> 'deleted' order by check_at limit $2) d`,
    values: [now, limit],
  });
  return rows.map((row) => row.session_id);
}

/**
 * Checks the sessions' files whose `check_at` has passed and returns how many. Deletes files that never arrived, and
 * files without an answer 24 h after the session's last activity. A completed session's answers are final, so their
 * files are never checked again. Files of locked sessions wait for the next run.
 */
export async function expireFiles(pool: pg.Pool, now: Date, sessionIds: string[]): Promise<number> {
  const isOne = sessionIds.length === 1;
  const inSessions = (column: string) => `${column} = ${isOne ? onlyId : "any($1::uuid[])"}`;
  const ofOne = (column: string) => (isOne ? `${column} = ${onlyId} and` : "");
  const { rows } = await pool.query<{ checked: number }>({
    name: `expire-files${isOne ? "-one" : ""}`,
    text: `with available as materialized (
        select s.id, s.status, ${plus("s.last_activity_at", "$3")} as unnamed_until from sessions.sessions s
        where ${inSessions("s.id")}
        order by s.id for update of s skip locked
      ), found as (
        select f.id, f.session_id, f.form_id, f.size, h.status, h.unnamed_until,
          f.state = 'stored' and ${isNamed} as is_named, f.state = 'reserved' as is_lost
        from sessions.files f join available h on h.id = f.session_id
        where ${inSessions("f.session_id")} and f.check_at <= $2 and f.state <> 'deleted'
      ), checked as materialized (
        select c.*, is_lost or (not is_named and unnamed_until <= $2) as is_expired from found c
      ), marked as (
        update sessions.files f set state = case when c.is_expired then 'deleted' else f.state end,
          check_at = case when c.is_expired then $2 when not c.is_named then c.unnamed_until
            when c.status <> 'completed' then $4::timestamptz end
        from checked c where ${ofOne("f.session_id")} f.id = any(array(select id from checked)) and f.id = c.id
      ), moved as (
        update sessions.sessions s set revision = s.revision + 1
        where ${ofOne("s.id")} s.status <> 'completed' and s.id = any(array(select session_id from checked where is_expired))
      ), freed as (
        select form_id, coalesce(sum(size), 0) as bytes from checked where is_expired group by form_id
      ), counts as materialized (
        select u.form_id from sessions.form_uploads u where u.form_id = any(array(select form_id from freed))
        order by u.form_id for no key update of u
      ), discounted as (
        update sessions.form_uploads u set bytes = greatest(0, u.bytes - freed.bytes)
        from freed where u.form_id = any(array(select form_id from counts)) and u.form_id = freed.form_id
      )
      select count(*)::integer as checked from checked`,
    values: [sessionIds, now, unnamedFor, new Date(now.getTime() + unnamedForMs)],
  });
  return rows[0]?.checked ?? 0;
}

/** Returns deleted files whose bytes are due for removal, of one session or all. */
export async function deletedFiles(
  pool: Queryable,
  now: Date,
  limit: number,
  sessionId: string | null = null,
): Promise<{ id: string; key: string }[]> {
  const { rows } = await pool.query<{ id: string; key: string }>(
    `select id, key from sessions.files where state = 'deleted' and check_at <= $1
        and ($3::uuid is null or session_id = $3) order by check_at limit $2`,
    [now, limit, sessionId],
  );
  return rows;
}

/** Deletes the rows of removed files. */
export async function forgetFiles(pool: Queryable, ids: string[]): Promise<void> {
  await pool.query("delete from sessions.files where id = any($1::uuid[]) and state = 'deleted'", [ids]);
}

/** Postpones a file whose removal failed. */
export async function postponeRemoval(pool: Queryable, id: string, now: Date): Promise<void> {
  await pool.query("update sessions.files set check_at = $2::timestamptz + interval '1 minute' where id = $1", [
    id,
    now,
  ]);
}
