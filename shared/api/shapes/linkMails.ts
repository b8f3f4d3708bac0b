import { Closed, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { linkStatuses, linksPerRequest } from "./links.ts";

/** Invitations and reminders by mail to people with personal links (features, last section, "Invitations"). */

export const reminderLimit = 3;

const subject = () => Type.String({ minLength: 1, maxLength: 200 });
const text = () => Type.String({ maxLength: 5000 });
const translations = () =>
  Type.Record(Type.String({ maxLength: 35 }), Closed({ subject: subject(), text: text() }), { maxProperties: 20 });
const letter = {
  subject: subject(),
  text: text(),
  reply_to: Type.Optional(Nullable(Type.String({ maxLength: 254 }))),
  translations: Type.Optional(translations()),
};

export const LinkMailFilter = Closed({
  status: Type.Optional(Type.Enum([...linkStatuses, "unanswered"])),
  search: Type.Optional(Type.String({ maxLength: 500 })),
});
export const CreateLinkMailBody = Closed({
  name: Type.Optional(Name()),
  ...letter,
  link_ids: Type.Optional(Type.Array(Uuid(), { minItems: 1, maxItems: linksPerRequest, uniqueItems: true })),
  filter: Type.Optional(LinkMailFilter),
  remind_after_days: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), { maxItems: reminderLimit })),
  is_dry_run: Type.Optional(Type.Boolean()),
});
export const TestLinkMailBody = Closed(letter);

const count = () => Type.Integer({ minimum: 0 });
export const LeftOut = Closed({
  no_address: count(),
  unsubscribed: count(),
  undeliverable: count(),
  answered: count(),
  expired: count(),
  revoked: count(),
  invited: count(),
});
export const LinkMailCounts = Closed({
  recipients: count(),
  sent: count(),
  waiting: count(),
  failed: count(),
  reminders_planned: count(),
  left_out: LeftOut,
});
/** An email as one recipient gets it. */
export const LinkMailPreview = Closed({
  link_id: Uuid(),
  reference: Nullable(Type.String()),
  language: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
});
export const LinkMailing = Closed({
  id: Nullable(Uuid()),
  name: Nullable(Type.String()),
  subject: Type.String(),
  status: Type.Enum(["queued", "sending", "done", "cancelled"]),
  counts: LinkMailCounts,
  next_reminder_at: Nullable(Timestamp()),
  created: Timestamp(),
  preview: Type.Optional(Nullable(LinkMailPreview)),
  left_today: Type.Optional(Nullable(Type.Integer())),
});
export const LinkMailDelivery = Closed({
  id: Uuid(),
  link_id: Uuid(),
  reference: Type.Optional(Nullable(Type.String())),
  event: Type.Enum(["link.invited", "link.reminded"]),
  status: Type.Enum(["success", "error", "skipped"]),
  response_code: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  created: Timestamp(),
  attempt: Type.Integer(),
  next_attempt_at: Nullable(Timestamp()),
  error_message: Nullable(Type.String()),
});

/** Without it, deliveries name no person (features, last section). */
export const LinkMailDeliveriesQuery = Closed({ include: Type.Optional(Type.Enum(["reference"])) });

export type LinkMailDeliveriesQuery = Static<typeof LinkMailDeliveriesQuery>;
export type CreateLinkMailBody = Static<typeof CreateLinkMailBody>;
export type TestLinkMailBody = Static<typeof TestLinkMailBody>;
export type LeftOut = Static<typeof LeftOut>;
export type LinkMailPreview = Static<typeof LinkMailPreview>;
export type LinkMailing = Static<typeof LinkMailing>;
export type LinkMailDelivery = Static<typeof LinkMailDelivery>;
