import { dayMs, isRealDate, isRealTimestamp, utcDay } from "../../../../shared/domain/dates.ts";

/** Bounds of filters by time: a timestamp with the reader's offset, or a date, which is a UTC day (decisions §1). Both are included. */

/** Reads a bound from the URL. Undefined if invalid. */
export const readBound = (bound: unknown): string | undefined =>
  typeof bound === "string" && (isRealDate(bound) || isRealTimestamp(bound)) ? bound : undefined;

/** Returns whether a bound is a UTC day. */
export const isUtcDay = (bound: string): boolean => bound.length === "2026-01-31".length;

/** Returns the start of a day where the reader is, with the offset of that day. */
export const dayStart = (day: string): string => withOffset(midnightOf(day, 0)).replace(".000", "");

/** Returns the last millisecond of a day where the reader is. */
export const dayEnd = (day: string): string => withOffset(new Date(midnightOf(day, 1).getTime() - 1));

/** Returns the day of a moment where the reader is (`YYYY-MM-DD`), or some days before. */
export const localDay = (moment: Date, daysBefore = 0): string =>
  fieldsOf(new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - daysBefore)).slice(0, 10);

export const earlierUtcDay = (moment: Date, daysBefore: number): string =>
  utcDay(moment.getTime() - daysBefore * dayMs);

/** Returns the day of a bound: the reader's one of a timestamp. */
export const dayOf = (bound: string): string => (isUtcDay(bound) ? bound : localDay(new Date(bound)));

/** Returns the UTC day of a bound. */
export const utcDayOf = (bound: string): string => utcDay(new Date(bound));

/** Returns the first moment of a range, and the one after its last. */
export const startOf = (bound: string): number => Date.parse(bound);
export const endOf = (bound: string): number => Date.parse(bound) + (isUtcDay(bound) ? dayMs : 1);

function midnightOf(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater);
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Returns a moment as the reader's clock shows it. */
const fieldsOf = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);

function withOffset(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const size = Math.abs(minutes);
  const offset = minutes === 0 ? "Z" : `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${fieldsOf(moment)}${offset}`;
}
