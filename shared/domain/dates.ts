/** `2026-01-31`: a day that the calendar has. Years 0001 to 9999, as ISO 8601 and PostgreSQL both write them. */
export function isRealDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  // JavaScript may roll 30 February over into March
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`);
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** `2026-01-31T12:00:00Z`, of a real day, and in UTC too within the years 0001 to 9999. */
export function isRealTimestamp(text: string): boolean {
  if (!timestamp.test(text) || !isRealDate(text.slice(0, 10))) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/**
 * The day of a question's bound (decisions §4.1), `YYYY-MM-DD`; null: there is none. `today` is the UTC day that
 * `days_from_today` counts from; without one ("": the config is looked at, not an answer) a moving bound binds nothing.
 */
export function boundDay(bound: string | { days_from_today: number } | undefined, today: string): string | null {
  if (bound === undefined || typeof bound === "string") return bound ?? null;
  if (today === "") return null;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + bound.days_from_today);
  return day.toISOString().slice(0, 10);
}
