import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { CreateSearch } from "./migrations/0001-search.ts";

export const analyticsSchema: SchemaOptions = {
  schema: "analytics",
  migrations: [{ name: "0001-search", class: CreateSearch }],
};
