import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { arrayText } from "../../shared/platform/database/arrays.ts";
import type { Database } from "../../shared/platform/database/open.ts";
import { connected, migratedDatabase, type TestDatabase } from "../support/postgres.ts";

/** A database whose defaults write and read values in other formats. */
const defaults = {
  DateStyle: "German, DMY",
  IntervalStyle: "sql_standard",
  TimeZone: "Asia/Tokyo",
  standard_conforming_strings: "off",
  array_nulls: "off",
  bytea_output: "escape",
};

let database: TestDatabase;
let service: Database;
beforeAll(async () => {
  database = await migratedDatabase();
  for (const [name, value] of Object.entries(defaults)) await alter(`set ${name} = '${value}'`);
  process.env.DATABASE_URL = database.url;
  const { openDatabase } = await import("../../shared/platform/database/open.ts");
  const log = { info: () => undefined, warn: () => undefined };
  service = await openDatabase({ schema: "sessions", migrations: [] }, log);
});
afterAll(async () => {
  await service?.close();
  // the next test gets this database
  await alter("reset all");
  await database?.drop();
});

const alter = (change: string) =>
  connected(database.url, (client) =>
    client.query(`alter database ${new URL(database.url).pathname.slice(1)} ${change}`),
  );

test.each(["pool", "hotPool"] as const)(
  "reads and writes dates, texts, arrays and bytes as usual (%s)",
  async (name) => {
    const date = new Date("2026-03-04T05:06:07.890Z");
    const { rows } = await service[name].query(
      String.raw`select $1::timestamptz as date, '{a,NULL}'::text[] as texts, 'a\\b' as text, '\xff00'::bytea as bytes,
      interval '1 day 2 hours' as duration, (timestamptz '2026-03-04T23:30:00Z')::date::text as day`,
      [date],
    );
    expect(rows).toEqual([
      {
        date,
        texts: ["a", null],
        text: String.raw`a\\b`,
        bytes: Buffer.from([255, 0]),
        duration: expect.objectContaining({ days: 1, hours: 2 }),
        day: "2026-03-04",
      },
    ]);
  },
);

test("writes arrays as texts that PostgreSQL reads as the same values", async () => {
  const texts = [
    "",
    "NULL",
    "null",
    "a,b",
    "{a}",
    '"quoted"',
    "back\\slash",
    "tab\tline\n\u0001",
    '"line"\n\\',
    "\u2028",
    "😀 ä",
    null,
  ];
  const times = [
    "2026-03-04T05:06:07.890Z",
    "2026-03-04T05:06:59.999Z",
    "2026-03-04T05:07:00.007Z",
    "1969-12-31T23:59:59.001Z",
  ];
  const { rows } = await service.pool.query({
    text: "select $1::text[] as texts, $2::timestamptz[] as times, $3::integer[] as numbers",
    values: [arrayText(texts), arrayText(times.map((time) => new Date(time))), arrayText([1, -2, null])],
  });
  expect(rows).toEqual([{ texts, times: times.map((time) => new Date(time)), numbers: [1, -2, null] }]);
});
