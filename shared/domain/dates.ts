/** Returns whether the text is an existing date such as `2026-01-31`, in the years 0001 to 9999 (ISO 8601 and PostgreSQL). */
export function isRealDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  // JavaScript can roll 30 February over to March
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`);
}

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

/** An ISO day as a language (BCP 47) writes it in full: "12 June 2026". In the calendar of browsers' date fields, also in Persian and Thai. */
export function longDay(day: string, language: string): string {
  return new Date(day).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC", calendar: "gregory" });
}

/** An ISO day as a language (BCP 47) writes it in a sentence: "Jun 12, 2026". */
export const mediumDay = (day: string, language: string): string =>
  new Date(day).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC", calendar: "gregory" });

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
