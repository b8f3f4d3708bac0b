import type { Json } from "../../domain/json.ts";
import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { auditActions, auditGroups } from "../audit/actions.ts";
import { pageKeyPattern } from "../paging.ts";

/** The audit log of a workspace (teams §20.10). */
const Value = () => Type.Unsafe<Json>({});

export const AuditEntry = Closed({
  id: Uuid(),
  occurred_at: Timestamp(),
  action: Type.Enum([...auditActions]),
  outcome: Type.Enum(["success", "denied"]),
  actor: Closed({
    type: Type.Enum(["user", "api_key", "sso", "operator", "system"]),
    id: Nullable(Uuid()),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    prefix: Nullable(Type.String()),
  }),
  targets: Type.Array(Closed({ type: Type.String(), id: Nullable(Type.String()), name: Nullable(Type.String()) })),
  context: Closed({
    address: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
    method: Nullable(Type.String()),
    path: Nullable(Type.String()),
  }),
  changes: Type.Array(Closed({ field: Type.String(), before: Value(), after: Value() })),
});
export type AuditEntry = Static<typeof AuditEntry>;

const day = () => Type.Optional(Type.String({ format: "date-or-time" }));
const filters = {
  action: Type.Optional(Type.Enum([...auditGroups, ...auditActions])),
  actor_id: Type.Optional(Uuid()),
  target_id: Type.Optional(Uuid()),
  outcome: Type.Optional(Type.Enum(["success", "denied"])),
  from_date: day(),
  to_date: day(),
};

export const AuditFilters = Closed(filters);
export type AuditFilters = Static<typeof AuditFilters>;

export const AuditQuery = Closed({
  ...filters,
  after: Type.Optional(Type.String({ pattern: pageKeyPattern, patternMessage: "must be the value in a `next` link" })),
});
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditExportQuery = Closed({
  ...filters,
  format: Type.Optional(Type.Enum(["csv", "json"])),
  export_after: Type.Optional(Uuid()),
});
export type AuditExportQuery = Static<typeof AuditExportQuery>;
