import type { AuditEntry } from "../../shared/api/shapes/audit.ts";
import type { ApiKey, User } from "../../shared/api/shapes/auth.ts";
import type { OwnWorkspace, Workspace, WorkspaceDetail } from "../../shared/api/shapes/workspaces.ts";
import type { Caller } from "../../shared/bus/contract.ts";
import { printable } from "../../shared/domain/names.ts";
import { opennessOf } from "./callers.ts";
import type { ApiKeyRow, UserRow } from "./entities.ts";
import { ssoOf } from "./sso/settings.ts";
import type { AuditRow } from "./store/audit.ts";
import type { WorkspaceRow } from "./store/workspaces.ts";

/** Other ways to prove that one is the person. */
export interface Factors {
  hasSecondFactor: boolean;
  hasSso: boolean;
}

/** Returns a user, as of a request in one of their workspaces. */
export function userView(row: UserRow, caller: Caller, { hasSecondFactor, hasSso }: Factors): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    account_id: caller.account_id,
    created: row.created.toISOString(),
    email_verified: row.email_verified,
    has_password: row.has_password,
    has_second_factor: hasSecondFactor,
    sso: ssoOf(hasSso),
    default_workspace_id: caller.workspaces?.[0] ?? null,
    workspace: ownWorkspace(caller),
  };
}

function ownWorkspace(caller: Caller): OwnWorkspace | null {
  const { account_id, workspace, key_id, role = null, responses = null, capabilities = [], forms = null } = caller;
  if (workspace === undefined || (key_id === null && !role)) return null;
  const shared = forms && Object.fromEntries(Object.entries(forms).map(([id, granted]) => [id, [...granted]]));
  const lacksSecondFactor = caller.lacks_second_factor ?? false;
  return {
    id: account_id,
    name: workspace,
    role,
    responses,
    lacks_second_factor: lacksSecondFactor,
    deletes_at: caller.deletes_at ?? null,
    capabilities: [...capabilities],
    forms: shared,
  };
}

export const workspaceView = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  role: row.role,
  responses: row.responses,
  members_count: row.members_count,
  requires_second_factor: row.settings.requires_second_factor ?? false,
  source: row.source,
  is_default: row.is_default,
  deletes_at: row.deletes_at?.toISOString() ?? null,
  created: row.created.toISOString(),
});

export const workspaceDetail = (row: WorkspaceRow): WorkspaceDetail => ({
  ...workspaceView(row),
  settings: { requires_second_factor: row.settings.requires_second_factor ?? false, ...opennessOf(row.settings) },
});

/** A revoked or expired key is `inactive` (decisions §2). */
export function keyView(row: ApiKeyRow, now: Date, creators: ReadonlyMap<string, string> = new Map()): ApiKey {
  const isDead = Boolean(row.revoked) || (row.expires ? row.expires <= now : false);
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created: row.created.toISOString(),
    last_used: row.last_used?.toISOString() ?? null,
    expires: row.expires?.toISOString() ?? null,
    status: isDead ? "inactive" : "active",
    scopes: row.scopes as ApiKey["scopes"],
    form_ids: row.form_ids ?? null,
    allowed_addresses: row.allowed_addresses ?? null,
    created_by: row.user_id ? { id: row.user_id, name: creators.get(row.user_id) ?? "" } : null,
  };
}

export const auditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  occurred_at: row.occurred_at.toISOString(),
  action: row.action,
  outcome: row.outcome,
  actor: row.actor,
  targets: row.targets,
  context: row.context,
  changes: row.changes,
});

/** Returns a line for other systems (AUDIT_LOG). */
export const auditLogLine = (row: AuditRow): string =>
  `${printable(JSON.stringify({ audit: { workspace_id: row.account_id, ...auditEntry(row) } }))}\n`;
