import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { auditImport } from "../audit.ts";
import * as store from "../store/imports.ts";

/** Cancels an import that isn't over, in the transaction that has locked it. Its responses so far stay. */
export async function cancelLocked(client: pg.PoolClient, row: store.ImportRow): Promise<void> {
  if (row.status !== "queued" && row.status !== "running") return;
  const cancelled: store.ImportRow = { ...row, status: "cancelled" };
  await auditImport(client, cancelled);
  await store.noteProgress(client, cancelled);
}

/** Cancels the import of a form whose workspace is going to be deleted (wants §25). */
export async function cancelOfForm(pool: pg.Pool, formId: string): Promise<void> {
  const id = await store.importUnderWay(pool, formId);
  if (id === null) return;
  await inTransaction(pool, async (client) => {
    const row = await store.lockImport(client, formId, id);
    if (row) await cancelLocked(client, row);
  });
}
