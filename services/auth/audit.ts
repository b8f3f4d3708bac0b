import type { AuditTarget, NewAuditEntry } from "../../shared/api/audit/entry.ts";
import { auditIn } from "../../shared/platform/audit/outbox.ts";
import { nameOfFirst } from "./store/users.ts";

/** Entries of the audit log about what this service does. They take the same way as the others'. */
export const { audit, auditAs } = auditIn("auth");

/** The workspace that comes with a new account. */
export const firstWorkspace = ({ account_id, name }: { account_id: string; name: string }): NewAuditEntry => ({
  action: "workspace.created",
  targets: [workspaceTarget({ id: account_id, name: nameOfFirst(name) })],
});

interface Named {
  id: string;
  name: string;
}

export const memberTarget = ({ user_id, name }: { user_id: string; name: string }): AuditTarget => ({
  type: "member",
  id: user_id,
  name,
});
export const invitationTarget = ({ id, email }: { id: string; email: string }): AuditTarget => ({
  type: "invitation",
  id,
  name: email,
});
export const keyTarget = ({ id, name }: Named): AuditTarget => ({ type: "api_key", id, name });
export const workspaceTarget = ({ id, name }: Named): AuditTarget => ({ type: "workspace", id, name });
