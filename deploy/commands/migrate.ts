import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { distribute } from "../../shared/platform/database/distribute.ts";
import { migrate } from "../../shared/platform/database/migrate.ts";
import { migrationUrl, type SchemaOptions } from "../../shared/platform/database/open.ts";
import { env } from "../../shared/platform/env.ts";
import { operatorLog, runCommand } from "./command.ts";
import { untilAvailable, withPostgres } from "./postgres.ts";

/**
 * `npm run migrate` (decisions §8): migrates all schemas, regardless of MIGRATE. With `--distribute`, also distributes sessions
 * over the workers of a Citus cluster.
 */
await runCommand(async () => {
  const options = process.argv.slice(2);
  if (options.some((option) => option !== "--distribute")) throw new Error("Usage: npm run migrate [-- --distribute]");
  const schemas = await findSchemas();
  // MIGRATE_DATABASE_URL serves all of them
  const needed = env().MIGRATE_DATABASE_URL ? [] : schemas.map(({ schema }) => schema);
  await withPostgres(needed, async () => {
    for (const schema of schemas) {
      await migrateSchema(schema);
      console.log(`${schema.schema}: ${schema.migrations.at(-1)?.name ?? "no migrations"}`);
    }
    if (options.includes("--distribute")) {
      console.log(`Distributed by session: ${(await distribute(migrationUrl("sessions"))).join(", ")}`);
    }
  });
});

/** Returns the schemas of all services with a database.ts, which exports `<name>Schema`. */
async function findSchemas(): Promise<SchemaOptions[]> {
  const folder = join(import.meta.dirname, "../../services");
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: join(folder, name, "database.ts") }))
    .filter(({ file }) => existsSync(file));
  return Promise.all(
    files.map(async ({ name, file }) => {
      const { [`${name}Schema`]: schema }: Record<string, SchemaOptions> = await import(pathToFileURL(file).href);
      if (!schema) throw new Error(`${file} doesn't export ${name}Schema.`);
      return schema;
    }),
  );
}

/** Migrates a schema. Waits for PostgreSQL first. */
async function migrateSchema(options: SchemaOptions): Promise<void> {
  const url = migrationUrl(options.schema);
  await untilAvailable(url);
  await migrate(options, url, operatorLog);
}
