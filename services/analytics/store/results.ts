import type pg from "pg";
import type { PutResultsBody } from "../../../shared/api/shapes/results.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";

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
