import type { SchemaOptions } from "../../shared/database/open.ts";
import { Attachment, Integration } from "./entities.ts";
import { CreateIntegrations } from "./migrations/0001-integrations.ts";

export const integrationsSchema: SchemaOptions = {
  schema: "integrations",
  entities: [Integration, Attachment],
  migrations: [{ name: "0001-integrations", class: CreateIntegrations }],
};
