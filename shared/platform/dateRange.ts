import { invalid } from "./errors.ts";

/** The instants in [from, before); null: no bound. */
export interface DateRange {
  from: Date | null;
  before: Date | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The range that two filters of a query ask for. Each is an ISO date or a timestamp; a date means that UTC day, the whole
 * of it in `to` (decisions §1). 400 when the range is the wrong way round.
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

/** The instant after: timestamps are shown in milliseconds, so the last one is meant whole. */
const endOf = (text: string): number => startOf(text) + (isDate(text) ? dayMs : 1);
