import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { EventName } from "../../shared/shapes/integrations.ts";
import type { Config } from "./config.ts";
import type { IntegrationType } from "./types/index.ts";

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
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export type IntegrationRow = InferEntity<typeof Integration>;
export type AttachmentRow = InferEntity<typeof Attachment>;
