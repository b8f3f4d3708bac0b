import type { Action } from "../../../shared/bus/calls.ts";
import { filtersOf } from "../filters.ts";
import { insightsOf, type Questions, questionsOf, tabulatedOf } from "../insights/view.ts";
import type { AnalyticsService } from "../readers.ts";
import { countSessions } from "../store/insights.ts";
import { wordsOf } from "../store/search.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";

/** GET /form/{slug}/insights/ (decisions §6): the funnel is that of the current version, or of `version`. */
export const insights: Action<"analytics.insights", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: "object" },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const { search, ...asked } = query;
    const { form_id, current_version } = await ctx.call("forms.locate", { caller, slug });
    const filters = filtersOf(asked, await wordsOf(this.replica, search));
    const questions = await questionsIn(this, form_id, asked.version ?? current_version);
    return insightsOf(await countSessions(this.replica, form_id, filters, tabulatedOf(questions)), questions);
  },
};

async function questionsIn({ replica }: AnalyticsService, formId: string, number: number | null): Promise<Questions> {
  const [newest] = number === null ? [] : await versionsUpTo(replica, formId, number);
  return newest?.version_number === number ? questionsOf(await versionGraph(replica, newest.id)) : [];
}
