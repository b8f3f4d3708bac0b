import { dayMs } from "../domain/dates.ts";
import { invalid } from "./errors.ts";

/** Instants in [from, before). Null is unbounded. */
export interface DateRange {
  from: Date | null;
  before: Date | null;
}

/** The latest end of a range. No row is later, and PostgreSQL and `toISOString` write years after 9999 differently. */
const latest = Date.UTC(9999, 0);

/**
 * Returns the range of two query parameters, ISO dates or timestamps. A date is a UTC day, and `to` includes all of it
 * (decisions §1). Throws 400 if `from` is after `to`.
 */
export function dateRange<Name extends string>(query: { [N in Name]?: string }, from: Name, to: Name): DateRange {
  const start = query[from] ? startOf(query[from]) : null;
  const end = query[to] ? endOf(query[to]) : null;
  if (start !== null && end !== null && start >= end) throw invalid([`${from}: must not be after ${to}`]);
  return { from: start === null ? null : atMostLatest(start), before: end === null ? null : atMostLatest(end) };
}

const atMostLatest = (time: number): Date => new Date(Math.min(time, latest));

/** Returns whether a valid parameter is a date, without a time. */
export const isDate = (text: string): boolean => text.length === "2026-01-31".length;
const startOf = (text: string): number => Date.parse(isDate(text) ? `${text}T00:00:00Z` : text);

/** Returns the exclusive end. A timestamp includes its whole millisecond. */
const endOf = (text: string): number => startOf(text) + (isDate(text) ? dayMs : 1);
