import type { Service } from "moleculer";
import { type Database, openDatabase, type SchemaOptions } from "./database/open.ts";

/** A Moleculer service that keeps a part of the database. */
export interface DatabaseService extends Service {
  database: Database;
}

/**
 * The start and stop of a service that needs nothing but its schema: `...withDatabase(formsSchema)` in its Moleculer
 * schema. Others call `openFor` and `closeFor` from their own handlers.
 */
export function withDatabase(options: SchemaOptions) {
  return {
    started(this: DatabaseService) {
      return openFor(this, options);
    },
    stopped(this: DatabaseService) {
      return closeFor(this);
    },
  };
}

export async function openFor(service: DatabaseService, options: SchemaOptions): Promise<void> {
  service.database = await openDatabase(options, service.logger);
}

/** A service that was stopped while it still waited for PostgreSQL has nothing to close. */
export async function closeFor(service: Partial<Pick<DatabaseService, "database">>): Promise<void> {
  await service.database?.close();
}
