/** Returns whether the text is an existing date such as `2026-01-31`, in the years 0001 to 9999 (ISO 8601 and PostgreSQL). */
export function isRealDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  // JavaScript can roll 30 February over to March
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`);
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Returns whether the text is a time of day such as `14:30`. */
export const isRealTime = (text: unknown): text is string => typeof text === "string" && timeOfDay.test(text);

/** Returns whether the text is an existing day with a time and no zone, such as `2026-11-21T14:30`. */
export const isRealMinute = (text: unknown): text is string =>
  typeof text === "string" && text[10] === "T" && isRealDate(text.slice(0, 10)) && isRealTime(text.slice(11));

/** Kinds of values of date questions (wants §23): a day, a day with a time, or a time of day. All sort as text. */
export type Precision = "day" | "minute" | "time";

export const isAtPrecision: Readonly<Record<Precision, (text: unknown) => text is string>> = {
  day: isRealDate,
  minute: isRealMinute,
  time: isRealTime,
};

/** Returns whether the text is a value of any date question. */
export const isDate = (text: unknown): text is string => Object.values(isAtPrecision).some((isReal) => isReal(text));

/** Types of browsers' fields (HTML) that have values of each precision. */
export const precisionInputs: Readonly<Record<Precision, "date" | "datetime-local" | "time">> = {
  day: "date",
  minute: "datetime-local",
  time: "time",
};

/** Values of each precision, as messages of the API name them. */
export const precisionNames: Readonly<Record<Precision, string>> = {
  day: "a date such as 2026-01-31",
  minute: "a date with a time such as 2026-01-31T14:30",
  time: "a time such as 14:30",
};

/** Earliest and latest values of each precision. */
export const precisionEnds: Readonly<Record<Precision, readonly [string, string]>> = {
  day: ["0001-01-01", "9999-12-31"],
  minute: ["0001-01-01T00:00", "9999-12-31T23:59"],
  time: ["00:00", "23:59"],
};

/** Returns the day of a date, with or without a time. */
export const dayIn = (date: string): string => date.slice(0, 10);

/** Returns minutes since midnight, 0 to 1439, of a time such as `14:30`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Returns whether the text is an existing time such as `2026-01-31T12:00:00Z`, with a UTC year from 0001 to 9999. */
export function isRealTimestamp(text: string): boolean {
  if (!timestamp.test(text) || !isRealDate(text.slice(0, 10))) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/**
 * Returns a date question's limit as `YYYY-MM-DD`, or null (decisions §4.1). `today` is the UTC day for `days_from_today`. It is
 * "" when a config is checked, and then relative limits don't apply.
 */
export function boundDay(bound: string | { days_from_today: number } | undefined, today: string): string | null {
  if (bound === undefined || typeof bound === "string") return bound ?? null;
  if (today === "") return null;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + bound.days_from_today);
  return day.toISOString().slice(0, 10);
}

/** Limits of a date question. */
export interface Bounds {
  min?: string | { days_from_today: number };
  max?: string | { days_from_today: number };
}

/** Returns the limits at a precision, as `boundDay` does. With times, a relative one is the whole UTC day (wants §23). */
export function boundsOf({ min, max }: Bounds, precision: Precision, today: string): [string | null, string | null] {
  const [first, last] = [boundDay(min, today), boundDay(max, today)];
  if (precision !== "minute") return [first, last];
  return [first && `${first}T00:00`.slice(0, 16), last && `${last}T23:59`.slice(0, 16)];
}

/**
 * A value of a date question as a language (BCP 47) writes it in full: "12 June 2026", "12 June 2026 at 14:30", "14:30". In the
 * calendar of browsers' date fields, also in Persian and Thai.
 */
export function longDate(value: string, language: string): string {
  return written(value, language, "long");
}

/** The same, as people write it in a table: "Jun 12, 2026, 2:30 PM". */
export const mediumDate = (value: string, language: string): string => written(value, language, "medium");

function written(value: string, language: string, style: "long" | "medium"): string {
  const options = { timeZone: "UTC", calendar: "gregory" };
  if (isRealTime(value))
    return new Date(`1970-01-01T${value}Z`).toLocaleTimeString(language, { ...options, timeStyle: "short" });
  if (isRealMinute(value))
    return new Date(`${value}Z`).toLocaleString(language, { ...options, dateStyle: style, timeStyle: "short" });
  return new Date(value).toLocaleDateString(language, { ...options, dateStyle: style });
}

/** ms */
export const dayMs = 24 * 60 * 60 * 1000;

/** Returns the UTC day of a time as `YYYY-MM-DD`, by default of now. */
export function utcDay(time: Date | number = Date.now()): string {
  const day = Math.floor(Number(time) / dayMs);
  if (day !== lastDay) [lastDay, lastText] = [day, new Date(day * dayMs).toISOString().slice(0, 10)];
  return lastText;
}

/** Nearly all times are of today, and formatting a date takes longer than the rest of a check. */
let lastDay = Number.NaN;
let lastText = "";
