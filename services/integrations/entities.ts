import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { IntegrationType } from "../../shared/domain/integrations/index.ts";
import type { EventName } from "../../shared/domain/shapes/integrations.ts";
import type { Config } from "./config.ts";

export type IntegrationStatus = "connected" | "not_connected" | "disabled";

export const Integration = defineEntity({
  name: "Integration",
  schema: "integrations",
  tableName: "integrations",
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    type: p.text().$type<IntegrationType>(),
    name: p.text(),
    /** without its secret fields */
    config: p.json<Config>(),
    /** name → sealed text (secrets.ts) */
    secrets: p.json<Record<string, string>>(),
    /** when a secret ends, by its name; the others do not */
    secret_expiries: p.json<Record<string, string>>().defaultRaw("'{}'"),
    status: p.text().$type<IntegrationStatus>(),
    failing_since: p.datetime(6).nullable(),
    /** of the access token; null where the provider does not say, or there is none */
    token_expires_at: p.datetime(6).nullable(),
    /** what the provider names as this account's */
    instance_url: p.text().nullable(),
    /** counts the tokens that were stored or given up */
    grant_revision: p.integer().default(0),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
    modified: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export const Attachment = defineEntity({
  name: "Attachment",
  schema: "integrations",
  tableName: "attachments",
  properties: {
    id: p.uuid().primary(),
    form_id: p.uuid(),
    integration: () => p.manyToOne(Integration),
    events: p.array().$type<EventName[]>().columnType("text[]"),
    is_enabled: p.boolean().default(true),
    notify_on_failure: p.boolean().default(false),
    /** where the sequence of events stood when it was made; null: an older copy made it */
    position: p.bigint("number").nullable(),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export type IntegrationRow = InferEntity<typeof Integration>;
export type AttachmentRow = InferEntity<typeof Attachment>;
