import { type AuditTarget, changesBetween } from "../../shared/api/audit/entry.ts";
import { auditIn } from "../../shared/platform/audit/outbox.ts";
import type { AttachmentRow } from "./entities.ts";
import type { MailFields } from "./mail/check.ts";

/** Entries of the audit log about what this service does. */
export const { audit, auditAs } = auditIn("integrations");

export const integrationTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  type: "integration",
  id,
  name,
});
export const attachmentTarget = ({ id, integration }: AttachmentRow): AuditTarget => ({
  type: "attachment",
  id,
  name: integration.name,
});
export const mailTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({ type: "mail", id, name });

/** Changes of a config, with masked secrets. */
export const configChanges = (before: object, after: object, secrets: readonly string[]) =>
  [...changesBetween(before, after), ...secrets.map((field) => ({ field, before: "***", after: "***" }))].map(
    (change) => ({ ...change, field: `config.${change.field}` }),
  );

export const attachmentFields = ({ events, is_enabled, notify_on_failure, condition, personal }: AttachmentRow) => ({
  events,
  is_enabled,
  notify_on_failure,
  condition: condition ?? null,
  personal,
});

/** The fields of a mail that are settings. */
export function mailFields(fields: MailFields) {
  const { name, event, condition, to, to_node_id, reply_to_node_id, subject, text, include_answers } = fields;
  const { digest, is_enabled, translations, personal } = fields;
  return {
    ...{ name, event, condition, to, to_node_id, reply_to_node_id, subject, text, include_answers },
    ...{ digest, is_enabled, translations, personal },
  };
}
