import type { LazySchema } from "../../shared/platform/database/open.ts";
import { names } from "./migrations/names.ts";

/** The schema as the service opens it: without MikroORM, unless it has to migrate. */
export const analyticsSchema: LazySchema = {
  schema: "analytics",
  names,
  load: async () => (await import("./database.ts")).analyticsSchema,
};
