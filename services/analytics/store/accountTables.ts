import type pg from "pg";
import { type AccountTable, withoutEnd } from "../../../shared/platform/database/accountTables.ts";
import { formWord } from "./formWords.ts";
import { forgetRollups } from "./rollups.ts";
import { whileIndexing } from "./searchIndex.ts";

/** The words of an account's sessions, found by the word of their form, and their figures. All repeat data of the sessions schema. */
export const analyticsTables: readonly AccountTable[] = [
  {
    name: "analytics.search",
    where: "t.words @@ any(select ('''form ' || f || '''')::tsquery from unnest($2::uuid[]) f)",
    secret: "all",
  },
  ...["contributions", "rollups", "rollup_forms"].map(
    (name): AccountTable => ({ name: `analytics.${name}`, where: "t.form_id = any($2)", secret: "all" }),
  ),
];

/** The only rows that repeat no data of other schemas. */
export const analyticsRows: readonly AccountTable[] = [
  { name: "analytics.audit_outbox", where: "t.account_id = $1" },
  { name: "analytics.results", where: "t.form_id = any($2)" },
];

const batchSize = 5_000;

/**
 * Returns the number of sessions removed, in batches, so that respondents' words are indexed in between. Waits for a running index,
 * which may have read them before they were deleted.
 */
export async function forgetForms(pool: pg.Pool, formIds: readonly string[], end = withoutEnd): Promise<number> {
  let forgotten = 0;
  for (const formId of formIds) {
    for (let removed = batchSize; removed === batchSize && Date.now() < end; forgotten += removed)
      removed = await forgetSome(pool, formId);
  }
  return forgotten;
}

async function forgetSome(pool: pg.Pool, formId: string): Promise<number> {
  let removed = 0;
  await whileIndexing(pool, async (client) => {
    const { rowCount } = await client.query(
      `delete from analytics.search where session_id in (
        select session_id from analytics.search where words @@ $1::tsquery limit ${batchSize})`,
      [`'${formWord(formId)}'`],
    );
    removed = rowCount ?? 0;
    if (removed < batchSize) await forgetRollups(client, formId);
  });
  return removed;
}
