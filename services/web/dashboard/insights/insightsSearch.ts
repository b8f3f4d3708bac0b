import { isFiltered, presetRange, readSessionFilters, type SessionFilters } from "../form/sessionFilters.ts";
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

/** Returns the filters that an address asks for. */
export function insightsFilters(search: InsightsSearch & WorkspaceSearch, now: Date): SessionFilters {
  const { dates, funnel: _, workspace: __, ...filters } = search;
  const hasDates = filters.started_at_from !== undefined || filters.started_at_to !== undefined;
  return hasDates || dates === "all" ? filters : { ...filters, ...presetRange(defaultDays, now) };
}

/** Whether filters beside the dates narrow the figures down. */
export const isNarrowed = ({ started_at_from: _, started_at_to: __, ...others }: SessionFilters): boolean =>
  isFiltered(others);
