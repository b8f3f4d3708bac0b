import type { Json } from "../graph/types.ts";
import type { ConfigFields } from "../integrations/field.ts";
import { descriptionOf, type IntegrationType, integrationTypeNames } from "../integrations/index.ts";
import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../schema.ts";

/** Account integrations and their attachments to forms (spec §Integration, decisions §7). */
const name = () => Type.String({ minLength: 1, maxLength: 100 });
const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const EventName = Type.Enum(["session.started", "session.completed", "session.abandoned"]);
const events = () => Type.Array(EventName, { minItems: 1, maxItems: 3 });

/** A `config` as it is sent, of each type; by the names that the API's document has for them. */
export const integrationConfigs = Object.fromEntries(
  integrationTypeNames.map((type) => [`${pascalCase(type)}Config`, givenConfig(descriptionOf(type).config)]),
);

function givenConfig(fields: ConfigFields) {
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    field["x-required"] ? field : Type.Optional(field),
  ]);
  return Closed(Object.fromEntries(properties));
}

/** The path names the type, so its action reads the `config` (services/integrations/config.ts); the document has all. */
const config = () =>
  Type.Object({}, { additionalProperties: true, documented: { anyOf: Object.values(integrationConfigs) } });

export const CreateIntegrationBody = Closed({ name: name(), config: config() });
export const UpdateIntegrationBody = Closed({
  name: Type.Optional(name()),
  config: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: "Only changed fields. Null clears a field." }),
  ),
  status: Type.Optional(Type.Enum(["connected"])),
});
/** The `config` of a type as answers show it: without its secrets. */
function shownConfig(fields: ConfigFields) {
  const readable = Object.entries(fields).filter(([, field]) => !field.writeOnly);
  return Closed(
    Object.fromEntries(
      readable.map(([name, field]) => [name, field.default === undefined ? Type.Optional(field) : field]),
    ),
  );
}

const count = () => Type.Integer({ minimum: 0 });
/** Attempts of the last 24 hours (features §19): the current hour (UTC) and the 23 before it. */
export const Health = Closed({
  delivered: count(),
  failed: count(),
  pending: Type.Integer({
    minimum: 0,
    description: "Deliveries that wait for their next attempt, counted up to 10,000.",
  }),
});
export const HealthHour = Closed({ hour: Timestamp(), delivered: count(), failed: count() });
export const IntegrationHealth = Closed({ ...Health.properties, hours: Type.Array(HealthHour) });

const integrationOf = (type: IntegrationType) =>
  Closed({
    id: Uuid(),
    type: Type.Literal(type),
    name: Type.String(),
    config: shownConfig(descriptionOf(type).config),
    status: Type.Enum(["connected", "not_connected", "disabled"]),
    created: Timestamp(),
    modified: Timestamp(),
    last_delivery: Nullable(Closed({ status: Type.Enum(["success", "error"]), created: Timestamp() })),
    health: Type.Optional(Type.Unsafe<Health>({ ...Health, description: "Only in lists." })),
  });

const recordName = (type: IntegrationType): string => `${pascalCase(type)}Integration`;

/** A record of each type, told apart by `type`; by the names that the API's document has for them. */
export const integrationRecords = Object.fromEntries(
  integrationTypeNames.map((type) => [recordName(type), integrationOf(type)]),
);

export interface Integration {
  id: string;
  type: IntegrationType;
  name: string;
  /** without its secret fields */
  config: Record<string, Json>;
  status: "connected" | "not_connected" | "disabled";
  created: string;
  modified: string;
  last_delivery: { status: "success" | "error"; created: string } | null;
  /** only in lists */
  health?: Health;
}

export const Integration = Type.Unsafe<Integration>({
  anyOf: Object.values(integrationRecords),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(integrationTypeNames.map((type) => [type, `#/components/schemas/${recordName(type)}`])),
  },
});

/** What owners can connect, for editors of a `config` (decisions §9.3). */
export const IntegrationTypeDetail = Closed({
  type: Type.Enum([...integrationTypeNames]),
  title: Type.String(),
  auth: Type.Enum(["secret", "oauth", "none"]),
  /** false: an operator has yet to set up its client */
  is_configured: Type.Boolean(),
  fields: Type.Array(
    Closed({
      name: Type.String(),
      title: Type.String(),
      description: Type.String(),
      type: Type.Enum(["string", "url", "boolean", "integer", "node", "node_map", "headers"]),
      is_secret: Type.Boolean(),
      is_required: Type.Boolean(),
      /** null if there is none */
      default: Type.Unsafe<Json>({
        documented: { type: ["boolean", "number", "string", "array", "object", "null"], items: {} },
      }),
    }),
  ),
});
export const IntegrationTypes = Type.Array(IntegrationTypeDetail);

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

/** A form whose events an integration receives, and how it is attached there. */
export const AttachedForm = Closed({
  slug: Type.String(),
  title: Type.String(),
  /** of the form: false once it is deleted */
  is_active: Type.Boolean(),
  attachment_id: Uuid(),
  events: events(),
  /** of the attachment */
  is_enabled: Type.Boolean(),
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
  /** of the newest record of an event: when it is attempted again by itself; while it is, since when */
  next_attempt_at: Nullable(Timestamp()),
  error_message: Nullable(Type.String()),
  /** null for a test */
  session_id: Nullable(Uuid()),
  event_id: Uuid(),
});
export const DeliveryDetail = Closed({
  ...Delivery.properties,
  /** of the response's form as it is called now; null for a test, and where it is not known */
  form_slug: Nullable(Type.String()),
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
/** Of all integrations of an account (decisions §9.3). */
export const AccountDeliveriesQuery = Closed({
  ...DeliveriesQuery.properties,
  integration_id: Type.Optional(Uuid()),
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

/** The notices of an account, of its deliveries above all (decisions §2). */
const NoticeKind = Type.Enum([
  "delivery_failed",
  "integration_disabled",
  /** the provider has withdrawn its consent */
  "integration_not_connected",
  /** 80 % of a quota are used up (decisions §8) */
  "quota_warning",
]);
export const Notice = Closed({
  id: Uuid(),
  kind: NoticeKind,
  message: Type.String(),
  integration_id: Nullable(Uuid()),
  form_slug: Nullable(Type.String()),
  created: Timestamp(),
  is_read: Type.Boolean(),
});
export const NoticesQuery = Closed({ is_read: Type.Optional(Type.Boolean()) });
export const UpdateNoticeBody = Closed({ is_read: Type.Boolean() });

export type Health = Static<typeof Health>;
export type HealthHour = Static<typeof HealthHour>;
export type IntegrationHealth = Static<typeof IntegrationHealth>;
export type IntegrationTypes = Static<typeof IntegrationTypes>;
export type Delivery = Static<typeof Delivery>;
export type DeliveryDetail = Static<typeof DeliveryDetail>;
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;
export type AccountDeliveriesQuery = Static<typeof AccountDeliveriesQuery>;
export type NoticesQuery = Static<typeof NoticesQuery>;
export type ReplayBody = Static<typeof ReplayBody>;
export type Tested = Static<typeof Tested>;
export type Retried = Static<typeof Retried>;
export type Replayed = Static<typeof Replayed>;
export type WebhookSecret = Static<typeof WebhookSecret>;
export type Notice = Static<typeof Notice>;
export type NoticeKind = Static<typeof NoticeKind>;
export type UpdateNoticeBody = Static<typeof UpdateNoticeBody>;
export type EventName = Static<typeof EventName>;
export type CreateIntegrationBody = Static<typeof CreateIntegrationBody>;
export type ConnectQuery = Static<typeof ConnectQuery>;
export type Consent = Static<typeof Consent>;
export type CallbackQuery = Static<typeof CallbackQuery>;
export type UpdateIntegrationBody = Static<typeof UpdateIntegrationBody>;
export type AttachBody = Static<typeof AttachBody>;
export type UpdateAttachmentBody = Static<typeof UpdateAttachmentBody>;
export type Attachment = Static<typeof Attachment>;
export type AttachedForm = Static<typeof AttachedForm>;
