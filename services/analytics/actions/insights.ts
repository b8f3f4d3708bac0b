import type { Action } from "../../../shared/bus/calls.ts";
import { filtersOf, previousOf } from "../filters.ts";
import { insightsOf, type Questions, questionsOf, tabulatedOf } from "../insights/view.ts";
import type { AnalyticsService } from "../readers.ts";
import { countSessions } from "../store/insights.ts";
import { wordsOf } from "../store/search.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";

/** GET /form/{slug}/insights/ (decisions §6, features §19). The funnel is that of the current version, or of `version`. */
export const insights: Action<"analytics.insights", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: "object" },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const { search, compare, ...asked } = query;
    const { form_id: formId, current_version } = await ctx.call("forms.locate", { caller, slug });
    const filters = filtersOf(asked, await wordsOf(this.replica, search));
    const previous = compare ? previousOf(filters, new Date()) : null;
    const questions = await questionsIn(this, formId, asked.version ?? current_version);
    const tabulated = tabulatedOf(questions);
    return insightsOf(await countSessions(this.replica, { formId, filters, previous, tabulated }), questions);
  },
};

async function questionsIn({ replica }: AnalyticsService, formId: string, number: number | null): Promise<Questions> {
  const [newest] = number === null ? [] : await versionsUpTo(replica, formId, number);
  return newest?.version_number === number ? questionsOf(await versionGraph(replica, newest.id)) : [];
}
