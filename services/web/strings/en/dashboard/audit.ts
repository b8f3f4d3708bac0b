/** The audit log of a workspace. */
import type { AuditAction } from "../../../../../shared/api/audit/actions.ts";
import { counted } from "./numbers.ts";

export const title = "Audit log";
export const summary = (workspace: string, zone: string): string =>
  `Every change in ${workspace}. Answers and secrets are never recorded. Times are in ${zone}.`;
export const exportLog = "Export";
export const formats = { csv: "CSV", json: "NDJSON" };
export const person = "Person";
export const anyone = "Anyone";
export const otherPerson = "Selected person or key";
export const action = "Action";
export const anyAction = "Any action";
export const period = "Period";
export const periods = { "7": "Last 7 days", "30": "Last 30 days", "90": "Last 90 days", all: "All time" };
export const aboutOne = "One resource";
export const showAll = "Show everything";
export const found = (count: number, isExact: boolean): string =>
  isExact ? counted(count, "entry", "entries") : `More than ${counted(count, "entry", "entries")}`;
export const nothingFound = "No entries match";
export const nothingText = "Changes appear here within seconds.";
export const denied = "Denied";
export const request = "Request";
export const everythingAbout = (name: string): string => `Everything about ${name}`;
export const everythingBy = (name: string): string => `Everything by ${name}`;
export const deletedPerson = "A deleted person";
export const administrator = "An administrator";
export const server = "The server";
export const key = "Key";
export const yes = "Yes";
export const no = "No";

export const groups: Record<string, string> = {
  "workspace.*": "Workspace",
  "member.*": "Members",
  "invitation.*": "Invitations",
  "access.*": "Access to forms",
  "api_key.*": "API keys",
  "form.*": "Forms",
  "theme.*": "Themes",
  "image.*": "Images",
  "responses.*": "Exports",
  "response.*": "Responses",
  "file.*": "Files",
  "links.*": "Personal links",
  "integration.*": "Integrations",
  "attachment.*": "Integrations of forms",
  "mail.*": "Email notifications",
  "deliveries.*": "Replays",
  "delivery.*": "Retries",
  "audit.*": "Audit log",
};

/** The verb, and the word between the first resource and its form. */
export const sentences: Record<AuditAction, readonly [string, string?]> = {
  "workspace.created": ["created the workspace"],
  "workspace.changed": ["changed the settings of"],
  "workspace.deletion_scheduled": ["scheduled the deletion of"],
  "workspace.restored": ["restored the workspace"],
  "member.added": ["added the member"],
  "member.role_changed": ["changed the role of"],
  "member.removed": ["removed"],
  "member.left": ["left the workspace:"],
  "invitation.created": ["invited"],
  "invitation.accepted": ["accepted the invitation sent to"],
  "invitation.declined": ["declined the invitation sent to"],
  "invitation.revoked": ["revoked the invitation sent to"],
  "access.granted": ["gave", "access to"],
  "access.changed": ["changed the access of", "to"],
  "access.revoked": ["removed the access of", "to"],
  "access.denied": ["lacked the permission for"],
  "api_key.created": ["created the API key"],
  "api_key.rotated": ["rotated the API key"],
  "api_key.revoked": ["revoked the API key"],
  "form.created": ["created"],
  "form.copied": ["copied a form to"],
  "form.changed": ["changed the settings of"],
  "form.archived": ["archived"],
  "form.restored": ["restored"],
  "form.moved": ["moved", "to"],
  "form.published": ["published"],
  "form.version_restored": ["restored an earlier version of"],
  "form.draft_saved": ["edited the draft of"],
  "theme.created": ["created the theme"],
  "theme.changed": ["changed the theme"],
  "theme.deleted": ["deleted the theme"],
  "image.deleted": ["deleted"],
  "responses.exported": ["exported responses of"],
  "response.corrected": ["corrected", "of"],
  "response.annotated": ["annotated", "of"],
  "response.deleted": ["deleted", "of"],
  "file.downloaded": ["downloaded", "of"],
  "results.published": ["published results of"],
  "results.removed": ["removed the public results of"],
  "links.created": ["created personal links for"],
  "responses.imported": ["imported responses into"],
  "links.exported": ["exported the personal links of"],
  "links.revoked": ["revoked", "of"],
  "links.erased": ["revoked and deleted", "of"],
  "links.mailed": ["sent invitations for"],
  "integration.created": ["created the integration"],
  "integration.connected": ["connected the integration"],
  "integration.changed": ["changed the integration"],
  "integration.tested": ["tested the integration"],
  "integration.secret_rotated": ["rotated the secret of"],
  "integration.deleted": ["deleted the integration"],
  "attachment.created": ["attached", "to"],
  "attachment.changed": ["changed how responses go to", "from"],
  "attachment.deleted": ["detached", "from"],
  "mail.created": ["created the email", "for"],
  "mail.changed": ["changed the email", "for"],
  "mail.tested": ["tested the email", "for"],
  "mail.deleted": ["deleted the email", "for"],
  "deliveries.replayed": ["replayed deliveries of"],
  "delivery.retried": ["retried"],
  "audit.exported": ["exported the audit log of"],
};

/** Things without a name. */
export const kinds: Record<string, string> = {
  member: "a deleted member",
  invitation: "an invitation",
  workspace: "the workspace",
  form: "a form",
  theme: "a theme",
  image: "an image",
  link: "a personal link",
  response: "a response",
  file: "a file",
  delivery: "a delivery",
  integration: "an integration",
  mail: "an email",
  api_key: "an API key",
  access: "a person’s access",
};
export const someThing = "something";

/** Names of changed settings. Others are shown as the API calls them. */
/** an empty list */
export const noneOf = "None";
export const fields: Record<string, string> = {
  role: "Role",
  responses: "Responses",
  name: "Name",
  title: "Title",
  scopes: "Permissions",
  version: "Version",
  needs: "Permission",
  count: "Attempts in 10 minutes",
  is_enabled: "Enabled",
  is_active: "Active",
  is_accepting_responses: "Accepts responses",
  response_limit: "Response limit",
  key_creation: "API key creation",
  sharing: "Sharing of forms",
  expires: "Expires",
  events: "Events",
  to: "Recipients",
  format: "Format",
  status: "Status",
  slug: "Slug",
  language: "Language",
  labels: "Labels",
};
