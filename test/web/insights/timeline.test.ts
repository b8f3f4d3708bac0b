import { timelineOf } from "../../../services/web/dashboard/insights/timeline.ts";

const day = (date: string, started: number, completed = 0) => ({ date, started, completed });

test("includes days without sessions, up to the requested dates", () => {
  const { unit, buckets } = timelineOf([day("2026-02-27", 3, 2), day("2026-03-01", 1)], "2026-02-26", "2026-03-02");
  expect(unit).toBe("day");
  expect(buckets).toEqual([
    { from: "2026-02-26", to: "2026-02-26", started: 0, completed: 0 },
    { from: "2026-02-27", to: "2026-02-27", started: 3, completed: 2 },
    { from: "2026-02-28", to: "2026-02-28", started: 0, completed: 0 },
    { from: "2026-03-01", to: "2026-03-01", started: 1, completed: 0 },
    { from: "2026-03-02", to: "2026-03-02", started: 0, completed: 0 },
  ]);
});

test("counts a longer period by weeks from Monday, with the first and the last cut at its ends", () => {
  // a Wednesday and a Tuesday
  const { unit, buckets } = timelineOf([day("2026-01-07", 1, 1), day("2026-01-12", 5, 2), day("2026-09-01", 2)]);
  expect(unit).toBe("week");
  expect(buckets[0]).toEqual({ from: "2026-01-07", to: "2026-01-11", started: 1, completed: 1 });
  expect(buckets[1]).toEqual({ from: "2026-01-12", to: "2026-01-18", started: 5, completed: 2 });
  expect(buckets.at(-1)).toEqual({ from: "2026-08-31", to: "2026-09-01", started: 2, completed: 0 });
});

test.each([
  ["2026-01-01", "2026-04-09", "day"],
  ["2026-01-01", "2026-06-01", "week"],
  ["2021-01-01", "2026-06-01", "month"],
  ["2000-01-01", "2026-06-01", "year"],
])("counts from %s to %s by the %s, with all sessions in at most 100 points", (from, to, unit) => {
  const timeline = timelineOf([day(from, 2, 1), day(to, 3)]);
  expect(timeline.unit).toBe(unit);
  expect(timeline.buckets.length).toBeLessThanOrEqual(100);
  expect(timeline.buckets.reduce((sum, { started }) => sum + started, 0)).toBe(5);
});

test("returns no points without data", () => {
  expect(timelineOf([], "2026-01-01", "2026-02-01").buckets).toEqual([]);
});
