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
