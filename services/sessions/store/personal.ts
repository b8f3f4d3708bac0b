import type pg from "pg";
import type { Queryable } from "../../../shared/platform/database/connection.ts";

/**
 * Nodes of a form whose answers can identify someone (wants §21.5). Each version has those of its own nodes, and of the nodes that only
 * older versions have, so that the newest version decides for all responses.
 */

const newest = 2_147_483_647;

/** Returns the ids as of the newest version, or of the newest one up to `versionNumber`. */
export async function personalOf(pool: Queryable, formId: string, versionNumber = newest): Promise<string[]> {
  const { rows } = await pool.query<{ personal: string[] }>({
    name: "personal-nodes",
    text: `select personal from sessions.versions where form_id = $1 and version_number <= $2
      order by version_number desc limit 1`,
    values: [formId, versionNumber],
  });
  return rows[0]?.personal ?? [];
}

/** Lets one version of a form be stored after the other, because each reads those of the one before. */
export async function lockPersonal(client: pg.PoolClient, formId: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 21))", [formId]);
}
