/** Numbers and durations of all dashboard pages. */
const locale = "en";

/** In place of a value that does not exist. */
export const none = "–";

const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
const ms = new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 });
const axis = new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 6 });
const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });

/** With a minus sign, which is as wide as a digit. */
export const numberText = (value: number | null): string =>
  value === null ? none : plain.format(value).replace("-", "−");

/** With all decimal places, for answers. */
export const exactText = (value: number): string => exact.format(value);

/** Short enough for an axis: 1.2K. */
export const compactText = (value: number): string => compact.format(value).replace("-", "−");

/** Short, and exact enough to tell edges of buckets apart: 0.005, 1.25K. */
export const axisText = (value: number): string => axis.format(value).replace("-", "−");

/** `rate`: 1 is 100%. */
export const percentText = (rate: number | null): string => (rate === null ? none : share.format(rate));

export const millisecondsText = (value: number | null): string => (value === null ? none : ms.format(value));

/** A number with its noun: "1 form", "1,250 forms". */
export const counted = (value: number, one: string, many: string): string =>
  `${numberText(value)} ${value === 1 ? one : many}`;

/** The two largest units of a duration: "1 min 48 s". */
export function durationText(duration: number | null): string {
  if (duration === null) return none;
  const seconds = Math.round(duration);
  const units: [number, string][] = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const first = units.findIndex(([value]) => value > 0);
  if (first < 0) return "0 s";
  const largest = units.slice(first, first + 2).filter(([value]) => value > 0);
  return largest.map(([value, unit]) => `${value} ${unit}`).join(" ");
}
