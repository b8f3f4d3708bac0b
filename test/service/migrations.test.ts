import { jest } from "@jest/globals";
import { Migration } from "@mikro-orm/migrations";
import pg from "pg";
import type { openDatabase, SchemaOptions } from "../../shared/database/open.ts";
import { freshDatabase, migrate, migratedDatabase, type TestDatabase } from "../support/postgres.ts";

const owners = ["auth", "forms", "sessions", "integrations"];

async function query<T extends object>({ url }: TestDatabase, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const schemasOf = async (database: TestDatabase) =>
  (
    await query<{ nspname: string }>(
      database,
      "select nspname from pg_namespace where nspname !~ '^(pg_|information_)'",
    )
  ).map(({ nspname }) => nspname);

/** Every migration that was applied, as often as it was. */
async function applied(database: TestDatabase): Promise<string[]> {
  const tables = await query<{ schemaname: string }>(
    database,
    "select schemaname from pg_tables where tablename = 'migrations' order by 1",
  );
  const lists = tables.map(({ schemaname }) =>
    query<{ name: string }>(database, `select '${schemaname}.' || name as name from ${schemaname}.migrations`),
  );
  return (await Promise.all(lists)).flat().map(({ name }) => name);
}

describe("npm run migrate", () => {
  test("makes every schema from nothing, and finds nothing to do the second time", async () => {
    const database = await freshDatabase();
    await migrate(database.url);
    expect(await schemasOf(database)).toEqual(expect.arrayContaining(owners));
    const first = await applied(database);
    expect(first.length).toBeGreaterThanOrEqual(owners.length);
    await migrate(database.url);
    expect(await applied(database)).toEqual(first);
    await database.drop();
  });

  test("run twice at once applies each migration once", async () => {
    const database = await freshDatabase();
    await Promise.all([migrate(database.url), migrate(database.url)]);
    const names = await applied(database);
    expect(new Set(names).size).toBe(names.length);
    expect(await schemasOf(database)).toEqual(expect.arrayContaining(owners));
    await database.drop();
  });

  test("a copy of the migrated template has the same migrations", async () => {
    const database = await migratedDatabase();
    expect(await schemasOf(database)).toEqual(expect.arrayContaining(owners));
    await database.drop();
  });

  test("a server that answers wrongly is said in one line", async () => {
    await expect(migrate("mysql://localhost")).rejects.toThrow(/ended with 1:\n[^\n]*DATABASE_URL must be [^\n]+\n$/);
  });
});

/** `openDatabase` as a service calls it when it starts. */
describe("a service's start", () => {
  class CreateThings extends Migration {
    override up(): void {
      this.addSql("create table forms.things (id int primary key)");
    }
  }
  const schema: SchemaOptions = { schema: "forms", migrations: [{ name: "0001-things", class: CreateThings }] };
  const log = { info: () => undefined, warn: () => undefined };

  /** The environment is read once a process, so a fresh copy of the modules reads the new one. */
  async function openWith(database: TestDatabase, MIGRATE: string): Promise<typeof openDatabase> {
    Object.assign(process.env, { DATABASE_URL: database.url, MIGRATE });
    jest.resetModules();
    const fresh = await import("../../shared/database/open.ts");
    return fresh.openDatabase;
  }

  test.each([
    ["true", ["forms"]],
    ["false", []],
  ])("with MIGRATE=%s leaves the schemas %j", async (MIGRATE, schemas) => {
    const database = await freshDatabase();
    const open = await openWith(database, MIGRATE);
    const service = await open(schema, log);
    expect((await schemasOf(database)).filter((name) => name !== "public")).toEqual(schemas);
    await service.close();
    await database.drop();
  });

  test("a role that may make no database uses the one that it is given, whatever its name", async () => {
    const database = await freshDatabase();
    const admin = new URL(database.url);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("create role plain login password 'plain'");
    await client.query(`grant create on database "${admin.pathname.slice(1)}" to plain`);
    admin.username = "plain";
    admin.password = "plain";
    const open = await openWith({ ...database, url: admin.href }, "true");
    const service = await open(schema, log);
    expect(await service.isReachable()).toBe(true);
    await service.close();
    await client.query("drop owned by plain; drop role plain");
    await client.end();
    await database.drop();
  });

  test("a schema that nobody has migrated yet is not ready", async () => {
    const database = await freshDatabase();
    const waiting = await (await openWith(database, "false"))(schema, log);
    expect(await waiting.isReachable()).toBe(false);
    const migrated = await (await openWith(database, "true"))(schema, log);
    expect(await waiting.isReachable()).toBe(true);
    await waiting.close();
    await migrated.close();
    await database.drop();
  });

  test("copies that start at once migrate once", async () => {
    const database = await freshDatabase();
    const open = await openWith(database, "true");
    const services = await Promise.all([1, 2, 3].map(() => open(schema, log)));
    expect(await applied(database)).toEqual(["forms.0001-things"]);
    for (const service of services) await service.close();
    await database.drop();
  });
});
