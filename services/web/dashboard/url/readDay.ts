/** Reads a date (ISO 8601) from the URL. Undefined if invalid. */
export function readDay(day: unknown): string | undefined {
  if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined;
}
