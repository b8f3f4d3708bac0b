import type pg from "pg";
import type { RefusedCell, ResponseImport } from "../../../shared/api/shapes/responseImports.ts";
import type { Author } from "../../../shared/api/shapes/workspaces.ts";
import type { Acting } from "../../../shared/platform/audit/outbox.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";

/** Imports of responses (wants §25). The columns are explained in migrations/0038-imports.ts. */
export interface ImportRow {
  id: string;
  form_id: string;
  file_key: string | null;
  status: Exclude<ResponseImport["status"], "erasing"> | "receiving";
  version_id: string | null;
  mapping: string | null;
  options: { refusesInvalid: boolean; refusesIncomplete: boolean } | null;
  /** its author with the form's title, for the audit log */
  acting: (Acting & { title: string }) | null;
  source: ResponseImport["source"];
  rows: number | null;
  last_row: number;
  stored: number;
  skipped: number;
  refused_count: number;
  refused_rows: number;
  incomplete_count: number;
  refused: RefusedCell[];
  is_erasing: boolean;
  created: Date;
  created_by: Author;
}

/** A file that arrives renews its row. One that was silent for so long is given up. */
const receivingFor = "interval '90 seconds'";
/** Longer than any batch takes, and shorter than the time until an import continues after a kill. */
const lease = "interval '10 seconds'";
const leased = `leased_until = statement_timestamp() + ${lease}, served_at = statement_timestamp()`;
/** Imports and the keys of their rows, by form. */
const keptFor = "interval '30 days'";

export async function insertReceiving(
  pool: pg.Pool,
  { id, formId, key, now }: { id: string; formId: string; key: string; now: Date },
): Promise<void> {
  await pool.query(
    `insert into sessions.imports (id, form_id, file_key, status, leased_until, created)
      values ($1, $2, $3, 'receiving', statement_timestamp() + ${receivingFor}, $4) on conflict (id) do nothing`,
    [id, formId, key, now],
  );
}

export async function renewReceiving(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `update sessions.imports set leased_until = statement_timestamp() + ${receivingFor}
      where id = $1 and status = 'receiving'`,
    [id],
  );
}

/** Returns a file that has arrived for this form. */
export async function receivedImport(pool: Queryable, formId: string, id: string): Promise<ImportRow | null> {
  const text = "select * from sessions.imports where id = $1 and form_id = $2 and status = 'receiving'";
  const { rows } = await pool.query<ImportRow>(text, [id, formId]);
  return rows[0] ?? null;
}

/** Lets the cleanup remove a file that becomes no import. */
export async function giveUpReceiving(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("update sessions.imports set leased_until = '-infinity' where id = $1 and status = 'receiving'", [
    id,
  ]);
}

export interface QueuedImport
  extends Required<Pick<ImportRow, "id" | "version_id" | "mapping" | "options" | "acting">> {
  created_by: Author;
  source: ResponseImport["source"];
}

/** Queues a file. Returns null if its row is gone, or why it can't begin. */
export async function queueImport(client: pg.ClientBase, queued: QueuedImport): Promise<ImportRow | Blocked | null> {
  const { id, version_id, mapping, options, acting, created_by, source } = queued;
  const blocked = await readBlocked(client, "(select form_id from sessions.imports where id = $1)", id);
  if (blocked) return blocked;
  const { rows } = await client.query<ImportRow>(
    `update sessions.imports set status = 'queued', version_id = $2, mapping = $3, options = $4, acting = $5, created_by = $6,
        source = $7, leased_until = null
      where id = $1 and status = 'receiving' returning *`,
    [
      id,
      version_id,
      mapping,
      JSON.stringify(options),
      JSON.stringify(acting),
      created_by && JSON.stringify(created_by),
      source,
    ],
  );
  return rows[0] ?? null;
}

const canRun = "(i.status = 'queued' or (i.status = 'running' and i.leased_until < statement_timestamp()))";

/** Takes an import that waits, or whose copy is silent: of the workspace that has waited longest for its turn, the oldest. */
export async function claimImport(pool: pg.Pool): Promise<ImportRow | null> {
  const { rows } = await pool.query<ImportRow>(
    `with served as materialized (
        select f.account_id, max(i.served_at) as at from sessions.imports i join sessions.live_forms f on f.form_id = i.form_id
        group by f.account_id
      )
      update sessions.imports set status = 'running', ${leased}
      where id = (select i.id from sessions.imports i join sessions.live_forms f on f.form_id = i.form_id
          left join served on served.account_id = f.account_id
        where ${canRun} order by served.at nulls first, i.created limit 1 for update of i skip locked) returning *`,
  );
  return rows[0] ?? null;
}

/** Returns whether an import of another workspace than this one's can run. */
export async function othersWait(pool: pg.Pool, formId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from sessions.imports i join sessions.live_forms f on f.form_id = i.form_id
      where ${canRun} and f.account_id <> (select account_id from sessions.live_forms where form_id = $1) limit 1`,
    [formId],
  );
  return rowCount === 1;
}

/** Returns in how many ms the first lease of a running import ends. Null if none runs. */
export async function nextLeaseMs(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select (extract(epoch from min(leased_until) - statement_timestamp()) * 1000)::float8 as ms
      from sessions.imports where status = 'running'`,
  );
  const [{ ms } = { ms: null }] = rows;
  return ms === null ? null : Math.max(0, ms);
}

/** Returns false if the import is canceled. */
export async function renewImport(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(`update sessions.imports set ${leased} where id = $1 and status = 'running'`, [
    id,
  ]);
  return rowCount === 1;
}

/** Lets another copy continue immediately. */
export async function releaseImport(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("update sessions.imports set leased_until = '-infinity' where id = $1 and status = 'running'", [id]);
}

/** Locks a running import after these rows. Returns false if it was canceled or another copy continued it. */
export async function lockRunning(client: pg.ClientBase, id: string, lastRow: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "lock-import",
    text: "select 1 from sessions.imports where id = $1 and status = 'running' and last_row = $2 for update",
    values: [id, lastRow],
  });
  return rowCount === 1;
}

/** Notes how far an import is, in the transaction of its rows. */
export async function noteProgress(client: pg.ClientBase, row: ImportRow): Promise<void> {
  await client.query({
    name: "note-import",
    text: `update sessions.imports set status = $2, source = $3, rows = $4, last_row = $5, stored = $6, skipped = $7,
        refused_count = $8, refused_rows = $9, incomplete_count = $10, refused = $11::json,
        leased_until = statement_timestamp() + ${lease},
        ended = case when $2 in ('done', 'cancelled') then statement_timestamp() end
      where id = $1`,
    values: [
      row.id,
      row.status,
      row.source,
      row.rows,
      row.last_row,
      row.stored,
      row.skipped,
      row.refused_count,
      row.refused_rows,
      row.incomplete_count,
      JSON.stringify(row.refused),
    ],
  });
}

/** Locks an import of a form. */
export async function lockImport(client: pg.ClientBase, formId: string, id: string): Promise<ImportRow | null> {
  const { rows } = await client.query<ImportRow>(
    "select * from sessions.imports where id = $1 and form_id = $2 and status <> 'receiving' for update",
    [id, formId],
  );
  return rows[0] ?? null;
}

export async function setErasing(client: Queryable, id: string, isErasing: boolean): Promise<void> {
  await client.query("update sessions.imports set is_erasing = $2 where id = $1", [id, isErasing]);
}

export async function importsToErase(pool: pg.Pool): Promise<Pick<ImportRow, "id" | "form_id">[]> {
  const { rows } = await pool.query<ImportRow>(
    "select id, form_id from sessions.imports where is_erasing order by created limit 20",
  );
  return rows;
}

/** Returns sessions that an import stored. */
export async function sessionsOfImport(pool: Queryable, id: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ holder: string }>(
    "select holder from sessions.imported where import_id = $1 limit $2",
    [id, limit],
  );
  return rows.map(({ holder }) => holder);
}

export async function findImport(pool: Queryable, formId: string, id: string): Promise<ImportRow | null> {
  const { rows } = await pool.query<ImportRow>(
    "select * from sessions.imports where id = $1 and form_id = $2 and status <> 'receiving'",
    [id, formId],
  );
  return rows[0] ?? null;
}

export async function listImports(
  pool: Queryable,
  formId: string,
  { ordering, limit, offset }: { ordering: { descending: boolean }; limit: number; offset: number },
): Promise<{ count: number; rows: ImportRow[] }> {
  const ofForm = "form_id = $1 and status <> 'receiving'";
  const direction = ordering.descending ? "desc" : "asc";
  const counted = await pool.query<{ count: number }>(
    `select count(*)::integer as count from sessions.imports where ${ofForm}`,
    [formId],
  );
  const { rows } = await pool.query<ImportRow>(
    `select * from sessions.imports where ${ofForm} order by created ${direction}, id ${direction} limit $2 offset $3`,
    [formId, limit, offset],
  );
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Another import of the form waits or runs, or its responses are being erased: their keys would count as those of a repeat. */
export type Blocked = "busy" | "erasing";

export const blockedImport = (pool: Queryable, formId: string): Promise<Blocked | null> =>
  readBlocked(pool, "$1", formId);

/** `form`: SQL of the form's id */
async function readBlocked(client: Queryable, form: string, id: string): Promise<Blocked | null> {
  const { rows } = await client.query<{ is_erasing: boolean }>(
    `select is_erasing from sessions.imports where form_id = ${form}
      and (status in ('queued', 'running') or is_erasing) order by is_erasing limit 1`,
    [id],
  );
  const [other] = rows;
  return other ? (other.is_erasing ? "erasing" : "busy") : null;
}

/** Returns the import of the form that waits or runs. */
export async function importUnderWay(pool: Queryable, formId: string): Promise<string | null> {
  const text = "select id from sessions.imports where form_id = $1 and status in ('queued', 'running')";
  const { rows } = await pool.query<{ id: string }>(text, [formId]);
  return rows[0]?.id ?? null;
}

/** Cancels imports of an account that is erased. */
export async function cancelImports(pool: Queryable, formIds: readonly string[]): Promise<void> {
  await pool.query(
    `update sessions.imports set status = 'cancelled', ended = statement_timestamp()
      where form_id = any($1::uuid[]) and status in ('queued', 'running')`,
    [formIds],
  );
}

/** Returns files that no import needs. */
export async function unneededFiles(
  pool: pg.Pool,
  limit: number,
  formIds?: readonly string[],
): Promise<{ id: string; file_key: string }[]> {
  const { rows } = await pool.query<{ id: string; file_key: string }>(
    `select id, file_key from sessions.imports where file_key is not null and ($2::uuid[] is null or form_id = any($2))
      and (ended is not null or (status = 'receiving' and leased_until < statement_timestamp())) limit $1`,
    [limit, formIds ?? null],
  );
  return rows;
}

/** Forgets files that were removed, and the rows of those that became no import. */
export async function forgetImportFiles(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await pool.query("delete from sessions.imports where id = any($1::uuid[]) and status = 'receiving'", [ids]);
  await pool.query("update sessions.imports set file_key = null where id = any($1::uuid[])", [ids]);
}

/** Deletes imports that are over for 30 days. The keys of their rows stay. */
export async function forgetOldImports(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from sessions.imports where ended < statement_timestamp() - ${keptFor} and file_key is null and not is_erasing`,
  );
}

/** Returns those of these keys that the form has. */
export async function knownKeys(client: Queryable, formId: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>({
    name: "imported-keys",
    text: "select key from sessions.imported where form_id = $1 and key = any($2::text[])",
    values: [formId, keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Like `knownKeys`, without those of an import that is being erased: their rows can be imported once it is gone. */
export async function lastingKeys(pool: pg.Pool, formId: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>({
    name: "lasting-keys",
    text: `select key from sessions.imported k where form_id = $1 and key = any($2::text[])
      and not exists (select from sessions.imports i where i.id = k.import_id and i.is_erasing)`,
    values: [formId, keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Responses that were imported into a form on a UTC day. */
export async function importedOn(client: Queryable, formId: string, day: string): Promise<number> {
  const text = "select imported from sessions.form_days where form_id = $1 and day = $2::date";
  const { rows } = await client.query<{ imported: number }>(text, [formId, day]);
  return rows[0]?.imported ?? 0;
}

/** Counts imported responses. Locks the form's day, so call it last in the transaction. */
export async function addImportedOn(client: Queryable, formId: string, day: string, count: number): Promise<void> {
  await client.query(
    `insert into sessions.form_days as d (form_id, day, reserved, imported) values ($1, $2::date, 0, $3)
      on conflict (form_id, day) do update set imported = d.imported + excluded.imported`,
    [formId, day, count],
  );
}

/** Lets rows with these sessions be imported again. */
export async function freeImported(client: Queryable, sessionIds: readonly string[]): Promise<void> {
  await client.query("delete from sessions.imported where holder = any($1::uuid[])", [sessionIds]);
}

export async function isImportedSession(client: Queryable, sessionId: string): Promise<boolean> {
  const text = "select import_id is not null as is_imported from sessions.sessions where id = $1";
  const { rows } = await client.query<{ is_imported: boolean }>({ name: "is-imported", text, values: [sessionId] });
  return rows[0]?.is_imported ?? false;
}
