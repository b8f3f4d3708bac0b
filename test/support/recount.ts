import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

const adr = readFileSync(join(import.meta.dirname, "../../docs/adr/0014-counts-in-slots.md"), "utf8");
const [, statements = ""] = /```sql\n(.*?)```/s.exec(adr) ?? [];

/** Counts sessions that a test wrote by SQL, as ADR 14 tells operators to. */
export async function recount(client: Pick<pg.Pool, "query">, formId: string): Promise<void> {
  // in one message, and so in one transaction
  await client.query(statements.replaceAll(":'form'", `'${formId}'`));
}
