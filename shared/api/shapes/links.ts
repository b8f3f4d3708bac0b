import { idPattern } from "../../domain/formats.ts";
import type { Json } from "../../domain/json.ts";
import {
  addressLimit,
  hiddenFieldLimit,
  hiddenValueLimit,
  languageTagLimit,
  nodeLimit,
  referenceLimit,
} from "../../domain/limits.ts";
import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";

/** Personal links of a form (features §15 and its last section). */

export const linksPerRequest = 1_000;

export const linkStatuses = ["unused", "started", "completed", "expired", "revoked"] as const;
/** `undeliverable`: only by the refusal of the recipient */
export const linkMailStatuses = ["none", "queued", "sent", "undeliverable", "unsubscribed"] as const;

const hidden = () => Type.Record(Type.String({ pattern: idPattern }), Type.String());
const prefill = () => Type.Record(Type.String(), Type.Unsafe<Json>({}));

export const NewLink = Closed({
  reference: Type.String({ maxLength: referenceLimit }),
  email: Type.Optional(Nullable(Type.String({ maxLength: addressLimit }))),
  language: Type.Optional(Nullable(Type.String({ maxLength: languageTagLimit }))),
  hidden: Type.Optional(
    Type.Record(Type.String({ pattern: idPattern }), Type.String({ maxLength: hiddenValueLimit }), {
      maxProperties: hiddenFieldLimit,
    }),
  ),
  prefill: Type.Optional(
    Type.Record(Type.String({ pattern: idPattern }), Type.Unsafe<Json>({}), { maxProperties: nodeLimit }),
  ),
  expires_at: Type.Optional(Nullable(Timestamp())),
  max_responses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export const CreateLinksBody = Closed({
  links: Type.Array(NewLink, { minItems: 1, maxItems: linksPerRequest }),
});

export const LinkMail = Closed({
  status: Type.Enum([...linkMailStatuses]),
  last_sent_at: Nullable(Timestamp()),
  sent_count: Type.Integer(),
});
export const Link = Closed({
  id: Uuid(),
  reference: Nullable(Type.String()),
  email: Nullable(Type.String()),
  language: Nullable(Type.String()),
  url: Nullable(Type.String()),
  hidden: hidden(),
  prefill: prefill(),
  expires_at: Nullable(Timestamp()),
  max_responses: Type.Integer(),
  responses_count: Type.Integer(),
  status: Type.Enum([...linkStatuses]),
  mail: LinkMail,
  created: Timestamp(),
});
export const CreatedLinks = Closed({ results: Type.Array(Link) });

const count = () => Type.Integer({ minimum: 0 });
export const LinkCounts = Closed({
  unused: count(),
  started: count(),
  completed: count(),
  expired: count(),
  revoked: count(),
  undeliverable: count(),
});

/** `unanswered`: unused or started, and never completed */
const statusFilter = () => Type.Optional(Type.Enum([...linkStatuses, "unanswered"]));
export const LinksQuery = Closed({
  status: statusFilter(),
  mail_status: Type.Optional(Type.Enum([...linkMailStatuses])),
});
export const LinksExportQuery = Closed({ ...LinksQuery.properties, search: Type.Optional(Type.String()) });
export const DeleteLinkQuery = Closed({ erase: Type.Optional(Type.Boolean()) });

/** Facts about a link for the respondent's page, before the session starts. Answers are never shown by a link. */
export const PublicLink = Closed({
  slug: Type.String(),
  status: Type.Enum([...linkStatuses]),
  prefill: prefill(),
  hidden: hidden(),
  language: Nullable(Type.String()),
});

export type NewLink = Static<typeof NewLink>;
export type CreateLinksBody = Static<typeof CreateLinksBody>;
export type CreatedLinks = Static<typeof CreatedLinks>;
export type Link = Static<typeof Link>;
export type LinkStatus = (typeof linkStatuses)[number];
export type LinkMailStatus = (typeof linkMailStatuses)[number];
export type LinkCounts = Static<typeof LinkCounts>;
export type LinksQuery = Static<typeof LinksQuery>;
export type LinksExportQuery = Static<typeof LinksExportQuery>;
export type DeleteLinkQuery = Static<typeof DeleteLinkQuery>;
export type PublicLink = Static<typeof PublicLink>;
