import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrate } from "../../shared/platform/database/migrate.ts";
import { databaseUrl, openReader, type SchemaOptions } from "../../shared/platform/database/open.ts";
import { operatorLog, runCommand } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/** `npm run migrate` (decisions §8): migrates all schemas, regardless of MIGRATE. */
await runCommand(async () => {
  const schemas = await findSchemas();
  await withPostgres(
    schemas.map(({ schema }) => schema),
    async () => {
      for (const options of schemas) {
        await migrateSchema(options);
        console.log(`${options.schema}: ${options.migrations.at(-1)?.name ?? "no migrations"}`);
      }
    },
  );
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
  const url = databaseUrl(options.schema);
  await (await openReader(url, operatorLog)).close();
  await migrate(options, url, operatorLog);
}
