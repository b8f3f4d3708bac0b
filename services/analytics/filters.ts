import type { AnnotationFilters } from "../../shared/api/shapes/annotations.ts";
import type { ResponsesQuery, SessionListItem, SessionStatus } from "../../shared/api/shapes/sessions.ts";
import { type DateRange, dateRange } from "../../shared/platform/dateRange.ts";
import { invalid } from "../../shared/platform/errors.ts";
import type { PageKey } from "./store/pageKey.ts";

/** Filters of a form's sessions, the same for the list, the export and insights (decisions §6). */
export interface Filters {
  status: SessionStatus | null;
  version: number | null;
  /** language of the session, in any case */
  language: string | null;
  /** ids of the personal links with the reference asked for (store/links.ts); null without the filter */
  links: readonly string[] | null;
  /** null for both */
  source: SessionListItem["source"] | null;
  /** of `started_at`. `after`: only sessions that a list has after this one */
  started: DateRange & { after?: PageKey };
  /** tsqueries that a session's answers must all match (store/search.ts); empty without a search */
  words: readonly string[];
  /** tags that a session must all have; empty without the filter */
  tags: readonly string[];
  isFlagged: boolean | null;
  /** values that a session must have at these nodes */
  answers: readonly (readonly [nodeId: string, value: string])[];
}

/** 400 if the start date is after the end date. */
export const filtersOf = (
  {
    source,
    ...query
  }: Omit<ResponsesQuery, "source"> & AnnotationFilters & { source?: SessionListItem["source"] | "true" },
  words: readonly string[],
  links: readonly string[] | null = null,
): Filters => ({
  status: query.status ?? null,
  version: query.version ?? null,
  language: query.language ?? null,
  links,
  // `true` adds a column
  source: source === "true" ? null : (source ?? null),
  started: dateRange(query, "started_at_from", "started_at_to"),
  words,
  tags: query.tag ?? [],
  isFlagged: query.is_flagged ?? null,
  answers: Object.entries(query.answer ?? {}),
});

export const noFilters: Filters = {
  status: null,
  version: null,
  language: null,
  links: null,
  source: null,
  started: { from: null, before: null },
  words: [],
  tags: [],
  isFlagged: null,
  answers: [],
};

/** Returns whether something besides the search filters. */
export const isNarrowed = (filters: Filters): boolean => {
  const { status, version, language, links, source, started, tags, isFlagged, answers } = filters;
  const isGiven = [status, version, language, links, source, isFlagged].some((filter) => filter !== null);
  return isGiven || Boolean(started.from || started.before) || tags.length > 0 || answers.length > 0;
};

/** The same filters for the equally long period right before (features §19). 400 without a start. */
export function previousOf(filters: Filters, now: Date): Filters {
  const { from, before } = filters.started;
  if (!from) throw invalid(["compare: requires started_at_from"]);
  const length = Math.max(0, (before ?? now).getTime() - from.getTime());
  // no session is older than 1970, and PostgreSQL has no timestamps before 4713 BC
  const start = new Date(Math.max(0, from.getTime() - length));
  return { ...filters, started: { from: start, before: from } };
}

/** The same filters for completed sessions alone. Null if they exclude these. */
export const ofCompleted = (filters: Filters): Filters | null =>
  filters.status === null || filters.status === "completed" ? { ...filters, status: "completed" } : null;
