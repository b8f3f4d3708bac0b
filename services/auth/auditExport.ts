import type { AuditEntry, AuditFilters } from "../../shared/api/shapes/audit.ts";
import { csvLine, guarded } from "../../shared/domain/csv.ts";
import type { AuditPosition } from "./store/audit.ts";

/** Progress of an export, with all that the next piece needs. It never leaves the services. */
export interface AuditCursor {
  accountId: string;
  filters: AuditFilters;
  format: "csv" | "json";
  hasHeader: boolean;
  position: AuditPosition | null;
}

export const encodeCursor = (cursor: AuditCursor): string => JSON.stringify(cursor);
export const decodeCursor = (text: string): AuditCursor => JSON.parse(text);

const columns: Record<string, (entry: AuditEntry) => unknown> = {
  id: ({ id }) => id,
  occurred_at: (entry) => entry.occurred_at,
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  actor_email: ({ actor }) => actor.email,
  actor_prefix: ({ actor }) => actor.prefix,
  targets: ({ targets }) => JSON.stringify(targets),
  changes: ({ changes }) => JSON.stringify(changes),
  address: ({ context }) => context.address,
  user_agent: ({ context }) => context.user_agent,
  request_id: ({ context }) => context.request_id,
  method: ({ context }) => context.method,
  path: ({ context }) => context.path,
};

export const auditHeader = csvLine(Object.keys(columns));

/** Returns the line of an entry. Cells are text for spreadsheets, never formulas. */
export const auditLine = (entry: AuditEntry, format: AuditCursor["format"]): string =>
  format === "json"
    ? `${JSON.stringify(entry)}\n`
    : csvLine(Object.values(columns).map((cell) => guarded(String(cell(entry) ?? ""))));
