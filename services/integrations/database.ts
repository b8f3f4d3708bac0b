import type { SchemaOptions } from "../../shared/database/open.ts";
import { Attachment, Integration } from "./entities.ts";
import { CreateIntegrations } from "./migrations/0001-integrations.ts";
import { AddDeliveries } from "./migrations/0002-deliveries.ts";
import { AddOauth } from "./migrations/0003-oauth.ts";

export const integrationsSchema: SchemaOptions = {
  schema: "integrations",
  entities: [Integration, Attachment],
  migrations: [
    { name: "0001-integrations", class: CreateIntegrations },
    { name: "0002-deliveries", class: AddDeliveries },
    { name: "0003-oauth", class: AddOauth },
  ],
};
