const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Of a timestamp (ISO 8601), in the browser's time zone. */
export const dateText = (timestamp: string): string => date.format(new Date(timestamp));
export const timeText = (timestamp: string): string => dateAndTime.format(new Date(timestamp));
