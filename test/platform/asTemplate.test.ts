import pg from "pg";
import { type Contents, contentsOf, restore } from "../support/asTemplate.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";

/** Reuse of test databases: a returned database must be like the template, or it is dropped. */
let database: TestDatabase;
let client: pg.Client;
let template: Contents;

beforeAll(async () => {
  database = await migratedDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  template = await contentsOf(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("resets rows and sequences to the template, including those of migrations", async () => {
  const tables = "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace >= 16384";
  expect(Object.keys(template.tables)).toEqual(expect.arrayContaining(["sessions.attached_forms", "auth.migrations"]));
  await client.query(`
    insert into auth.accounts (id) values (gen_random_uuid());
    delete from sessions.attached_forms;
    insert into sessions.attached_forms (form_id) values (gen_random_uuid());
    delete from forms.migrations`);
  for (const name of Object.keys(template.sequences)) await client.query(`select nextval('${name}')`);
  expect(await contentsOf(client)).not.toEqual(template);
  expect(await restore(client, template)).toBe(true);
  expect(await contentsOf(client)).toEqual(template);
  const { rows } = await client.query(tables);
  expect(rows.length).toBeGreaterThan(Object.keys(template.tables).length);
});

test.each([
  ["a table", "create table forms.more (id int)", "drop table forms.more"],
  ["a column", "alter table forms.forms add column more int", "alter table forms.forms drop column more"],
  ["an index", "create index more on forms.forms (slug)", "drop index forms.more"],
  [
    "a constraint",
    "alter table forms.forms add constraint more check (true)",
    "alter table forms.forms drop constraint more",
  ],
  ["a function", "create function forms.one() returns int language sql as 'select 1'", "drop function forms.one()"],
  [
    "figures of ANALYZE",
    "insert into auth.accounts (id) values (gen_random_uuid()); analyze auth.accounts",
    "delete from pg_statistic where starelid = 'auth.accounts'::regclass",
  ],
  [
    "a setting",
    "do $$ begin execute format('alter database %I set work_mem = 65', current_database()); end $$",
    "do $$ begin execute format('alter database %I reset all', current_database()); end $$",
  ],
])("reports %s", async (_what, make, undo) => {
  await client.query(make);
  expect(await restore(client, template)).toBe(false);
  await client.query(undo);
  template = await contentsOf(client);
});

test("reports a missing table", async () => {
  await client.query("drop table forms.images");
  expect(await restore(client, template)).toBe(false);
});
