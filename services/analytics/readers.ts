import type { BusService } from "../../shared/bus/service.ts";
import {
  type Database,
  databaseUrl,
  type Log,
  type OpenReader,
  openDatabase,
  openReader,
} from "../../shared/platform/database/open.ts";
import { env } from "../../shared/platform/env.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import type { Part } from "../../shared/platform/ops/readiness.ts";
import { type Calculations, createCalculations } from "./answers/calculations.ts";
import { createLabels, type Labels } from "./answers/labels.ts";
import { createPlans, type Plans } from "./export/plans.ts";
import { openReplica, type Replica } from "./replica.ts";
import { openReadings, type Readings } from "./results/readings.ts";
import { analyticsSchema } from "./schema.ts";
import { openReadShares, type Shares } from "./shares.ts";

/** The analytics service reads the sessions schema (docs/adr/0001), and writes the search index. */
export interface AnalyticsService extends BusService {
  /** the primary, for lists and details: owners read their respondents' writes (decisions §6) */
  database: OpenReader;
  /** for exports and insights: an owner's big read must not slow down respondents' writes */
  replica: Replica;
  plans: Plans;
  shares: Shares;
  labels: Labels;
  calculations: Calculations;
  readings: Readings;
  /** its own schema, on the primary */
  own: Database;
  /** required for readiness (shared/platform/ops/readiness.ts) */
  databases: Part[];
  following: Loop;
  backfilling: Loop;
}

/** Doesn't wait for the replica: without it, only exports and insights fail. */
export async function openReaders(service: AnalyticsService): Promise<void> {
  const url = databaseUrl("analytics");
  const log = service.logger as Log;
  service.database = await openReader(url, log, { schemas: ["sessions"] });
  service.replica = await openReplica(service.database, log);
  service.shares = openReadShares(env().DATABASE_POOL_SIZE);
  service.labels = createLabels(service.database);
  service.calculations = createCalculations(service.database);
  service.plans = createPlans(service.database);
  service.own = await openDatabase(analyticsSchema, log);
  service.readings = openReadings(service);
  service.databases = [service.database, service.own];
}

/** A service that was stopped while it waited for PostgreSQL has nothing to close. */
export async function closeReaders(
  service: Partial<Pick<AnalyticsService, "database" | "replica" | "own">>,
): Promise<void> {
  await service.own?.close();
  await service.replica?.close();
  await service.database?.close();
}
