/** Order of the parts of a date in figures. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** A date with or without a time of day, as people and tools write it. */
export interface WrittenTime {
  date: WrittenDate;
  time: TimeOfDay | null;
  /** after the time, such as `Z`, `+02:00` or `EST` */
  mark: string;
}

/** `figures`: three numbers whose order isn't known. */
export type WrittenDate =
  | { form: "iso" | "year first" | "named"; year: number; month: number; day: number }
  | { form: "figures"; figures: readonly [first: number, second: number, third: number] };

export interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** Characters of the longest text that is read. */
const longest = 80;

/** Returns the parts of a date with or without a time. Null if the text isn't one. */
export function writtenTime(text: string): WrittenTime | null {
  const trimmed = text.length > longest ? "" : text.trim();
  const start = dateAt(trimmed);
  if (!start) return null;
  const rest = trimmed.slice(start.length);
  if (rest.trim() === "") return { date: start.date, time: null, mark: "" };
  const separator = /^(?:T|,? +(?:at +)?)/i.exec(rest);
  const end = separator && timeAt(rest.slice(separator[0].length));
  if (!separator || !end) return null;
  return { date: start.date, time: end.time, mark: rest.slice(separator[0].length + end.length).trim() };
}

const yearFirst = /^(\d{4})(-|\/|\. ?|年)(\d{1,2})(?:\2|月)(\d{1,2})(?!\d)[日.]?/;
const figures = /^(\d{1,2})(-|\/|\. ?)(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const dayFirst = /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})(?!\d)/i;
const monthFirst = /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i;

const months = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

function dateAt(text: string): { date: WrittenDate; length: number } | null {
  const numbers = yearFirst.exec(text);
  if (numbers) {
    const [whole, year, separator, month = "", day = ""] = numbers;
    const isIso = separator === "-" && month.length === 2 && day.length === 2;
    const form = isIso ? "iso" : "year first";
    return { date: { form, year: Number(year), month: Number(month), day: Number(day) }, length: whole.length };
  }
  const unordered = figures.exec(text);
  if (unordered) {
    const [whole, first, , second, third = ""] = unordered;
    const year = third.length === 4 ? Number(third) : Number(third) + shortYear;
    return { date: { form: "figures", figures: [Number(first), Number(second), year] }, length: whole.length };
  }
  const [day, month] = [dayFirst.exec(text), monthFirst.exec(text)];
  if (day) return named(day[0], day[3], day[2], day[1]);
  return month ? named(month[0], month[3], month[1], month[2]) : null;
}

/** Marks years of two figures until the order is known. */
const shortYear = 10_000;

/** Years of two figures are 1950 to 2049, as in Windows. */
export function fullYear(year: number): number {
  if (year >= shortYear) return fullYear(year - shortYear);
  if (year >= 100) return year;
  return year + (year < 50 ? 2000 : 1900);
}

export const isShortYear = (year: number): boolean => year >= shortYear || year < 100;

function named(whole: string, year = "", name = "", day = ""): { date: WrittenDate; length: number } | null {
  const month = months.findIndex((full) => {
    const lower = name.toLowerCase();
    return lower === full || lower === full.slice(0, 3) || (lower === "sept" && full === "september");
  });
  if (month < 0) return null;
  return {
    date: { form: "named", year: fullYear(Number(year)), month: month + 1, day: Number(day) },
    length: whole.length,
  };
}

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?!\d)/;
/** Halves of a day before the time, and after it. */
const halfBefore = /^(午前|上午|오전|午後|下午|오후) ?/;
const halfAfter = /^ ?([ap])\.? ?m\b\.?/i;
const afternoons = new Set(["午後", "下午", "오후", "p", "P"]);

/** Returns a time of day at the start of a text: 24 or 12 hours. Null without one. */
export function timeAt(text: string): { time: TimeOfDay; length: number } | null {
  const before = halfBefore.exec(text);
  const from = before?.[0].length ?? 0;
  const found = clock.exec(text.slice(from));
  if (!found) return null;
  const end = from + found[0].length;
  const after = before ? null : halfAfter.exec(text.slice(end));
  const half = before?.[1] ?? after?.[1];
  const hour = hourOf(Number(found[1]), half);
  const [minute, second] = [Number(found[2]), Number(found[3] ?? 0)];
  if (hour === null || minute > 59 || second > 59) return null;
  const millisecond = Number((found[4] ?? "").padEnd(3, "0").slice(0, 3));
  return { time: { hour, minute, second, millisecond }, length: end + (after?.[0].length ?? 0) };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (afternoons.has(half) ? 12 : 0);
}
