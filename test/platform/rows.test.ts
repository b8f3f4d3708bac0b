import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { defineEntity, p } from "@mikro-orm/core";
import { Migration } from "@mikro-orm/migrations";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Database } from "../../shared/platform/database/open.ts";
import { rows } from "../../shared/platform/database/rows.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";

/** Hand-written SQL beside the ORM, in reads and units of work. */
class CreateThings extends Migration {
  override up(): void {
    this.addSql("create table forms.things (id int primary key, name text not null)");
  }
}
const Thing = defineEntity({
  name: "Thing",
  tableName: "things",
  properties: { id: p.integer().primary(), name: p.text() },
});
const call = { locals: {} };
let database: TestDatabase;
let service: Database;

beforeAll(async () => {
  database = await freshDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, DATABASE_POOL_SIZE: "2" });
  const { openDatabase } = await import("../../shared/platform/database/open.ts");
  const log = { info: () => undefined, warn: () => undefined };
  const migrations = [{ name: "0001-things", class: CreateThings }];
  service = await openDatabase({ schema: "forms", entities: [Thing], migrations }, log);
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

test("values are parameters, and come back in the types of pg", async () => {
  const text = `select $1::text as text, $2::timestamptz as time, $3::jsonb ? 'a?' as has_key, $4::bigint as big,
    $5::numeric as number, $6::uuid[] as ids`;
  const time = new Date("2026-01-31T12:00:00Z");
  const values = ["it's ? $1 \\ :a", time, { "a?": 1 }, 2n ** 60n, "1.50", []];
  expect(await rows(service.read(call), text, values)).toEqual([
    { text: values[0], time, has_key: true, big: "1152921504606846976", number: "1.50", ids: [] },
  ]);
});

test("a unit of work is one transaction of the ORM and of SQL", async () => {
  await service.pool.query("truncate forms.things");
  const writing = service.write(call, async (em) => {
    em.create(Thing, { id: 1, name: "by the ORM" });
    await em.flush();
    await rows(em, "insert into forms.things values ($1, $2)", [2, "by SQL"]);
    expect(await em.count(Thing)).toBe(2);
    expect(await rows(em, "select id from forms.things order by id")).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await rows(service.read(call), "select from forms.things")).toEqual([]);
    throw new Error("no");
  });
  await expect(writing).rejects.toThrow("no");
  expect(await service.read(call).count(Thing)).toBe(0);
});

test("changes of entities are written before the commit", async () => {
  await service.pool.query("truncate forms.things");
  await service.write(call, async (em) => {
    em.create(Thing, { id: 3, name: "later" });
  });
  expect(await service.read(call).find(Thing, {})).toMatchObject([{ id: 3, name: "later" }]);
});

test("a unit of work that has ended sends nothing more", async () => {
  await service.pool.query("truncate forms.things");
  let kept: EntityManager | undefined;
  await service.write(call, async (em) => {
    kept = em;
  });
  const late = kept as EntityManager;
  await expect(rows(late, "insert into forms.things values (4, 'late')")).rejects.toThrow("has ended");
  late.create(Thing, { id: 5, name: "late" });
  await expect(late.flush()).rejects.toThrow("has ended");
  expect(await service.read(call).count(Thing)).toBe(0);
});

test("an entity manager without a connection sends nothing", async () => {
  const em = service.read(call).fork();
  const refusal = "Use Database.read or Database.write.";
  await expect(rows(em, "select 1")).rejects.toThrow(refusal);
  await expect(em.count(Thing)).rejects.toThrow(refusal);
  await expect(em.transactional(() => Promise.resolve())).rejects.toThrow(refusal);
});
