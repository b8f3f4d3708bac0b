import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { integrationsSchema } from "../../../services/integrations/database.ts";
import { migrate } from "../../../shared/platform/database/migrate.ts";
import { freshDatabase, type TestDatabase } from "../../support/postgres.ts";
import { blocked } from "./locks.ts";

/** Migrations while copies of the previous release run. */
let database: TestDatabase;
let pool: pg.Pool;
const { migrations, ...schema } = integrationsSchema;
const previous = migrations.findIndex(({ name }) => name === "0006-queue") + 1;
const log = { warn: () => undefined };
const query = async (text: string) => (await pool.query(text)).rows;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await migrate({ ...schema, migrations: migrations.slice(0, previous) }, database.url, log);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Uses the tables in the order of the previous release's `recordAttempts`. */
const record = () =>
  query(`with locked as (select id, attachment_id from integrations.deliveries order by id for update)
    select from locked left join integrations.attachments a on a.id = locked.attachment_id`);

test("causes no deadlock with a record of attempts", async () => {
  const intake = await pool.connect();
  await intake.query("begin; select from integrations.attachments for share");
  const migrating = migrate(integrationsSchema, database.url, log);
  await blocked({ query }, 1);
  const recording = record();
  await blocked({ query }, 2);
  await intake.query("commit");
  intake.release();
  await expect(Promise.all([recording, migrating])).resolves.toBeDefined();
});
