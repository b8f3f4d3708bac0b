import type { SchemaOptions } from "../../shared/database/open.ts";
import { Sessions } from "./migrations/0001-sessions.ts";
import { AddFiles } from "./migrations/0002-files.ts";
import { AddChanges } from "./migrations/0003-changes.ts";

export const sessionsSchema: SchemaOptions = {
  schema: "sessions",
  migrations: [
    { name: "0001-sessions", class: Sessions },
    { name: "0002-files", class: AddFiles },
    { name: "0003-changes", class: AddChanges },
  ],
};
