/** Whole days, months or years between two ISO dates, as Temporal's `until` counts them. Negative if `to` is earlier. */
export const daysBetween = {
  days: (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000,
  months: wholeMonths,
  years: (from: string, to: string): number => Math.trunc(wholeMonths(from, to) / 12) + 0,
};

export type DayUnit = keyof typeof daysBetween;

/** A month counts once its day is reached: from 31 January to 29 February are 0 months. */
function wholeMonths(from: string, to: string): number {
  const [[fromYear, fromMonth, fromDay], [toYear, toMonth, toDay]] = [fieldsOf(from), fieldsOf(to)];
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth;
  if (months > 0 && fromDay > toDay) return months - 1;
  return months < 0 && fromDay < toDay ? months + 1 : months;
}

const fieldsOf = (date: string) => date.split("-").map(Number) as [number, number, number];
