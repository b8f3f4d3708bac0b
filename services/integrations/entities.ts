import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { EventName } from "../../shared/api/shapes/integrations.ts";
import type { Condition } from "../../shared/domain/conditions/condition.ts";
import type { IntegrationType } from "../../shared/domain/integrations/index.ts";
import type { Config } from "./config.ts";

export type IntegrationStatus = "connected" | "not_connected" | "disabled";

export const Integration = defineEntity({
  name: "Integration",
  schema: "integrations",
  tableName: "integrations",
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    /** Null by key. */
    created_by: p.uuid().nullable(),
    type: p.text().$type<IntegrationType>(),
    name: p.text(),
    /** Without secret fields. */
    config: p.json<Config>(),
    /** Sealed secrets by name (secrets.ts). */
    secrets: p.json<Record<string, string>>(),
    /** Expiry by secret name. Other secrets don't expire. */
    secret_expiries: p.json<Record<string, string>>().defaultRaw("'{}'"),
    status: p.text().$type<IntegrationStatus>(),
    failing_since: p.datetime(6).nullable(),
    /** Expiry of the access token. Null if there is none or the provider doesn't say. */
    token_expires_at: p.datetime(6).nullable(),
    /** Base URL of the account's API, as named by the provider. */
    instance_url: p.text().nullable(),
    /** Increments when tokens are stored or dropped. */
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
    /** Null delivers every event. */
    condition: p.json<Condition>().nullable(),
    /** `omit` sends no personal data. */
    personal: p.text().$type<"include" | "omit">().default("include"),
    /** Position in the sequence of events at creation. Null if an older copy created it. */
    position: p.bigint("number").nullable(),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export type IntegrationRow = InferEntity<typeof Integration>;
export type AttachmentRow = InferEntity<typeof Attachment>;
