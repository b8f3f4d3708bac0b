import type { Action } from "../../../shared/bus/calls.ts";
import { withTexts } from "../answers/texts.ts";
import { filtersOf } from "../filters.ts";
import type { AnalyticsService } from "../readers.ts";
import { listSessions } from "../store/list.ts";
import { wordsOf } from "../store/search.ts";
import { listSearched } from "../store/searchedList.ts";

/** GET /form/{slug}/responses/ (spec §Sessions, decisions §1, §6; features §19) */
export const listResponses: Action<"analytics.listResponses", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: "object", paging: "object" },
  async handler(ctx) {
    const { labels } = this;
    const database = this.database.within(ctx);
    const { caller, slug, query, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const filters = filtersOf(query, await wordsOf(database, paging.search));
    const hasAnswers = query.include === "answers";
    const searched = { formId: form_id, filters, paging, withAnswers: hasAnswers };
    const page =
      filters.words.length > 0
        ? await listSearched(database, searched)
        : await listSessions(database, form_id, filters, paging, hasAnswers);
    return hasAnswers ? { ...page, results: await withTexts(labels, form_id, page.results) } : page;
  },
};
