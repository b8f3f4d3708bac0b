import { queryOptions } from "@tanstack/react-query";
import type { InsightsQuery } from "../../../../shared/domain/shapes/insights.ts";
import { dataOf } from "../apiError.ts";
import { api } from "../service.ts";

const freshMs = 60_000;

/**
 * Counted by the service over all sessions that match, which takes seconds where there are many: so it is asked for less
 * often than other things. While other filters are asked for, the form's earlier figures stay.
 */
export const insightsQuery = (slug: string, filters: InsightsQuery) =>
  queryOptions({
    queryKey: ["insights", slug, filters],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/insights/", { path: { slug }, query: filters, signal })),
    staleTime: freshMs,
    placeholderData: (earlier, query) => (query?.queryKey[1] === slug ? earlier : undefined),
  });
