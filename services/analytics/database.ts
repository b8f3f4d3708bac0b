import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { CreateSearch } from "./migrations/0001-search.ts";
import { CreateRollups } from "./migrations/0002-rollups.ts";
import { AddHours } from "./migrations/0003-hours.ts";
import { IndexScores } from "./migrations/0004-scores.ts";
import { AddAuditOutbox } from "./migrations/0005-audit-outbox.ts";
import { AddParts } from "./migrations/0006-parts.ts";
import { CreateResults } from "./migrations/0007-results.ts";
import { names } from "./migrations/names.ts";

const classes: Record<(typeof names)[number], SchemaOptions["migrations"][number]["class"]> = {
  "0001-search": CreateSearch,
  "0002-rollups": CreateRollups,
  "0003-hours": AddHours,
  "0004-scores": IndexScores,
  "0005-audit-outbox": AddAuditOutbox,
  "0006-parts": AddParts,
  "0007-results": CreateResults,
};

export const analyticsSchema: SchemaOptions = {
  schema: "analytics",
  migrations: names.map((name) => ({ name, class: classes[name] })),
};
