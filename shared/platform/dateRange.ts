import { invalid } from "./errors.ts";

/** Instants in [from, before). Null is unbounded. */
export interface DateRange {
  from: Date | null;
  before: Date | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the range of two query parameters, ISO dates or timestamps. A date is a UTC day, and `to` includes all of it
 * (decisions §1). Throws 400 if `from` is after `to`.
 */
export function dateRange<Name extends string>(query: { [N in Name]?: string }, from: Name, to: Name): DateRange {
  const range = {
    from: query[from] ? new Date(startOf(query[from])) : null,
    before: query[to] ? new Date(endOf(query[to])) : null,
  };
  if (range.from && range.before && range.from >= range.before) throw invalid([`${from}: must not be after ${to}`]);
  return range;
}

const isDate = (text: string): boolean => text.length === "2026-01-31".length;
const startOf = (text: string): number => Date.parse(isDate(text) ? `${text}T00:00:00Z` : text);

/** Returns the exclusive end. A timestamp includes its whole millisecond. */
const endOf = (text: string): number => startOf(text) + (isDate(text) ? dayMs : 1);
