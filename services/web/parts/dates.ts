const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const exactTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/** Of a timestamp (ISO 8601), in the browser's time zone. */
export const dateText = (timestamp: string): string => date.format(new Date(timestamp));
export const timeText = (timestamp: string): string => dateAndTime.format(new Date(timestamp));
/** Of a day (`YYYY-MM-DD`), which is of no time zone. */
export const dayText = (isoDay: string): string => day.format(new Date(`${isoDay}T00:00:00Z`));

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });
/** The same without its year, and its month alone. */
export const shortDayText = (isoDay: string): string => shortDay.format(new Date(isoDay));
export const monthText = (isoDay: string): string => month.format(new Date(isoDay));
/** To the second, of what is not long ago. */
export const exactTimeText = (timestamp: string): string => exactTime.format(new Date(timestamp));
