import { changesBetween } from "../../../shared/api/audit/entry.ts";
import { AuditExportQuery, AuditQuery } from "../../../shared/api/shapes/audit.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type ReadPool, untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { env } from "../../../shared/platform/env.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { audit, workspaceTarget } from "../audit.ts";
import { type AuditCursor, auditHeader, auditLine, decodeCursor, encodeCursor } from "../auditExport.ts";
import type { AuthService } from "../service.ts";
import * as store from "../store/audit.ts";
import { storeDenials } from "../store/denials.ts";
import { lockForAudit, withoutForgotten } from "../store/forgotten.ts";
import { auditEntry, auditLogLine } from "../views.ts";

/** The audit log of a workspace (teams §20.10). */

/** Stores entries of services' outboxes and refusals of gateways. Idempotent by their ids. */
export const recordAudit: Action<"auth.recordAudit", AuthService> = {
  params: { entries: "array" },
  async handler(ctx) {
    await inTransaction(this.database.pool, async (client) => {
      const { entries } = ctx.params;
      await lockForAudit(client, entries);
      const { denied = [], done = [] } = Object.groupBy(await withoutForgotten(client, entries), ({ outcome }) =>
        outcome === "denied" ? "denied" : "done",
      );
      const rows = [...(await store.insertAudit(client, done)), ...(await storeDenials(client, denied))];
      // before the commit: an entry can appear twice after a crash, but none is missing
      if (env().AUDIT_LOG === "stdout") for (const row of rows) process.stdout.write(auditLogLine(row));
    });
    return null;
  },
};

/** GET /workspaces/{id}/audit/ */
export const listAudit: Action<"auth.listAudit"> = {
  params: { caller: "object", id: "uuid", query: queryRule(AuditQuery), paging: "object" },
  async handler(ctx) {
    const { caller, id, query, paging } = ctx.params;
    checkRights(caller);
    const pool = untilDeadline(this.database.pool, ctx);
    const { after: key, ...filters } = query;
    const { limit, ordering } = paging;
    const after = key === undefined ? null : positionIn(key);
    const place = { after, limit: limit + 1, offset: after ? 0 : paging.offset, descending: ordering.descending };
    const [rows, count] = await Promise.all([
      store.listAudit(pool, id, filters, place),
      store.countAudit(pool, id, filters),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      count: Math.min(count, store.countLimit),
      ...(count > store.countLimit && { count_is_exact: false as const }),
      results: shown.map(auditEntry),
      next_after: rows.length > limit && last ? `${last.occurred_at_us}_${last.id}` : null,
    };
  },
};

function positionIn(key: string): store.AuditPosition {
  const [occurredAtUs = "", id = ""] = key.split("_");
  return { occurredAtUs, id };
}

const contentTypes = { csv: "text/csv; charset=utf-8", json: "application/x-ndjson" };
const extensions = { csv: "csv", json: "ndjson" };

/** GET /workspaces/{id}/audit/export/: newest first. */
export const beginAuditExport: Action<"auth.beginAuditExport", AuthService> = {
  params: { caller: "object", id: "uuid", query: queryRule(AuditExportQuery) },
  async handler(ctx) {
    const { caller, id, query } = ctx.params;
    checkRights(caller);
    const { format = "csv", export_after: after, ...filters } = query;
    const pool = untilDeadline(this.database.pool, ctx);
    const position = await beginningOf(pool, id, query);
    // checks the filters before the first byte
    await store.listAudit(pool, id, filters, { after: position, limit: 1, offset: 0, descending: true });
    const targets = [workspaceTarget({ id, name: caller.workspace ?? "" })];
    await audit(this.database.pool, ctx, { action: "audit.exported", targets, changes: changesBetween({}, query) });
    const today = utcDay();
    return {
      filename: `audit-${today}.${extensions[format]}`,
      content_type: contentTypes[format],
      account_id: id,
      cursor: encodeCursor({
        ...{ accountId: id, filters, format, position },
        hasHeader: format === "csv" && after === undefined,
      }),
    };
  },
};

/** Returns the end of the part that the client has. Null for a new export. */
async function beginningOf(pool: ReadPool, accountId: string, { export_after: after }: AuditExportQuery) {
  if (after === undefined) return null;
  const position = await store.positionOf(pool, accountId, after);
  if (!position) throw invalid(["export_after: isn't an entry of this audit log"]);
  return position;
}

const pieceRows = 100;
const pieceBytes = 64 * 1024;

/** Returns the next text of an export. Repeated with the same cursor it reads again. */
export const auditPiece: Action<"auth.auditPiece"> = {
  params: {
    cursor: "string",
    bytes: { type: "number", optional: true },
    sessions: { type: "number", optional: true },
  },
  async handler(ctx) {
    const cursor = decodeCursor(ctx.params.cursor);
    const place = { after: cursor.position, limit: pieceRows, offset: 0, descending: true };
    const pool = untilDeadline(this.database.pool, ctx);
    const rows = await store.listAudit(pool, cursor.accountId, cursor.filters, place);
    return pieceOf(cursor, rows, ctx.params.bytes ?? pieceBytes);
  },
};

/** Returns the lines of as many rows as fit, and at least of one. */
function pieceOf(cursor: AuditCursor, rows: readonly store.FoundAudit[], bytes: number) {
  let text = cursor.hasHeader ? auditHeader : "";
  for (const [index, row] of rows.entries()) {
    text += auditLine(auditEntry(row), cursor.format);
    const isLast = rows.length < pieceRows && index === rows.length - 1;
    if (isLast || (text.length < bytes && index < rows.length - 1)) continue;
    const position = { occurredAtUs: row.occurred_at_us, id: row.id };
    return { text, cursor: encodeCursor({ ...cursor, hasHeader: false, position }) };
  }
  return { text, cursor: null };
}
