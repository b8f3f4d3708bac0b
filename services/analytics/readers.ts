import type { Service } from "moleculer";
import {
  type Database,
  databaseUrl,
  type Log,
  openDatabase,
  openReader,
  type Reader,
} from "../../shared/database/open.ts";
import { env } from "../../shared/env.ts";
import { analyticsSchema } from "./database.ts";
import { createPlans, type Plans } from "./export/plans.ts";

/** The analytics service reads the sessions schema (docs/adr/0001), and writes what it keeps for searching. */
export interface AnalyticsService extends Service {
  /** the primary, for lists and details: owners read their respondents' writes (decisions §6) */
  database: Reader;
  /** for exports: an owner's big read must not load the respondents' writes */
  replica: Reader;
  plans: Plans;
  /** its own schema, on the primary */
  own: Database;
  stopFollowing?: () => Promise<void>;
}

/** A replica that is away fails exports alone, so the start does not wait for it. */
export async function openReaders(service: AnalyticsService): Promise<void> {
  const url = databaseUrl("analytics");
  const log = service.logger as Log;
  service.database = await openReader(url, log);
  service.replica = await openReader(env().READ_DATABASE_URL ?? url, log, { wait: false });
  service.plans = createPlans(service.replica);
  service.own = await openDatabase(analyticsSchema, log);
}

/** A service that was stopped while it still waited for PostgreSQL has nothing to close. */
export async function closeReaders(
  service: Partial<Pick<AnalyticsService, "database" | "replica" | "own">>,
): Promise<void> {
  await service.own?.close();
  await service.replica?.close();
  await service.database?.close();
}
