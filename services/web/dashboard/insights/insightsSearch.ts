import { readSessionFilters, type SessionFilters } from "../form/sessionFilters.ts";

/** How the funnel is shown: as bars in one of two orders, or along the graph. */
export type FunnelView = "form" | "lost" | "walk";

/** What the address says; `form` is left out. */
export interface InsightsSearch extends SessionFilters {
  funnel?: FunnelView | undefined;
}

export const readInsightsSearch = (search: Record<string, unknown>): InsightsSearch => ({
  ...readSessionFilters(search),
  funnel: search.funnel === "lost" || search.funnel === "walk" ? search.funnel : undefined,
});
