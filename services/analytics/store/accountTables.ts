import type pg from "pg";
import type { AccountTable } from "../../../shared/platform/database/accountTables.ts";
import { formWord, whileIndexing } from "./searchIndex.ts";

/** The words of an account's sessions, found by the word of their form. They repeat data of the sessions schema. */
export const analyticsTables: readonly AccountTable[] = [
  {
    name: "analytics.search",
    where: "t.words @@ any(select ('''form ' || f || '''')::tsquery from unnest($2::uuid[]) f)",
    secret: "all",
  },
];

/** Returns the number of sessions removed. Waits for a running index, which may have read them before they were deleted. */
export async function forgetForms(pool: pg.Pool, formIds: readonly string[]): Promise<number> {
  let forgotten = 0;
  for (const formId of formIds) {
    await whileIndexing(pool, async (client) => {
      const { rowCount } = await client.query("delete from analytics.search where words @@ $1::tsquery", [
        `'${formWord(formId)}'`,
      ]);
      forgotten += rowCount ?? 0;
    });
  }
  return forgotten;
}
