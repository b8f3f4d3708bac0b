import { allows, type Extent } from "../../shared/api/access/allows.ts";
import type {
  AttachedForm,
  Attachment,
  Delivery,
  DeliveryDetail,
  Integration,
  Notice,
} from "../../shared/api/shapes/integrations.ts";
import type { Mail } from "../../shared/api/shapes/mails.ts";
import type { NamedForm } from "../../shared/bus/contract/forms.ts";
import type { Caller } from "../../shared/bus/contract.ts";
import { shownConfig } from "./config.ts";
import type { AttachmentRow, IntegrationRow } from "./entities.ts";
import type { DeliveryDetailRow, DeliveryRow } from "./store/deliveries.ts";
import type { MailRow } from "./store/mails.ts";
import type { NoticeRow } from "./store/notices.ts";
import { withoutReceiverText } from "./types/outcome.ts";

/** Leaves out the column of secrets. */
export function integrationView(
  row: IntegrationRow,
  last: { status: "success" | "error"; created: Date } | undefined,
): Integration {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    config: shownConfig(row.type, row.config),
    status: row.status,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    last_delivery: last ? { status: last.status, created: last.created.toISOString() } : null,
  };
}

export function attachmentView(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    integration_id: row.integration.id,
    integration_name: row.integration.name,
    integration_type: row.integration.type,
    events: row.events,
    is_enabled: row.is_enabled,
    notify_on_failure: row.notify_on_failure,
    condition: row.condition ?? null,
    personal: row.personal,
    created: row.created.toISOString(),
  };
}

/** Returns the state of a rule's recipients. The respondent of a copy needs no confirmation. */
function mailStatus({ to_node_id, addresses }: MailRow): Mail["status"] {
  if (to_node_id !== null) return "active";
  const states = addresses.map(({ state }) => state);
  if (states.includes("pending")) return "pending";
  return states.includes("active") ? "active" : "stopped";
}

export const mailView = (row: MailRow): Mail => ({
  id: row.id,
  name: row.name,
  event: row.event,
  to: row.to_node_id === null ? row.addresses.map(({ address }) => address) : null,
  to_node_id: row.to_node_id,
  reply_to_node_id: row.reply_to_node_id,
  subject: row.subject,
  text: row.text,
  translations: row.translations,
  include_answers: row.include_answers,
  condition: row.condition,
  personal: row.personal,
  digest: row.digest,
  is_enabled: row.is_enabled,
  status: mailStatus(row),
  created: row.created.toISOString(),
});

export const attachedFormView = (row: AttachmentRow, form: NamedForm): AttachedForm => ({
  slug: form.slug,
  title: form.title,
  is_active: form.is_active,
  attachment_id: row.id,
  events: row.events,
  is_enabled: row.is_enabled,
  created: row.created.toISOString(),
});

/** Returns a record. A caller who may not read responses learns neither its session nor the receiver's text (teams §20.21.4). */
export const deliveryView = (row: DeliveryRow, caller: Caller, extent: Extent): Delivery =>
  allows({ ...caller, needs: ["responses:read"] }, extent)
    ? wholeDelivery(row)
    : {
        ...wholeDelivery(row),
        error_message: row.error_message && withoutReceiverText(row.error_message),
        session_id: null,
      };

const wholeDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  integration_id: row.integration_id,
  integration_name: row.integration_name,
  integration_type: row.integration_type,
  event: row.event,
  status: row.status,
  response_code: row.response_code,
  duration_ms: row.duration_ms,
  created: row.created.toISOString(),
  attempt: row.attempt,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  error_message: row.error_message,
  session_id: row.session_id,
  event_id: row.event_id,
});

/** The bodies need `responses:read`. */
export const deliveryDetailView = (row: DeliveryDetailRow, formSlug: string | null): DeliveryDetail => ({
  ...wholeDelivery(row),
  form_slug: formSlug,
  request_headers: row.request_headers,
  request_body: row.request_body,
  response_headers: row.response_headers,
  response_body: row.response_body,
});

export const noticeView = (row: NoticeRow): Notice => ({ ...row, created: row.created.toISOString() });
