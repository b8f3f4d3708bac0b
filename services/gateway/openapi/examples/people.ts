import type { AuditEntry } from "../../../../shared/api/shapes/audit.ts";
import type { OwnKey, RotateKeyBody, TokenBody } from "../../../../shared/api/shapes/auth.ts";
import type {
  AcceptBody,
  Access,
  GrantAccessBody,
  Invitation,
  InviteBody,
  Invited,
  Member,
  OpenInvitation,
  OwnMembership,
  Removal,
  UpdateAccessBody,
  UpdateMemberBody,
  UpdateOwnMembershipBody,
} from "../../../../shared/api/shapes/members.ts";
import type {
  CreateWorkspaceBody,
  DeleteWorkspaceBody,
  ScheduledDeletion,
  UpdateWorkspaceBody,
  Workspace,
  WorkspaceDetail,
} from "../../../../shared/api/shapes/workspaces.ts";

const [created, expires] = ["2026-01-31T09:30:00.000Z", "2026-02-07T09:30:00.000Z"];
const workspaceId = "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b10";
const grant = {
  form_id: "3f0c7a1e-8b2d-4f56-9a3b-7c1d2e4f5a6b",
  slug: "customer-feedback",
  title: "Customer feedback",
  role: "editor" as const,
  responses: "read" as const,
};
const { slug: _slug, title: _title, ...bareGrant } = grant;
const token = "x".repeat(43);
const person = { id: "5d6e7f80-9a1b-4c2d-8e3f-405162738495", name: "Ada Lovelace" };

const workspace: Workspace = {
  id: workspaceId,
  name: "Research",
  role: "admin",
  responses: "write",
  members_count: 3,
  requires_second_factor: false,
  source: "manual",
  is_default: true,
  deletes_at: null,
  created,
};
const auditEntry: AuditEntry = {
  id: "01980d2e-3b4c-7d5e-8f60-718293a4b5c6",
  occurred_at: created,
  action: "member.role_changed",
  outcome: "success",
  actor: { type: "user", id: person.id, name: person.name, email: "ada@example.com", prefix: null },
  targets: [{ type: "member", id: "6e7f8091-a2b3-4c4d-8e5f-60718293a4b5", name: "Grace Hopper" }],
  context: {
    address: "192.0.2.7",
    user_agent: "curl/8.5.0",
    request_id: "3c5f1b0e9a7d4e62",
    method: "PATCH",
    path: "/api/workspaces/{id}/members/{user_id}/",
  },
  changes: [{ field: "role", before: "viewer", after: "editor" }],
};
const member: Member = {
  user_id: person.id,
  email: "ada@example.com",
  name: person.name,
  role: "editor",
  responses: "read",
  source: "manual",
  forms: [],
  has_second_factor: false,
  has_password: true,
  sso: null,
  last_active: "2026-01-31",
  created,
};
const invitation: Invitation = {
  id: "7b8c9d0e-1f2a-4b3c-8d4e-5f6a7b8c9d0e",
  email: "grace@example.com",
  role: "guest",
  responses: "none",
  forms: [grant],
  status: "pending",
  invited_by: person,
  url: null,
  created,
  expires,
};
const sent: Invitation = {
  ...invitation,
  url: `https://forms.example.com/invitation?token=${token}`,
  mail: "sent",
};
const access: Access = {
  id: "8c9d0e1f-2a3b-4c4d-9e5f-6a7b8c9d0e1f",
  user: null,
  email: "grace@example.com",
  role: "editor",
  responses: "read",
  status: "pending",
  created,
};

/** Examples of workspaces, members and what keys are limited to. */
export const peopleExamples = {
  Workspace: workspace,
  WorkspaceDetail: {
    ...workspace,
    settings: { requires_second_factor: false, key_creation: "admins", sharing: "editors" },
  } satisfies WorkspaceDetail,
  CreateWorkspaceBody: { name: "Research" } satisfies CreateWorkspaceBody,
  UpdateWorkspaceBody: { settings: { sharing: "editors" } } satisfies UpdateWorkspaceBody,
  DeleteWorkspaceBody: { name: "Research", password: "correct horse battery" } satisfies DeleteWorkspaceBody,
  ScheduledDeletion: { deletes_at: "2026-06-08T09:30:00.000Z" } satisfies ScheduledDeletion,
  AuditEntry: auditEntry,
  Member: member,
  UpdateMemberBody: { role: "editor", responses: "read" } satisfies UpdateMemberBody,
  Removal: {
    keys: [{ id: "1c2d3e4f-5061-4728-9394-a5b6c7d8e9f0", name: "Reports", prefix: "pf_8GhT2kLm" }],
    mails: [],
    integrations: [],
    is_last_owner: false,
  } satisfies Removal,
  OwnMembership: { mails_failures: true } satisfies OwnMembership,
  UpdateOwnMembershipBody: { mails_failures: false } satisfies UpdateOwnMembershipBody,
  Invitation: invitation,
  InviteBody: {
    invitations: [
      { email: "ada@example.com", role: "editor", responses: "read" },
      { email: "grace@example.com", role: "guest", forms: [bareGrant] },
    ],
  } satisfies InviteBody,
  Invited: { results: [sent] } satisfies Invited,
  Access: access,
  GrantAccessBody: { email: access.email, role: "editor", responses: "read" } satisfies GrantAccessBody,
  UpdateAccessBody: { responses: "none" } satisfies UpdateAccessBody,
  OpenInvitation: {
    workspace_name: "Research",
    invited_by: person.name,
    email: invitation.email,
    role: "guest",
    responses: "none",
    has_user: false,
    sso_only: false,
    expires,
  } satisfies OpenInvitation,
  AcceptBody: { token, name: "Grace Hopper", password: "a long enough password" } satisfies AcceptBody,
  TokenBody: { token } satisfies TokenBody,
  RotateKeyBody: { grace_hours: 48 } satisfies RotateKeyBody,
  OwnKey: {
    id: "1c2d3e4f-5061-4728-9394-a5b6c7d8e9f0",
    name: "Reports",
    prefix: "pf_8GhT2kLm",
    scopes: ["responses:read"],
    form_ids: null,
    expires: null,
    workspace: { id: workspaceId, name: "Research" },
  } satisfies OwnKey,
};
