import { isDate, mediumDate } from "../../../shared/domain/dates.ts";

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dateAndTime = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

const exactTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/** Formats a timestamp (ISO 8601) as a date in the browser's time zone. */
export const dateText = (timestamp: string): string => date.format(new Date(timestamp));
/** Formats both, with the zone: "Jan 5, 2026, 3:05 PM GMT+1". */
export const timeText = (timestamp: string): string => dateAndTime.format(new Date(timestamp));
/** Formats a value of a date question, which has no time zone, in the browser's language. */
export const answerDateText = (value: string): string =>
  isDate(value) ? mediumDate(value, navigator.language) : value;
/** Formats a date (`YYYY-MM-DD`) without a time zone. */
export const dayText = (isoDay: string): string => day.format(new Date(`${isoDay}T00:00:00Z`));

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });
/** The same without the year, and the month alone. */
export const shortDayText = (isoDay: string): string => shortDay.format(new Date(isoDay));
export const monthText = (isoDay: string): string => month.format(new Date(isoDay));
/** With seconds, for recent times. */
export const exactTimeText = (timestamp: string): string => exactTime.format(new Date(timestamp));

/** Without the year and the zone. */
export const shortTimeText = (timestamp: string): string => shortTime.format(new Date(timestamp));
const shortTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Returns the name of the browser's time zone, for headings of times: "Germany Time", or "UTC". */
export function zoneName(): string {
  const nameOf = (timeZoneName: "short" | "shortGeneric") =>
    new Intl.DateTimeFormat(undefined, { timeZoneName }).formatToParts().find(({ type }) => type === "timeZoneName")
      ?.value ?? "";
  // zones without a name are "GMT+0" and the like
  return nameOf("shortGeneric").startsWith("GMT") ? nameOf("short") : nameOf("shortGeneric");
}

const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const relativeDay = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** Formats the time of day: "3:05 PM". */
export const clockText = (timestamp: string): string => timeOfDay.format(new Date(timestamp));

/** Formats the day in the browser's time zone: "Today", "Nov 19", with the year if it isn't this one. */
export function recentDayText(timestamp: string, now: Date): string {
  const then = new Date(timestamp);
  const days = daysBetween(now, then);
  if (days === 0 || days === -1) {
    const name = relativeDay.format(days, "day");
    return `${name.charAt(0).toLocaleUpperCase()}${name.slice(1)}`;
  }
  return then.getFullYear() === now.getFullYear() ? dayOfYear.format(then) : date.format(then);
}

/** Formats a timestamp in the browser's time zone: "Today, 3:05 PM", "Nov 19, 6:20 PM", with the year if it isn't this one. */
export const recentTimeText = (timestamp: string, now: Date): string =>
  `${recentDayText(timestamp, now)}, ${clockText(timestamp)}`;

/** Returns the number of days in the browser's time zone. The same day is 0, the next one 1. */
export const daysBetween = (from: Date, to: Date): number => Math.round((midnight(to) - midnight(from)) / 86_400_000);

const midnight = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
