import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { blocksIn, blocksOf } from "../../services/analytics/insights/blocks.ts";
import { dayMs, utcDay } from "../../shared/domain/dates.ts";

/** Days that insights join for callers who may not read responses (teams §20.21.5). */
const first = Date.parse("2026-02-26");
const date = (at: number) => utcDay(new Date(first + at * dayMs));
const time = (at: number) => new Date(first + at * dayMs);
type Day = [started: number, completed: number];
const daysOf = (counts: readonly Day[]) =>
  counts.flatMap(([started, completed], at) => (started > 0 ? [{ date: date(at), started, completed }] : []));

test("joins days until 5 sessions started and 3 completed, and leaves out the last ones", () => {
  const days: Day[] = [
    ...([
      [5, 3],
      [4, 4],
      [0, 0],
      [1, 0],
      [9, 2],
      [0, 0],
      [1, 1],
      [4, 4],
    ] satisfies Day[]),
  ];
  const blocks = blocksOf(daysOf(days));
  expect(blocks.map(({ from, before }) => [utcDay(new Date(from)), utcDay(new Date(before))])).toEqual([
    [date(0), date(1)],
    [date(1), date(4)],
    [date(4), date(7)],
  ]);
  expect(blocksIn(blocks, { from: null, before: null })).toEqual({ from: time(0), before: time(7) });
  expect(blocksIn(blocks, { from: time(1), before: time(6) })).toEqual({ from: time(1), before: time(4) });
  expect(blocksIn(blocks, { from: time(2), before: time(4) })).toBeNull();
});

const day = fc.tuple(fc.nat(6), fc.nat(6)).map(([started, completed]): Day => [started, Math.min(started, completed)]);
const place = fc.integer({ min: -1, max: 25 });

test("two periods differ by no session, or by 5 that started and 3 that completed", () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 24 }), fc.array(fc.tuple(place, place), { maxLength: 6 }), (days, ends) => {
      const blocks = blocksOf(daysOf(days));
      const read = ends.map(([a, b]) => {
        const range = blocksIn(blocks, { from: time(Math.min(a, b)), before: time(Math.max(a, b)) });
        return days.map((_, at) => range !== null && time(at) >= (range.from ?? 0) && time(at) < (range.before ?? 0));
      });
      // every union of differences that a reader can work out is one of the days that the same periods have
      const groups = Map.groupBy(days.keys(), (at) => read.map((one) => one[at]).join());
      for (const [periods, members] of groups) {
        if (!periods.includes("true")) continue;
        const [started, completed] = [0, 1].map((of) =>
          members.reduce((sum, at) => sum + (days[at]?.[of as 0 | 1] ?? 0), 0),
        );
        expect([started === 0 || Number(started) >= 5, started === 0 || Number(completed) >= 3]).toEqual([true, true]);
      }
    }),
    { numRuns: 1_000 },
  );
});
