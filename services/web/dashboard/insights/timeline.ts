import { type CountableTimeInterval, utcDay, utcMonday, utcMonth, utcYear } from "d3-time";
import { utcDay as dayOf } from "../../../../shared/domain/dates.ts";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { endOf, startOf } from "../url/days.ts";

/** Counts of one UTC day (`YYYY-MM-DD`). */
export interface DayCounts {
  date: string;
  started: number;
  completed: number;
}

export type Unit = "day" | "week" | "month" | "year";

/** Counts from one day to another, both included. */
export interface Bucket {
  from: string;
  to: string;
  started: number;
  completed: number;
}

export interface Timeline {
  unit: Unit;
  buckets: readonly Bucket[];
}

const intervals: Record<Unit, CountableTimeInterval> = {
  day: utcDay,
  week: utcMonday,
  month: utcMonth,
  year: utcYear,
};
/** More points can't be told apart, or pointed at, on a wide screen. */
const bucketLimit = 100;

/**
 * Returns every day, week (from Monday), month or year from the first to the last, also those without sessions: the shortest unit
 * that makes at most 100. `from`, `to`: a period that may be longer than the days with sessions.
 */
export function timelineOf(days: readonly DayCounts[], from?: string, to?: string): Timeline {
  const dates = [...days.map(({ date }) => date), from, to].filter((date) => date !== undefined).toSorted();
  const [first, last] = [dates.at(0), dates.at(-1)];
  if (days.length === 0 || first === undefined || last === undefined) return { unit: "day", buckets: [] };
  const unit = unitFor(first, last);
  const starts = startsBetween(unit, first, last);
  const buckets = starts.map((start) => ({
    from: later(dayOf(start), first),
    to: earlier(dayOf(utcDay.offset(intervals[unit].offset(start, 1), -1)), last),
    started: 0,
    completed: 0,
  }));
  const byStart = new Map(starts.map((start, at) => [start.getTime(), buckets[at]]));
  for (const { date, started, completed } of days) {
    const bucket = byStart.get(intervals[unit].floor(timeOf(date)).getTime());
    if (!bucket) continue;
    bucket.started += started;
    bucket.completed += completed;
  }
  return { unit, buckets };
}

/** Returns the filters of a bucket's responses: its UTC days, as far as they are in the period of these filters. */
export function within(filters: SessionFilters, { from, to }: Bucket): SessionFilters {
  const { started_at_from: start, started_at_to: end } = filters;
  return {
    ...filters,
    started_at_from: start !== undefined && startOf(start) > startOf(from) ? start : from,
    started_at_to: end !== undefined && endOf(end) < endOf(to) ? end : to,
  };
}

function unitFor(first: string, last: string): Unit {
  const units: Unit[] = ["day", "week", "month"];
  const fits = (unit: Unit) => intervals[unit].count(timeOf(first), timeOf(last)) < bucketLimit;
  return units.find(fits) ?? "year";
}

function startsBetween(unit: Unit, first: string, last: string): Date[] {
  const { floor, range } = intervals[unit];
  return range(floor(timeOf(first)), new Date(timeOf(last).getTime() + 1));
}

const timeOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);
