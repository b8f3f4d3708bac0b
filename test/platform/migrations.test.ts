import { jest } from "@jest/globals";
import { Migration } from "@mikro-orm/migrations";
import pg from "pg";
import { ConcurrentIndexes } from "../../shared/platform/database/concurrentIndexes.ts";
import type { openDatabase, SchemaOptions } from "../../shared/platform/database/open.ts";
import { eventually } from "../support/eventually.ts";
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

/** Returns all applied migrations, with repeats. */
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
  test("creates all schemas once, even if run twice concurrently, and then does nothing", async () => {
    const database = await freshDatabase();
    await Promise.all([migrate(database.url), migrate(database.url)]);
    const names = await applied(database);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(owners.length);
    expect(await schemasOf(database)).toEqual(expect.arrayContaining(owners));
    await migrate(database.url);
    expect(await applied(database)).toEqual(names);
    await database.drop();
  });

  test("a copy of the migrated template has the same migrations", async () => {
    const database = await migratedDatabase();
    expect(await schemasOf(database)).toEqual(expect.arrayContaining(owners));
    await database.drop();
  });

  test("reports a wrong server in one line", async () => {
    await expect(migrate("mysql://localhost")).rejects.toThrow(/exited with 1:\n[^\n]*DATABASE_URL must be [^\n]+\n$/);
  });
});

/** Calls `openDatabase` like a service at startup. */
describe("openDatabase", () => {
  class CreateThings extends Migration {
    override up(): void {
      this.addSql("create table forms.things (id int primary key)");
    }
  }
  const schema: SchemaOptions = { schema: "forms", migrations: [{ name: "0001-things", class: CreateThings }] };
  const log = { info: () => undefined, warn: () => undefined };

  /** Loads fresh modules, because the environment is read once per process. */
  async function openWith(database: TestDatabase, migrate: string): Promise<typeof openDatabase> {
    Object.assign(process.env, { DATABASE_URL: database.url, MIGRATE: migrate });
    jest.resetModules();
    const fresh = await import("../../shared/platform/database/open.ts");
    return fresh.openDatabase;
  }

  test.each([
    ["true", ["forms"]],
    ["false", []],
  ])("with MIGRATE=%s leaves the schemas %j", async (migrate, schemas) => {
    const database = await freshDatabase();
    const open = await openWith(database, migrate);
    const service = await open(schema, log);
    expect((await schemasOf(database)).filter((name) => name !== "public")).toEqual(schemas);
    await service.close();
    await database.drop();
  });

  test("uses the given database if the role can't create one", async () => {
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
    expect(await service.waitsFor()).toBeUndefined();
    await service.close();
    await client.query("drop owned by plain; drop role plain");
    await client.end();
    await database.drop();
  });

  test("isn't ready while a schema isn't migrated", async () => {
    const database = await freshDatabase();
    const waiting = await (await openWith(database, "false"))(schema, log);
    expect(await waiting.waitsFor()).toBe("the schema forms, which isn't migrated yet (npm run migrate)");
    const migrated = await (await openWith(database, "true"))(schema, log);
    expect(await waiting.waitsFor()).toBeUndefined();
    await waiting.close();
    await migrated.close();
    await database.drop();
  });

  test("migrates once if copies start concurrently", async () => {
    const database = await freshDatabase();
    const open = await openWith(database, "true");
    const services = await Promise.all([1, 2, 3].map(() => open(schema, log)));
    expect(await applied(database)).toEqual(["forms.0001-things"]);
    for (const service of services) await service.close();
    await database.drop();
  });

  describe("on a table in use", () => {
    class AddColumn extends Migration {
      override up(): void {
        this.addSql("alter table forms.things add column name text");
      }
    }
    class AddIndex extends ConcurrentIndexes {
      override readonly indexes = [{ name: "forms.things_id", on: "forms.things (id)" }];
    }
    const warnings: string[] = [];
    const listening = { info: () => undefined, warn: (message: string) => warnings.push(message) };
    let database: TestDatabase;
    let other: pg.Client;

    beforeEach(async () => {
      warnings.length = 0;
      database = await freshDatabase();
      other = new pg.Client({ connectionString: database.url });
      await other.connect();
      await (await (await openWith(database, "true"))(schema, log)).close();
    });
    afterEach(async () => {
      await other.end();
      await database.drop();
    });

    const withMigration = (name: string, migration: typeof AddColumn | typeof AddIndex): SchemaOptions => ({
      ...schema,
      migrations: [...schema.migrations, { name, class: migration }],
    });

    test("a migration leaves the lock queue and retries", async () => {
      await other.query("begin; lock table forms.things in access share mode");
      const opening = (await openWith(database, "true"))(withMigration("0002-name", AddColumn), listening);
      await eventually(() => expect(warnings.join()).toContain("retrying: a table is locked"));
      await other.query("commit");
      await (await opening).close();
      await query(database, "select name from forms.things");
    });

    test("a migration whose connection is lost fails and runs again", async () => {
      class Cut extends Migration {
        override up(): void {
          this.addSql("alter table forms.things add column name text");
          // ends its own connection, the first time
          this.addSql(`do $$ begin
            if not exists (select from pg_class where relname = 'uncut') then
              perform pg_terminate_backend(pg_backend_pid());
            end if;
          end $$`);
        }
      }
      const opening = (await openWith(database, "true"))(withMigration("0002-cut", Cut), listening);
      await eventually(() => expect(warnings.join()).toContain("forms"));
      await query(database, "create table uncut ()");
      await (await opening).close();
      await query(database, "select name from forms.things");
    });

    test("reports the migration and blocks no writes while an index is built", async () => {
      await other.query("begin; insert into forms.things values (1)");
      const open = await openWith(database, "true");
      const { waitedFor } = await import("../../shared/platform/ops/waiting.ts");
      const opening = open(withMigration("0002-index", AddIndex), listening);
      await eventually(async () =>
        expect(await query(database, "select from pg_stat_progress_create_index")).toHaveLength(1),
      );
      expect(waitedFor()).toEqual(["the schema forms, which is being migrated"]);
      await query(database, "insert into forms.things values (2)");
      await other.query("commit");
      await (await opening).close();
      expect(waitedFor()).toEqual([]);
    });

    test("rebuilds an index after an interrupted build", async () => {
      await query(database, "insert into forms.things values (1)");
      await other.query("begin; update forms.things set id = 2");
      const cut = "set lock_timeout = 100; create index concurrently things_id on forms.things (id)";
      const builder = new pg.Client({ connectionString: database.url });
      await builder.connect();
      for (const text of cut.split("; ")) await builder.query(text).catch(() => undefined);
      await builder.end();
      await other.query("commit");
      const valid = "select indisvalid from pg_index where indexrelid = 'forms.things_id'::regclass";
      expect(await query(database, valid)).toEqual([{ indisvalid: false }]);
      const service = await (await openWith(database, "true"))(withMigration("0002-index", AddIndex), listening);
      await service.close();
      expect(await query(database, valid)).toEqual([{ indisvalid: true }]);
    });
  });
});

/** Rules for migrations, because older copies use the tables. */
describe("the services' migrations", () => {
  /** Shipped before this rule existed. */
  const exempt = ["sessions 0003-changes", "integrations 0004-notices"];
  const created = (text: string, what: RegExp) => [...text.matchAll(what)].map(([, table]) => table ?? "");

  test.each(owners.concat("analytics"))("%s: builds indexes on existing tables concurrently", async (name) => {
    const { [`${name}Schema`]: schema } = await import(`../../services/${name}/database.ts`);
    for (const { name: migration, class: Class } of (schema as SchemaOptions).migrations) {
      const instance = new (Class as new (...given: unknown[]) => Migration)();
      await instance.up();
      const text = instance.getQueries().join(";\n").toLowerCase();
      const tables = created(text, /create table (?:if not exists )?(\S+)/g);
      const indexed = created(text, /create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\S+ )?on (\S+)/g);
      const inUse = indexed.filter((table) => !tables.includes(table));
      if (!exempt.includes(`${name} ${migration}`)) expect([migration, ...inUse]).toEqual([migration]);
    }
  });

  /** Shipped before this rule existed. */
  const several = ["forms 0002-presentation"];
  const locks =
    /(?:alter table (?:if exists )?(?:only )?|references |lock table |trigger (?:if exists )?\w+ (?:[^;]*?) on (?!conflict))([\w.]+)/g;

  // a copy that waits for one table while its transaction uses another would end in a deadlock
  test.each(owners.concat("analytics"))("%s: locks one table in use per transaction", async (name) => {
    const found: string[][] = [];
    const { [`${name}Schema`]: schema } = await import(`../../services/${name}/database.ts`);
    for (const { name: migration, class: Class } of (schema as SchemaOptions).migrations) {
      const instance = new (Class as new (...given: unknown[]) => Migration)();
      await instance.up();
      const queries = instance.getQueries().map((text) => String(text).toLowerCase());
      const tables = queries.flatMap((text) => created(text, /create table (?:if not exists )?([\w.]+)/g));
      for (const text of instance.isTransactional() ? [queries.join(";\n")] : queries) {
        const inUse = new Set(created(text, locks).filter((table) => !tables.includes(table)));
        if (inUse.size > 1 && !several.includes(`${name} ${migration}`)) found.push([migration, ...inUse]);
      }
    }
    expect(found).toEqual([]);
  });
});
