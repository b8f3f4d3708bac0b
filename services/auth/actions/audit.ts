import type { Action } from "../../../shared/bus/calls.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { env } from "../../../shared/platform/env.ts";
import { insertAudit } from "../store/audit.ts";
import { auditEntry } from "../views.ts";

/** Stores entries of services' outboxes. Idempotent by their ids. */
export const recordAudit: Action<"auth.recordAudit"> = {
  params: { entries: "array" },
  async handler(ctx) {
    await inTransaction(this.database.pool, async (client) => {
      const rows = await insertAudit(client, ctx.params.entries);
      // before the commit: an entry can appear twice after a crash, but none is missing
      if (env().AUDIT_LOG === "stdout") for (const row of rows) process.stdout.write(lineOf(row));
    });
    return null;
  },
};

const lineOf = (row: Parameters<typeof auditEntry>[0]): string =>
  `${JSON.stringify({ audit: { workspace_id: row.account_id, ...auditEntry(row) } })}\n`;
