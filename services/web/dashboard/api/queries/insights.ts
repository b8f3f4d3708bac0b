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
 * The service counts all matching sessions, which can take seconds, so this refetches rarely. Keeps showing the form's
 * earlier figures while filters change.
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
