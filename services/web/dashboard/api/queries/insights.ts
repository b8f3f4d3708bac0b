import { queryOptions } from "@tanstack/react-query";
import type { Insights, InsightsQuery } from "../../../../../shared/domain/shapes/insights.ts";
import { titleText } from "../../../ui/titleText.ts";
import { dataOf } from "../apiError.ts";
import { api } from "../service.ts";

const freshMs = 60_000;

const withTitleTexts = (insights: Insights): Insights => ({
  ...insights,
  funnel: insights.funnel.map((step) => ({ ...step, title: titleText(step.title) })),
  questions: insights.questions.map((question) => ({ ...question, title: titleText(question.title) })),
});

/**
 * Counted by the service over all sessions that match, which takes seconds where there are many: so it is asked for less
 * often than other things. While other filters are asked for, the form's earlier figures stay.
 */
export const insightsQuery = (slug: string, filters: InsightsQuery) =>
  queryOptions({
    queryKey: ["insights", slug, filters],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/insights/", { path: { slug }, query: filters, signal })),
    select: withTitleTexts,
    staleTime: freshMs,
    placeholderData: (earlier, query) => (query?.queryKey[1] === slug ? earlier : undefined),
  });
