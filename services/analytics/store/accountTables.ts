import type pg from "pg";
import type { AccountTable } from "../../../shared/platform/database/accountTables.ts";
import { formWord, whileIndexing } from "./searchIndex.ts";

/** The words of an account's sessions, which are found by the word of their form; they repeat what sessions keep. */
export const analyticsTables: readonly AccountTable[] = [
  {
    name: "analytics.search",
    where: "t.words @@ any(select ('''form ' || f || '''')::tsquery from unnest($2::uuid[]) f)",
    secret: "all",
  },
];

/** Waits for whoever is indexing, who may have read the sessions before they were erased; gives how many it forgot. */
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
