import { Condition } from "../../domain/conditions/condition.ts";
import type { ConfigFields } from "../../domain/integrations/field.ts";
import { descriptionOf, type IntegrationType, integrationTypeNames } from "../../domain/integrations/index.ts";
import type { Json } from "../../domain/json.ts";
import { Closed, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";

/** Account integrations and their attachments to forms (spec §Integration, decisions §7). */
const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const eventNames = ["session.started", "session.completed", "session.abandoned", "session.updated"] as const;
export const EventName = Type.Enum([...eventNames]);
const events = () => Type.Array(EventName, { minItems: 1, maxItems: eventNames.length });

/** Schemas of `config` in requests, by their names in the OpenAPI document. */
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

/** Any `config`, because its type is in the path. The action checks it (services/integrations/config.ts). */
const config = () =>
  Type.Object({}, { additionalProperties: true, documented: { anyOf: Object.values(integrationConfigs) } });

export const CreateIntegrationBody = Closed({ name: Name(), config: config() });
export const UpdateIntegrationBody = Closed({
  name: Type.Optional(Name()),
  config: Type.Optional(Type.Object({}, { additionalProperties: true })),
  status: Type.Optional(Type.Enum(["connected"])),
});
/** Returns the schema of a type's `config` in responses, without secrets. */
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
const Health = Closed({
  delivered: count(),
  failed: count(),
  pending: count(),
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
    health: Type.Optional(Health),
  });

const recordName = (type: IntegrationType): string => `${pascalCase(type)}Integration`;

/** Schemas of integrations by their names in the OpenAPI document, discriminated by `type`. */
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

/** An integration type with its `config` fields, for editors (decisions §9.3). */
export const IntegrationTypeDetail = Closed({
  type: Type.Enum([...integrationTypeNames]),
  title: Type.String(),
  auth: Type.Enum(["secret", "oauth", "none"]),
  /** false if the OAuth client isn't configured on this server */
  is_configured: Type.Boolean(),
  fields: Type.Array(
    Closed({
      name: Type.String(),
      title: Type.String(),
      description: Type.String(),
      type: Type.Enum(["string", "url", "boolean", "integer", "node", "node_map", "headers"]),
      is_secret: Type.Boolean(),
      is_required: Type.Boolean(),
      // any type: generators of clients stop at a list of types
      default: Type.Unsafe<Json>({}),
    }),
  ),
});
export const IntegrationTypes = Type.Array(IntegrationTypeDetail);

/** Starts an OAuth authorization, for a new integration (`name`) or an existing one (decisions §7). */
export const ConnectQuery = Closed({
  name: Type.Optional(Name()),
  return_to: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  integration_id: Type.Optional(Uuid()),
});
export const Consent = Closed({ url: Type.String() });
/** OAuth callback (RFC 6749 §4.1.2, RFC 9207 §2). Unknown parameters are allowed, because providers add some. */
export const CallbackQuery = Type.Object({
  state: Type.String({ minLength: 1, maxLength: 500 }),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  error: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  iss: Type.Optional(Type.String({ maxLength: 2048 })),
});

/** Null delivers every event. `parseCondition` checks it, so that errors name the operator (features §17). */
export const deliveryCondition = () => Type.Unsafe<Condition | null>({ documented: Nullable(Condition) });

/** `omit`: without personal data (wants §21.5). */
export const SentPersonal = () => Type.Enum(["include", "omit"]);

export const AttachBody = Closed({
  integration_id: Uuid(),
  events: events(),
  condition: Type.Optional(deliveryCondition()),
  personal: Type.Optional(SentPersonal()),
});
export const UpdateAttachmentBody = Closed({
  is_enabled: Type.Optional(Type.Boolean()),
  events: Type.Optional(events()),
  notify_on_failure: Type.Optional(Type.Boolean()),
  condition: Type.Optional(deliveryCondition()),
  personal: Type.Optional(SentPersonal()),
});
export const Attachment = Closed({
  id: Uuid(),
  integration_id: Uuid(),
  integration_name: Type.String(),
  integration_type: Type.String(),
  events: events(),
  is_enabled: Type.Boolean(),
  notify_on_failure: Type.Boolean(),
  condition: Type.Unsafe<Condition | null>({ documented: Nullable(Condition) }),
  personal: SentPersonal(),
  created: Timestamp(),
});

/** A form that an integration is attached to. */
export const AttachedForm = Closed({
  slug: Type.String(),
  title: Type.String(),
  /** false if the form is archived */
  is_active: Type.Boolean(),
  attachment_id: Uuid(),
  events: events(),
  /** state of the attachment */
  is_enabled: Type.Boolean(),
  created: Timestamp(),
});

/** A delivery record: one attempt (spec §Delivery, decisions §7). */
/** skipped: the session didn't satisfy the condition, so nothing was sent */
const status = () => Type.Enum(["success", "error", "skipped"]);
const DeliveredEvent = Type.Enum([...eventNames, "test"]);
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
  /** time of the next automatic attempt, on an event's newest record; during an attempt, its start */
  next_attempt_at: Nullable(Timestamp()),
  error_message: Nullable(Type.String()),
  /** null for a test, and without `responses:read` */
  session_id: Nullable(Uuid()),
  event_id: Uuid(),
});
export const DeliveryDetail = Closed({
  ...Delivery.properties,
  /** current slug of the form; null for a test, and if unknown */
  form_slug: Nullable(Type.String()),
  request_headers: headers(),
  request_body: Nullable(Type.String()),
  response_headers: headers(),
  response_body: Nullable(Type.String()),
});
export const SessionDeliveries = Type.Array(Delivery);
export const DeliveredForm = Closed({ slug: Type.String(), title: Type.String() });
export const ListedDelivery = Closed({
  ...Delivery.properties,
  /** only with `include=form`; null for a test, and if unknown */
  form: Type.Optional(Nullable(DeliveredForm)),
});

const day = () => Type.Optional(Type.String({ format: "date-or-time" }));
export const DeliveriesQuery = Closed({
  status: Type.Optional(status()),
  event: Type.Optional(DeliveredEvent),
  from_date: day(),
  to_date: day(),
});
/** Filters of an integration's deliveries. */
export const ListedDeliveriesQuery = Closed({
  ...DeliveriesQuery.properties,
  include: Type.Optional(Type.Enum(["form"])),
});
/** Filters of all deliveries of an account (decisions §9.3). */
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

/** Notifications of an account (decisions §2). */
const NoticeKind = Type.Enum([
  "delivery_failed",
  "integration_disabled",
  /** the provider revoked access */
  "integration_not_connected",
  /** 80% of a quota is used (decisions §8) */
  "quota_warning",
  /** a key that is in use expires (teams §20.7) */
  "api_key_expires",
  /** single sign-on no longer makes the last owner one (teams §20.9) */
  "sso_kept_owner",
  /** old responses will be deleted, or were (wants §21.4) */
  "retention",
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
export type DeliveredForm = Static<typeof DeliveredForm>;
export type ListedDelivery = Static<typeof ListedDelivery>;
export type ListedDeliveriesQuery = Static<typeof ListedDeliveriesQuery>;
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
