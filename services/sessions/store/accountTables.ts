import type pg from "pg";
import { type AccountTable, withoutEnd } from "../../../shared/platform/database/accountTables.ts";
import { isDistributed } from "../../../shared/platform/database/distribute.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import { type CountedChange, countEach } from "./counts.ts";
import { onlyId, perStatement } from "./sessions.ts";

/** Tables with an account's data. */
const ofSessions = "t.session_id in (select id from sessions.sessions where form_id = any($2))";

const ofForms = "t.form_id = any($2)";

/** Tables that eraseFiles and eraseSessions delete. */
export const sessionTables: readonly AccountTable[] = [
  { name: "sessions.files", where: ofSessions },
  { name: "sessions.visits", where: ofSessions, secret: ["given_by"] },
  { name: "sessions.revisions", where: ofSessions },
  { name: "sessions.resumes", where: ofSessions, secret: ["opened_by"] },
  { name: "sessions.sessions", where: ofForms, secret: ["resume_key", "begun_by", "edit_key"] },
];

/** An event may belong to an erased session. `erased_sessions` has only ids. */
export const formTables: readonly AccountTable[] = [
  { name: "sessions.events", where: ofForms, key: "id" },
  {
    name: "sessions.version_translations",
    where: "t.version_id in (select id from sessions.versions where form_id = any($2))",
  },
  { name: "sessions.versions", where: ofForms },
  { name: "sessions.form_counts", where: ofForms },
  { name: "sessions.form_days", where: ofForms },
  { name: "sessions.form_uploads", where: ofForms },
  { name: "sessions.attached_forms", where: ofForms },
  { name: "sessions.links", where: ofForms },
  { name: "sessions.suspended_forms", where: ofForms },
  { name: "sessions.imports", where: ofForms },
  { name: "sessions.imported", where: ofForms, secret: ["key"] },
  { name: "sessions.exact_forms", where: ofForms },
  { name: "sessions.claims", where: ofForms, secret: ["key"] },
  { name: "sessions.option_places", where: ofForms },
  { name: "sessions.audit_outbox", where: "t.account_id = $1" },
];

/** Rows that still name an account's forms after the forms service deleted them, so they go last. */
export const liveFormRows: readonly AccountTable[] = [{ name: "sessions.live_forms", where: "t.account_id = $1" }];

export async function liveFormIdsOf(pool: pg.Pool, accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ form_id: string }>(
    "select form_id from sessions.live_forms where account_id = $1",
    [accountId],
  );
  return rows.map(({ form_id }) => form_id);
}

/** Prevents new sessions. */
export async function closeForms(pool: pg.Pool, accountId: string): Promise<void> {
  await pool.query("update sessions.live_forms set is_active = false where account_id = $1 and is_active", [accountId]);
}

const batchSize = 500;

/** An upload in progress renews its reservation. Its bytes are removed when it ends. */
const isUploading = "f.state = 'reserved' and f.created > now() - interval '90 seconds'";

/** Returns an account's files and their storage keys, except uploads in progress. */
export async function filesOf(
  pool: pg.Pool,
  formIds: readonly string[],
  after = "00000000-0000-0000-0000-000000000000",
): Promise<{ id: string; key: string; name: string | null }[]> {
  const { rows } = await pool.query(
    `select f.id, f.key, f.name from sessions.files f join sessions.sessions s on s.id = f.session_id
      where s.form_id = any($1::uuid[]) and f.id > $2 and not (${isUploading}) order by f.id limit ${batchSize}`,
    [formIds, after],
  );
  return rows;
}

/**
 * Deletes the bytes of an account's files, then their rows, so that an interrupted run can be repeated. Returns the
 * number of files, including those that are left, such as uploads in progress.
 */
export async function eraseFiles(
  pool: pg.Pool,
  formIds: readonly string[],
  files: FileStore,
  end = withoutEnd,
): Promise<number> {
  for (let erased = 0; ; ) {
    const found = await filesOf(pool, formIds);
    if (found.length === 0 || Date.now() > end) return erased + (await countFiles(pool, formIds));
    await Promise.all(found.map(({ key }) => files.remove(key)));
    await pool.query("delete from sessions.files where id = any($1::uuid[])", [found.map(({ id }) => id)]);
    erased += found.length;
  }
}

/** Counts in every state: an upload that has just ended is in progress no longer, and not erased yet. */
async function countFiles(pool: pg.Pool, formIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from sessions.files f join sessions.sessions s on s.id = f.session_id
      where s.form_id = any($1::uuid[])`,
    [formIds],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Erases sessions with their answers and events, in batches, and returns how many. Keeps sessions with remaining files.
 */
export async function eraseSessions(pool: pg.Pool, formIds: readonly string[], end = withoutEnd): Promise<number> {
  for (let erased = 0; ; ) {
    const { rows } = await pool.query<{ id: string }>(
      `select s.id from sessions.sessions s where s.form_id = any($1::uuid[])
        and not exists (select 1 from sessions.files f where f.session_id = s.id) limit ${batchSize}`,
      [formIds],
    );
    const ids = rows.map(({ id }) => id);
    let count = 0;
    for (const together of perStatement({ isDistributed: await isDistributed(pool) }, ids))
      count += await eraseTogether(pool, together);
    erased += count;
    if (count === 0 || Date.now() > end) return erased;
  }
}

async function eraseTogether(pool: pg.Pool, ids: string[]): Promise<number> {
  const inSessions = (column: string) => `${column} = ${ids.length === 1 ? onlyId : "any($1::uuid[])"}`;
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Omit<CountedChange, "became">>(
      `with batch as materialized (
          select s.id from sessions.sessions s where ${inSessions("s.id")} for update
        ), erasable as materialized (
          select id from batch where id not in (select session_id from sessions.files where ${inSessions("session_id")})
        ), visits as (
          delete from sessions.visits where ${inSessions("session_id")} and session_id in (select id from erasable)
        ), events as (
          delete from sessions.events where ${inSessions("session_id")} and session_id in (select id from erasable)
        ), resumes as (
          delete from sessions.resumes where ${inSessions("session_id")} and session_id in (select id from erasable)
        ), revisions as (
          delete from sessions.revisions where ${inSessions("session_id")} and session_id in (select id from erasable)
        ), gone as (
          delete from sessions.sessions where ${inSessions("id")} and id in (select id from erasable)
          returning form_id, status as was, completed_at
        ) select form_id, was, completed_at from gone`,
      [ids],
    );
    await countEach(
      client,
      rows.map((row) => ({ ...row, became: null })),
    );
    return rows.length;
  });
}

/** Counts the sessions of each account. */
export async function sessionsByAccount(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ account_id: string; count: number }>(
    `select l.account_id, sum(s.count)::float8 as count
      from (select form_id, sum(in_progress + completed + abandoned) as count from sessions.form_counts
          where day = '-infinity' group by form_id) s
        join sessions.live_forms l on l.form_id = s.form_id group by l.account_id`,
  );
  return new Map(rows.map(({ account_id, count }) => [account_id, count]));
}

export async function bytesByAccount(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ account_id: string; bytes: number }>(
    `select l.account_id, sum(f.size)::float8 as bytes from sessions.files f
        join sessions.sessions s on s.id = f.session_id join sessions.live_forms l on l.form_id = s.form_id
      where f.state = 'stored' group by l.account_id`,
  );
  return new Map(rows.map(({ account_id, bytes }) => [account_id, bytes]));
}
