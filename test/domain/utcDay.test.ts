import { expect, test } from "@jest/globals";
import { utcDay } from "../../shared/domain/dates.ts";

const times = [
  "2026-11-26T00:00:00.000Z",
  "2026-11-26T23:59:59.999Z",
  "2026-11-27T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00.000Z",
  "2026-11-26T12:00:00.000Z",
];

test.each(times)("returns the UTC day of %s, after any other day", (time) => {
  utcDay(0);
  expect([utcDay(new Date(time)), utcDay(Date.parse(time))]).toEqual([time.slice(0, 10), time.slice(0, 10)]);
});

test("throws for an invalid date", () => {
  expect(() => utcDay(new Date(Number.NaN))).toThrow(RangeError);
});
