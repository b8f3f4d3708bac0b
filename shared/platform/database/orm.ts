import type { MigrationObject } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import type { Options } from "@mikro-orm/postgresql";
import type { PostgresPool } from "kysely";
import type pg from "pg";
import { Dialect } from "./transaction.ts";

/** What a service says of its part of the database. */
export interface SchemaOptions {
  /** the PostgreSQL schema, named like the service */
  schema: "auth" | "forms" | "sessions" | "analytics" | "integrations";
  entities?: NonNullable<Options["entities"]>;
  migrations: MigrationObject[];
}

export function ormOptions(options: SchemaOptions, url: string, pool: pg.Pool): Options {
  return {
    entities: options.entities ?? [],
    schema: options.schema,
    // the database is whoever's DATABASE_URL names it; nobody else makes one
    dbName: databaseIn(url),
    ensureDatabase: false,
    driverOptions: new Dialect({ pool: withoutEnd(pool) }),
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: options.migrations,
      // not `schema`, which would refuse migrations outside a transaction; they name their schema themselves
      tableName: `${options.schema}.migrations`,
      // each migration commits by itself: its locks are held shortly, and an index can be built outside a transaction
      allOrNothing: false,
      snapshot: false,
      transactional: true,
      silent: true,
    },
    logger: () => undefined,
  };
}

/** libpq's rule: without a path it is named like the user. */
function databaseIn(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username || "postgres");
}

/** Closing one service's ORM must not close the pool that the others use. */
function withoutEnd(pool: pg.Pool): PostgresPool {
  return { connect: () => pool.connect(), end: async () => undefined, options: pool.options };
}
