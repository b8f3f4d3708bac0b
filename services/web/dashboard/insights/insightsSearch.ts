import { isFiltered, presetRange, readSessionFilters, type SessionFilters } from "../form/sessionFilters.ts";
import { dayEnd, isUtcDay, localDay } from "../url/days.ts";
import type { WorkspaceSearch } from "../url/workspaceSearch.ts";

/** The drop-off as bars in one of two orders, or along the graph. */
export type FunnelView = "form" | "lost" | "walk";

/** The page's address. Without dates it shows the last 30 days; `dates: "all"` shows all time. */
export interface InsightsSearch extends SessionFilters {
  dates?: "all" | undefined;
  /** `form` is left out */
  funnel?: FunnelView | undefined;
}

export const readInsightsSearch = (search: Record<string, unknown>): InsightsSearch => ({
  ...readSessionFilters(search),
  dates: search.dates === "all" ? "all" : undefined,
  funnel: search.funnel === "lost" || search.funnel === "walk" ? search.funnel : undefined,
});

const defaultDays = 30;

/** Returns the filters that an address asks for. `reads`: may read responses. Others have whole UTC days alone (teams §20.21.5). */
export function insightsFilters(search: InsightsSearch & WorkspaceSearch, now: Date, reads: boolean): SessionFilters {
  const { dates, funnel: _, workspace: __, ...filters } = search;
  const { started_at_from: from, started_at_to: to } = filters;
  const others = reads ? filters : {};
  if (from === undefined && to === undefined)
    return dates === "all" ? others : { ...others, ...presetRange(defaultDays, now, reads ? "local" : "utc") };
  return reads ? filters : { started_at_from: from?.slice(0, 10), started_at_to: to?.slice(0, 10) };
}

/** Returns the filters with the end of the reader's today, so that the period before has as many whole days. */
export function untilToday(filters: SessionFilters, now: Date): SessionFilters {
  const { started_at_from: from, started_at_to: to } = filters;
  const isOpen = from !== undefined && to === undefined && !isUtcDay(from);
  return isOpen ? { ...filters, started_at_to: dayEnd(localDay(now)) } : filters;
}

/** Whether filters beside the dates narrow the figures down. */
export const isNarrowed = ({ started_at_from: _, started_at_to: __, ...others }: SessionFilters): boolean =>
  isFiltered(others);
