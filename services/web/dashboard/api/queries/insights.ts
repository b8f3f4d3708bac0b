import { queryOptions } from "@tanstack/react-query";
import type { Insights, InsightsQuery, WholeInsights } from "../../../../../shared/api/shapes/insights.ts";
import { titleText } from "../../../ui/titleText.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

const freshMs = 60_000;

const noScores = { min: null, median: null, max: null, histogram: [] };

/** A small period has no answers (teams §20.21.5). */
const shown = (insights: Insights): WholeInsights => ({
  ...insights,
  score: insights.score ?? noScores,
  funnel: insights.funnel.map((step) => ({ ...step, title: titleText(step.title) })),
  questions: (insights.questions ?? []).map((question) => ({ ...question, title: titleText(question.title) })),
});

/**
 * The service counts all sessions that match, which takes seconds if there are many, so the figures stay fresh for longer than
 * other data. While other filters load, the form's earlier figures stay.
 */
export const insightsQuery = (slug: string, filters: InsightsQuery) =>
  queryOptions({
    queryKey: ["insights", slug, filters],
    queryFn: ({ signal }) => {
      const query = { ...filters, ...(filters.started_at_from && { compare: "previous" as const }) };
      return dataOf(api.get("/api/v2/form/{slug}/insights/", { path: { slug }, query, signal }));
    },
    select: shown,
    staleTime: freshMs,
    placeholderData: (earlier, query) => (query?.queryKey[1] === slug ? earlier : undefined),
  });
