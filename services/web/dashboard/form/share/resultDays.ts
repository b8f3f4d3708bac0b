/** The last day of public results, in the owner's time zone. */

/** Returns the day of a time as `YYYY-MM-DD`, or an empty text. */
export function dayOf(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the last moment of a day as an ISO time, or null without one. */
export const endOf = (day: string): string | null => (day === "" ? null : new Date(`${day}T23:59:59`).toISOString());
