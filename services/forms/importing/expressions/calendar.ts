import type { Scope } from "./scope.ts";
import { calculationPart, type Target } from "./targets.ts";

/** A day of a calculation, and a part with the days to add. */
interface Day {
  day: unknown;
  plus: unknown;
}

const add = (...parts: unknown[]) => ({ add: parts });
const times = (factor: number, part: unknown) => ({ multiply: [factor, part] });
/** How often a number goes into a part. */
const whole = (part: unknown, divisor: number) => ({ floor: { divide: [part, divisor] } });

/** Days of 400 years, after which the calendar repeats. */
const cycle = 146_097;

/** Returns the days from 1 March of year 0 to a day. */
export const dayNumber = ({ day, plus }: Day, scope: Scope): Target =>
  scope.compute(add({ days: ["1970-01-01", day] }, plus, 719_468));

/** Returns a part with the weekday of a day. 0 is Sunday. */
export const weekdayOf = (date: Day, scope: Scope): unknown => ({
  mod: [add(calculationPart(dayNumber(date, scope)), 3), 7],
});

/**
 * Returns parts with the year, month and day of the month of a day. Years begin in March, so that leap days end them
 * (https://howardhinnant.github.io/date_algorithms.html, `civil_from_days`).
 */
export function calendarOf(date: Day, scope: Scope) {
  const compute = (part: unknown) => calculationPart(scope.compute(part));
  const days = calculationPart(dayNumber(date, scope));
  const ofCycle = compute({ mod: [days, cycle] });
  const leapDays = add(times(-1, whole(ofCycle, 1_460)), whole(ofCycle, 36_524), times(-1, whole(ofCycle, 146_096)));
  const years = compute(whole(add(ofCycle, leapDays), 365));
  const ofYear = compute(add(ofCycle, times(-365, years), times(-1, whole(years, 4)), whole(years, 100)));
  const months = compute(whole(add(times(5, ofYear), 2), 153));
  const isNextYear = whole(months, 10);
  return {
    year: add(years, times(400, whole(days, cycle)), isNextYear),
    month: add(months, 3, times(-12, isNextYear)),
    day: add(ofYear, 1, times(-1, whole(add(times(153, months), 2), 5))),
  };
}
