const secondsOfDay = 24 * 60 * 60;
/** Returns a duration in days as `[h]:mm:ss` shows it. */
export function serialDuration(serial: number): string {
  const seconds = Math.round(serial * secondsOfDay);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** 31 December 9999. */
const lastSerial = 2_958_465;

/**
 * Returns the time that a number of a workbook stands for as `YYYY-MM-DDTHH:MM:SS`, with `.mmm` if it has milliseconds (ECMA-376 part 1 §18.17.4). Books count days from
 * 1900 with a 29 February in it, or from 1904. Null for numbers beyond the year 9999, and below 0.
 */
export function serialTime(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial < lastSerial + 1)) return null;
  const days = is1904 || serial >= 60 || serial < 1 ? serial : serial + 1;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  return new Date(first + Math.round(days * secondsOfDay * 1000)).toISOString().replace(/(?:\.000)?Z$/, "");
}
