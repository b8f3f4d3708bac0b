import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../schema.ts";

/** Account integrations and their attachments to forms (spec §Integration, decisions §7). */
const name = () => Type.String({ minLength: 1, maxLength: 100 });
const openObject = () => Type.Object({}, { additionalProperties: true });
export const EventName = Type.Enum(["session.started", "session.completed", "session.abandoned"]);
const events = () => Type.Array(EventName, { minItems: 1, maxItems: 3 });

export const CreateIntegrationBody = Closed({ name: name(), config: openObject() });
export const UpdateIntegrationBody = Closed({
  name: Type.Optional(name()),
  config: Type.Optional(openObject()),
  status: Type.Optional(Type.Enum(["connected"])),
});
export const Integration = Closed({
  id: Uuid(),
  type: Type.String(),
  name: Type.String(),
  /** without its secret fields */
  config: openObject(),
  status: Type.Enum(["connected", "not_connected", "disabled"]),
  created: Timestamp(),
  modified: Timestamp(),
  last_delivery: Nullable(Closed({ status: Type.Enum(["success", "error"]), created: Timestamp() })),
});

/** What a consent begins with: a new integration's name, or the integration that is connected again (decisions §7). */
export const ConnectQuery = Closed({
  name: Type.Optional(name()),
  return_to: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  integration_id: Type.Optional(Uuid()),
});
export const Consent = Closed({ url: Type.String() });
/** RFC 6749 §4.1.2, RFC 9207 §2. Open: providers add what they like, and a client leaves alone what it does not know. */
export const CallbackQuery = Type.Object({
  state: Type.String({ minLength: 1, maxLength: 500 }),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  error: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  iss: Type.Optional(Type.String({ maxLength: 2048 })),
});

export const AttachBody = Closed({ integration_id: Uuid(), events: events() });
export const UpdateAttachmentBody = Closed({
  is_enabled: Type.Optional(Type.Boolean()),
  events: Type.Optional(events()),
  notify_on_failure: Type.Optional(Type.Boolean()),
});
export const Attachment = Closed({
  id: Uuid(),
  integration_id: Uuid(),
  integration_name: Type.String(),
  integration_type: Type.String(),
  events: events(),
  is_enabled: Type.Boolean(),
  notify_on_failure: Type.Boolean(),
  created: Timestamp(),
});

/** A delivery record: one attempt (spec §Delivery, decisions §7). */
const status = () => Type.Enum(["success", "error"]);
const DeliveredEvent = Type.Enum(["session.started", "session.completed", "session.abandoned", "test"]);
const headers = () => Nullable(Type.Record(Type.String(), Type.String()));

export const Delivery = Closed({
  id: Uuid(),
  integration_id: Uuid(),
  integration_name: Type.String(),
  integration_type: Type.String(),
  event: DeliveredEvent,
  status: status(),
  response_code: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  created: Timestamp(),
  attempt: Type.Integer(),
  /** of the newest record of an event: when it is attempted again by itself */
  next_attempt_at: Nullable(Timestamp()),
  error_message: Nullable(Type.String()),
  /** null for a test */
  session_id: Nullable(Uuid()),
  event_id: Uuid(),
});
export const DeliveryDetail = Closed({
  ...Delivery.properties,
  request_headers: headers(),
  request_body: Nullable(Type.String()),
  response_headers: headers(),
  response_body: Nullable(Type.String()),
});
export const SessionDeliveries = Type.Array(Delivery);

const day = () => Type.Optional(Type.String({ format: "date-or-time" }));
export const DeliveriesQuery = Closed({
  status: Type.Optional(status()),
  event: Type.Optional(DeliveredEvent),
  from_date: day(),
  to_date: day(),
});
export const ReplayBody = Closed({
  status: Type.Optional(status()),
  event: Type.Optional(EventName),
  from_date: day(),
  to_date: day(),
});

export const Tested = Closed({
  success: Type.Boolean(),
  response_code: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  error_message: Nullable(Type.String()),
});
export const Retried = Closed({ queued: Type.Boolean() });
export const Replayed = Closed({ queued_count: Type.Integer() });
export const WebhookSecret = Closed({ secret_key: Type.String() });

/** What an account is told of its deliveries (decisions §2). */
export const Notice = Closed({
  id: Uuid(),
  kind: Type.Enum(["delivery_failed", "integration_disabled"]),
  message: Type.String(),
  integration_id: Nullable(Uuid()),
  form_slug: Nullable(Type.String()),
  created: Timestamp(),
  is_read: Type.Boolean(),
});
export const UpdateNoticeBody = Closed({ is_read: Type.Boolean() });

export type Delivery = Static<typeof Delivery>;
export type DeliveryDetail = Static<typeof DeliveryDetail>;
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;
export type ReplayBody = Static<typeof ReplayBody>;
export type Tested = Static<typeof Tested>;
export type Retried = Static<typeof Retried>;
export type Replayed = Static<typeof Replayed>;
export type WebhookSecret = Static<typeof WebhookSecret>;
export type Notice = Static<typeof Notice>;
export type UpdateNoticeBody = Static<typeof UpdateNoticeBody>;
export type EventName = Static<typeof EventName>;
export type CreateIntegrationBody = Static<typeof CreateIntegrationBody>;
export type ConnectQuery = Static<typeof ConnectQuery>;
export type Consent = Static<typeof Consent>;
export type CallbackQuery = Static<typeof CallbackQuery>;
export type UpdateIntegrationBody = Static<typeof UpdateIntegrationBody>;
export type Integration = Static<typeof Integration>;
export type AttachBody = Static<typeof AttachBody>;
export type UpdateAttachmentBody = Static<typeof UpdateAttachmentBody>;
export type Attachment = Static<typeof Attachment>;
