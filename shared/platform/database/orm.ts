import type { MigrationObject } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import { MikroORM, type Options } from "@mikro-orm/postgresql";
import type pg from "pg";
import { noConnection } from "./rows.ts";

/** A service's PostgreSQL schema. */
export interface SchemaOptions {
  /** name of the schema and the service */
  schema: "auth" | "forms" | "sessions" | "analytics" | "integrations";
  entities?: NonNullable<Options["entities"]>;
  migrations: MigrationObject[];
}

/** Refuses statements of entity managers that `bind` (rows.ts) has given no connection. */
const noPool = {
  onPoolCreated(pool: pg.Pool) {
    pool.connect = () => {
      throw noConnection();
    };
  },
};

/**
 * A schema without entities, whose service uses `pg` alone. MikroORM and the migrations are loaded only to migrate, because they take
 * 20 MB of memory.
 */
export interface LazySchema extends Pick<SchemaOptions, "schema"> {
  /** of its migrations, in their order */
  names: readonly string[];
  load(): Promise<SchemaOptions>;
}

export const openOrm = (options: SchemaOptions, url: string): Promise<MikroORM> =>
  MikroORM.init(ormOptions(options, url));

/** `connection`: options of pg for MikroORM's own pool, which migrations use. */
export function ormOptions(
  options: SchemaOptions,
  url: string,
  connection: Options["driverOptions"] = noPool,
): Options {
  return {
    entities: options.entities ?? [],
    schema: options.schema,
    // operators create the database that DATABASE_URL names
    dbName: databaseIn(url),
    ensureDatabase: false,
    driverOptions: connection,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: options.migrations,
      // not `schema`, which doesn't support migrations outside a transaction
      tableName: `${options.schema}.migrations`,
      // one transaction per migration keeps locks short and allows concurrent index builds
      allOrNothing: false,
      snapshot: false,
      transactional: true,
      silent: true,
    },
    logger: () => undefined,
  };
}

/** Returns the database name. Without a path, it is the user name, as in libpq. */
function databaseIn(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username || "postgres");
}
