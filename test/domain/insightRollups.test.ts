import fc from "fast-check";
import { periodsIn, wholeDays } from "../../services/analytics/figures/days.ts";
import { add, addAll, addText, type Tally, textOf } from "../../services/analytics/figures/tally.ts";

/** Periods and frequencies of insights' rollups (docs/adr/0015). */
const hourMs = 60 * 60 * 1000;
const hours = 100 * 24;
const instantAt = (hour: number) => new Date(Date.UTC(2023, 10, 20) + hour * hourMs);
const ends = fc.option(fc.integer({ min: 0, max: hours / 3 }).map((index) => instantAt(3 * index)));

describe("periodsIn", () => {
  it("counts each instant of a range once, by one period or directly", () => {
    fc.assert(
      fc.property(ends, ends, (from, before) => {
        fc.pre(!from || !before || from < before);
        const { whole, partial } = wholeDays({ from, before });
        const { days, months, isAll } = whole
          ? periodsIn(whole)
          : { days: [], months: ["", ""] as const, isAll: false };
        const timesAt = (at: Date): number => {
          const [day, month] = [at.toISOString().slice(0, 10), at.toISOString().slice(0, 7)];
          const isIn = (range: (typeof partial)[number]) =>
            (!range.from || at >= range.from) && (!range.before || at < range.before);
          const ofDays = days.filter(([first, last]) => day >= first && day < last).length;
          const ofMonths = month >= months[0] && month < months[1] ? 1 : 0;
          return ofDays + ofMonths + partial.filter(isIn).length + (isAll ? 1 : 0);
        };
        const isAsked = (at: Date) => (!from || at >= from) && (!before || at < before);
        const all = Array.from({ length: hours / 3 }, (_, index) => instantAt(3 * index));
        expect(all.filter((at) => timesAt(at) !== (isAsked(at) ? 1 : 0))).toEqual([]);
      }),
    );
  });

  it("uses months instead of their days", () => {
    const range = { from: new Date("2026-01-31"), before: new Date("2026-04-02") };
    expect(periodsIn(range)).toEqual({
      days: [
        ["2026-01-31", "2026-02"],
        ["2026-04", "2026-04-02"],
      ],
      months: ["2026-02", "2026-04"],
      isAll: false,
    });
  });
});

describe("a tally", () => {
  const countsOf = (tally: Tally) =>
    Object.fromEntries([...tally].map(([name, own]) => [name, Object.fromEntries(own)]));
  const read = (text: string): Tally => {
    const tally: Tally = new Map();
    for (const _ of addText(tally, text));
    return tally;
  };
  const values = fc.array(fc.tuple(fc.constantFrom("score", "day"), fc.string()));

  it("is the same after it was written and read", () => {
    fc.assert(
      fc.property(values, (given) => {
        const tally: Tally = new Map();
        for (const [name, value] of given) add(tally, name, value, 1);
        expect(countsOf(read(textOf(tally)))).toEqual(countsOf(tally));
      }),
    );
  });

  it("is empty after everything was subtracted, even over its limit of values", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer().map(String), fc.string())),
        fc.integer({ min: 1, max: 5 }),
        (given, limit) => {
          const tally: Tally = new Map();
          const added: Tally = new Map();
          for (const value of given) add(added, "answers", value, 1);
          for (const _ of addAll(tally, added, limit));
          expect([...(tally.get("answers") ?? new Map<string, number>()).values()].reduce((a, b) => a + b, 0)).toBe(
            given.length,
          );
          for (const value of given) add(tally, "answers", value, -1, limit);
          expect(textOf(tally)).toBe("");
        },
      ),
    );
  });

  it("counts further values with three significant digits, and further texts as one", () => {
    const tally: Tally = new Map();
    for (const value of [1234, 5678, "red", 1234, 123_456, "blue", "green"]) add(tally, "answers", value, 1, 2);
    expect(countsOf(tally)).toEqual({ answers: { "1234": 2, "5678": 1, "": 3, "123000": 1 } });
  });
});
