import { dayMs, utcDay } from "../../../shared/domain/dates.ts";
import type { DateRange } from "../../../shared/platform/dateRange.ts";

/** Splits a range into its whole UTC days, which rollups have, and the parts of days before and after. */
export function wholeDays({ from, before }: DateRange): { whole: DateRange | null; partial: DateRange[] } {
  const whole = {
    from: from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs),
    before: before && new Date(Math.floor(before.getTime() / dayMs) * dayMs),
  };
  if (whole.from && whole.before && whole.from >= whole.before) return { whole: null, partial: [{ from, before }] };
  const partial = [
    { from, before: whole.from },
    { from: whole.before, before },
  ].filter((range) => range.from && range.before && range.from < range.before);
  return { whole, partial };
}

/** The periods of rollups that make up a range: all time, or days and months. Ends are exclusive. */
export interface Periods {
  days: [from: string, before: string][];
  months: [from: string, before: string];
  isAll: boolean;
}

const [first, last] = ["0000", "9999"];

/** `whole`: of whole UTC days. */
export function periodsIn({ from, before }: DateRange): Periods {
  const [start, end] = [from ? utcDay(from) : first, before ? utcDay(before) : last];
  // the first month that begins in the range, and the one that ends after it
  const months: [string, string] = [from ? monthFrom(from) : first, before ? end.slice(0, 7) : last];
  if (!from && !before) return { days: [], months: [last, last], isAll: true };
  if (months[0] >= months[1]) return { days: [[start, end]], months: [last, last], isAll: false };
  // "2026-03-31" < "2026-04" < "2026-04-01"
  return {
    days: [
      [start, months[0]],
      [months[1], end],
    ],
    months,
    isAll: false,
  };
}

function monthFrom(date: Date): string {
  const isFirst = date.getUTCDate() === 1;
  const month = isFirst ? date : new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
  return month.toISOString().slice(0, 7);
}
