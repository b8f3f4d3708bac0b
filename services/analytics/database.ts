import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { CreateSearch } from "./migrations/0001-search.ts";
import { CreateRollups } from "./migrations/0002-rollups.ts";
import { AddHours } from "./migrations/0003-hours.ts";
import { IndexScores } from "./migrations/0004-scores.ts";
import { AddAuditOutbox } from "./migrations/0005-audit-outbox.ts";
import { AddParts } from "./migrations/0006-parts.ts";

export const analyticsSchema: SchemaOptions = {
  schema: "analytics",
  migrations: [
    { name: "0001-search", class: CreateSearch },
    { name: "0002-rollups", class: CreateRollups },
    { name: "0003-hours", class: AddHours },
    { name: "0004-scores", class: IndexScores },
    { name: "0005-audit-outbox", class: AddAuditOutbox },
    { name: "0006-parts", class: AddParts },
  ],
};
