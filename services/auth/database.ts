import type { SchemaOptions } from "../../shared/database/open.ts";
import { Account, ApiKey, User } from "./entities.ts";
import { CreateAuth } from "./migrations/0001-auth.ts";
import { AddUsage } from "./migrations/0002-usage.ts";

export const authSchema: SchemaOptions = {
  schema: "auth",
  entities: [Account, User, ApiKey],
  migrations: [
    { name: "0001-auth", class: CreateAuth },
    { name: "0002-usage", class: AddUsage },
  ],
};
