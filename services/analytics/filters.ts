import { invalid } from "../../shared/errors.ts";
import type { ResponsesQuery, SessionStatus } from "../../shared/shapes/sessions.ts";

/** Which sessions of a form an owner asks for; the same for the list and the export (decisions §6). */
export interface Filters {
  status: SessionStatus | null;
  version: number | null;
  /** started at this instant or later */
  started_from: Date | null;
  /** started before this instant */
  started_before: Date | null;
  /** a tsquery each, all of which a session's answers match (store/search.ts); none: not searched for */
  words: readonly string[];
}

const day = 24 * 60 * 60 * 1000;

/** A date means that UTC day, the whole of it in `_to` (decisions §1). 400 when the range is the wrong way round. */
export function filtersOf(query: ResponsesQuery, words: readonly string[]): Filters {
  const started_from = query.started_at_from ? new Date(startOf(query.started_at_from)) : null;
  const started_before = query.started_at_to ? new Date(endOf(query.started_at_to)) : null;
  if (started_from && started_before && started_from >= started_before) {
    throw invalid(["started_at_from: must not be after started_at_to"]);
  }
  return { status: query.status ?? null, version: query.version ?? null, started_from, started_before, words };
}

const isDate = (text: string): boolean => text.length === "2026-01-31".length;
const startOf = (text: string): number => Date.parse(isDate(text) ? `${text}T00:00:00Z` : text);

/** The instant after: timestamps are shown in milliseconds, so the last one is meant whole. */
const endOf = (text: string): number => startOf(text) + (isDate(text) ? day : 1);
