import { expect, test } from "@jest/globals";
import { connected, migratedDatabase } from "../../support/postgres.ts";

/** Tables can only be distributed by session if each key has the session's ID (docs/operate/scale.md). */
test("every unique key of a session's rows contains the session ID", async () => {
  const database = await migratedDatabase();
  const { rows } = await connected(database.url, (client) =>
    client.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = i.indrelid
          and a.attname = case c.relname when 'sessions' then 'id' else 'session_id' end
        where i.indisunique and a.attnum <> all (i.indkey) and c.relnamespace = 'sessions'::regnamespace`,
    ),
  );
  await database.drop();
  // copies of the previous release need it, and no database with them is distributed
  expect(rows.map(({ name }) => name)).toEqual(["sessions.files_id"]);
});
