import type { ResponsesQuery, SessionStatus } from "../../shared/domain/shapes/sessions.ts";
import { type DateRange, dateRange } from "../../shared/platform/dateRange.ts";

/** Which sessions of a form an owner asks for; the same for the list, the export and insights (decisions §6). */
export interface Filters {
  status: SessionStatus | null;
  version: number | null;
  /** of `started_at` */
  started: DateRange;
  /** a tsquery each, all of which a session's answers match (store/search.ts); none: not searched for */
  words: readonly string[];
  /** what was answered, by node; none: not asked for */
  answers: readonly (readonly [nodeId: string, value: string])[];
}

/** 400 when the dates are the wrong way round. */
export const filtersOf = (query: ResponsesQuery, words: readonly string[]): Filters => ({
  status: query.status ?? null,
  version: query.version ?? null,
  started: dateRange(query, "started_at_from", "started_at_to"),
  words,
  answers: Object.entries(query.answer ?? {}),
});
