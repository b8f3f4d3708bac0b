import type {
  DeliveredForm,
  Delivery,
  DeliveryDetail,
  IntegrationHealth,
  IntegrationTypes,
  ListedDelivery,
  Notice,
  ReplayBody,
  Replayed,
  Retried,
  Tested,
  UpdateNoticeBody,
  WebhookSecret,
} from "../../../../shared/api/shapes/integrations.ts";

import type { CreateMailBody, Mail, UpdateMailBody } from "../../../../shared/api/shapes/mails.ts";

/** Examples of the feedback form's webhook (../examples.ts). */
const integrationId = "c0a8012e-5b1c-4c7e-8e5f-2f6f3e9d4c21";
const delivery: Delivery = {
  id: "2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091",
  integration_id: integrationId,
  integration_name: "Our CRM",
  integration_type: "webhook",
  event: "session.completed",
  status: "success",
  response_code: 200,
  duration_ms: 118,
  created: "2026-01-31T12:01:31.000Z",
  attempt: 1,
  next_attempt_at: null,
  error_message: null,
  session_id: "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
  event_id: "6b7c8d9e-0f1a-4b2c-9d3e-4f5061728394",
};
const integrationType: IntegrationTypes[number] = {
  type: "webhook",
  title: "Webhook",
  auth: "none",
  is_configured: true,
  fields: [
    {
      name: "url",
      title: "URL",
      description: "The HTTP or HTTPS URL that receives events.",
      type: "url",
      is_secret: false,
      is_required: true,
      default: null,
    },
    {
      name: "verify_ssl",
      title: "Check the certificate",
      description: "Whether the receiver's TLS certificate must be valid.",
      type: "boolean",
      is_secret: false,
      is_required: false,
      default: true,
    },
  ],
};

const mail: Mail = {
  id: "5e6f7081-92a3-4b4c-8d5e-6f708192a3b4",
  name: "Tell the team",
  event: "session.completed",
  to: ["ada@example.com"],
  to_node_id: null,
  reply_to_node_id: null,
  subject: "New response: {{form:title}}",
  text: "See {{response:url}}",
  translations: {},
  include_answers: true,
  condition: null,
  personal: "include",
  digest: "none",
  is_enabled: true,
  status: "active",
  created: "2026-01-31T09:00:00.000Z",
};

export const deliveryExamples = {
  CreateMailBody: {
    name: mail.name,
    to: ["ada@example.com"],
    subject: mail.subject,
    text: mail.text,
  } satisfies CreateMailBody,
  UpdateMailBody: { digest: "daily" } satisfies UpdateMailBody,
  Mail: mail,
  IntegrationHealth: {
    delivered: 1204,
    failed: 1,
    pending: 0,
    hours: [{ hour: "2026-01-31T09:00:00.000Z", delivered: 1204, failed: 1 }],
  } satisfies IntegrationHealth,
  IntegrationTypeDetail: integrationType,
  Delivery: delivery,
  ListedDelivery: delivery satisfies ListedDelivery,
  DeliveredForm: { slug: "lunch-k3x9f2", title: "Lunch" } satisfies DeliveredForm,
  DeliveryDetail: {
    ...delivery,
    form_slug: "lunch-k3x9f2",
    request_headers: { "content-type": "application/json", "webhook-id": delivery.event_id },
    request_body: '{"type":"session.completed",…}',
    response_headers: { "content-type": "text/plain" },
    response_body: "ok",
  } satisfies DeliveryDetail,
  ReplayBody: { status: "error", from_date: "2026-01-31" } satisfies ReplayBody,
  Replayed: { queued_count: 3 } satisfies Replayed,
  Retried: { queued: true } satisfies Retried,
  Tested: { success: true, response_code: 200, duration_ms: 118, error_message: null } satisfies Tested,
  WebhookSecret: { secret_key: `whsec_${"x".repeat(43)}=` } satisfies WebhookSecret,
  Notice: {
    id: "4d5e6f70-8192-4a3b-8c4d-5e6f708192a3",
    kind: "delivery_failed",
    message:
      "“Our CRM” didn’t receive a completed response to “Customer feedback”. All 8 attempts failed, the last with status 500. Retry it in Deliveries.",
    integration_id: integrationId,
    form_slug: "customer-feedback-k3x9qa",
    created: "2026-01-31T14:00:00.000Z",
    is_read: false,
  } satisfies Notice,
  UpdateNoticeBody: { is_read: true } satisfies UpdateNoticeBody,
};
