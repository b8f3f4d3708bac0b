import { auditActions } from "../audit/actions.ts";
import type { Json } from "../json.ts";
import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../schema.ts";

/** The audit log of a workspace (teams §20.10). */
const Value = () => Type.Unsafe<Json>({ description: "Any JSON value. null if there was none." });

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
