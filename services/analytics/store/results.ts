import type pg from "pg";
import type { PutResultsBody } from "../../../shared/api/shapes/results.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { type Readable, read } from "./read.ts";

/** Public results of forms (features §24.1). */

/** Published results, as their owner stored them. */
export interface PublishedResults {
  token: string;
  title: string;
  node_ids: string[] | null;
  expires_at: Date | null;
  created: Date;
}

const columns = "token, title, node_ids, expires_at, created";

export async function findOwnResults(pool: Queryable, formId: string): Promise<PublishedResults | null> {
  const { rows } = await pool.query<PublishedResults>({
    name: "results-of-form",
    text: `select ${columns} from analytics.results where form_id = $1 and token is not null`,
    values: [formId],
  });
  return rows[0] ?? null;
}

/** Publishes results at this token, or changes those that are published, which keep theirs. */
export async function upsertResults(
  client: pg.ClientBase,
  formId: string,
  token: string,
  { title, node_ids = null, expires_at = null }: PutResultsBody,
): Promise<PublishedResults> {
  const { rows } = await client.query<PublishedResults>(
    `insert into analytics.results as r (form_id, token, title, node_ids, expires_at, created)
      values ($1, $2, $3, $4, $5, now())
      on conflict (form_id) do update set token = coalesce(r.token, excluded.token), title = excluded.title,
        node_ids = excluded.node_ids, expires_at = excluded.expires_at,
        created = case when r.token is null then excluded.created else r.created end
      returning ${columns}`,
    [formId, token, title, node_ids && JSON.stringify(node_ids), expires_at],
  );
  return rows[0] as PublishedResults;
}

/** Removes the address. Returns whether there was one. The reading stays, because readers can compare it with later ones. */
export async function removeAddress(client: pg.ClientBase, formId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "update analytics.results set token = null where form_id = $1 and token is not null",
    [formId],
  );
  return rowCount === 1;
}

/** Results at an address, with what is needed of their form. */
export interface FoundResults {
  form_id: string;
  account_id: string;
  version_number: number;
  /** null if another form took it */
  slug: string | null;
  title: string;
  node_ids: string[] | null;
}

/** Returns the results at an address, unless they expired or their form is inactive, unpublished or suspended. */
export async function findResults(reader: Readable, token: string, now: Date): Promise<FoundResults | null> {
  const [row] = await read<FoundResults>(reader, {
    name: "results-by-token",
    text: `select form_id, account_id, version_number, form.slug, r.title, r.node_ids
      from analytics.results r join sessions.live_forms form using (form_id)
      where r.token = $1 and (r.expires_at is null or r.expires_at > $2)
        and form.is_active and form.version_number is not null
        and not exists (select from sessions.suspended_forms where form_id = form.form_id)`,
    values: [token, now],
  });
  return row ?? null;
}

export interface StoredReading<Reading> {
  reading: Reading | null;
  reading_number: number;
}

export async function findReading<Reading>(pool: Queryable, formId: string): Promise<StoredReading<Reading> | null> {
  const { rows } = await pool.query<StoredReading<Reading>>({
    name: "reading-of-results",
    text: "select reading, reading_number from analytics.results where form_id = $1",
    values: [formId],
  });
  return rows[0] ?? null;
}

/** Stores the reading after the one with this number. Returns false if another copy has stored one since. */
export async function storeReading(pool: Queryable, formId: string, reading: object, number: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "store-reading",
    text: `update analytics.results set reading = $2, reading_number = reading_number + 1
      where form_id = $1 and reading_number = $3`,
    values: [formId, JSON.stringify(reading), number],
  });
  return rowCount === 1;
}
