import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrate } from "../../shared/platform/database/migrate.ts";
import { databaseUrl, openReader, type SchemaOptions } from "../../shared/platform/database/open.ts";
import { operatorLog, runCommand } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/** `npm run migrate` (decisions §8): every schema to its newest version, whatever MIGRATE says. */
await runCommand(async () => {
  const schemas = await findSchemas();
  await withPostgres(
    schemas.map(({ schema }) => schema),
    async () => {
      for (const options of schemas) {
        await bringUp(options);
        console.log(`${options.schema}: ${options.migrations.at(-1)?.name ?? "no migrations"}`);
      }
    },
  );
});

/** Each service that has a database.ts exports `<name>Schema` from it. */
async function findSchemas(): Promise<SchemaOptions[]> {
  const folder = join(import.meta.dirname, "../../services");
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: join(folder, name, "database.ts") }))
    .filter(({ file }) => existsSync(file));
  return Promise.all(
    files.map(async ({ name, file }) => {
      const { [`${name}Schema`]: schema }: Record<string, SchemaOptions> = await import(pathToFileURL(file).href);
      if (!schema) throw new Error(`${file} does not export ${name}Schema.`);
      return schema;
    }),
  );
}

/** A server that is not there yet is waited for. */
async function bringUp(options: SchemaOptions): Promise<void> {
  const url = databaseUrl(options.schema);
  await (await openReader(url, operatorLog)).close();
  await migrate(options, url, operatorLog);
}
