import { expect, test } from "@jest/globals";
import { periodsIn, wholeDays } from "../../services/analytics/figures/days.ts";
import { dateRange } from "../../shared/platform/dateRange.ts";

const rangeOf = (from?: string, to?: string) => dateRange({ ...(from && { from }), ...(to && { to }) }, "from", "to");

test("includes the whole day of an end, or its whole millisecond", () => {
  const ends = ["2026-01-31", "2026-01-31T00:00:00Z"].map((to) => rangeOf(undefined, to).before?.toISOString());
  expect(ends).toEqual(["2026-02-01T00:00:00.000Z", "2026-01-31T00:00:00.001Z"]);
});

test("rejects a start after the end with 400", () => {
  expect(() => rangeOf("2026-02-01", "2026-01-31")).toThrow(expect.objectContaining({ code: 400 }));
});

test.each([
  [undefined, "9999-12-31"],
  ["9999-12-02", undefined],
  ["9999-12-31T23:00:00Z", undefined],
  ["9999-12-31T23:00:00Z", "9999-12-31T23:59:59.999Z"],
  ["9999-12-31", "9999-12-31"],
])("has no days after year 9999 from %s to %s", (from, to) => {
  const range = rangeOf(from, to);
  const { whole, partial } = wholeDays(range);
  const dates = [whole, range, ...partial].flatMap((part) => [part?.from, part?.before]).filter((date) => !!date);
  for (const date of dates) expect(date.toISOString()).toMatch(/^9999-/);
  if (whole) expect(JSON.stringify(periodsIn(whole))).not.toContain("+");
});
