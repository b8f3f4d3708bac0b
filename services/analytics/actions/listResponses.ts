import type { Page } from "../../../shared/api/paging.ts";
import type { SessionListItem } from "../../../shared/api/shapes/sessions.ts";
import { ResponseListQuery } from "../../../shared/api/shapes/sessions.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { refuseRecordFilters } from "../answers/recordFilters.ts";
import { withTexts } from "../answers/texts.ts";
import { filtersOf } from "../filters.ts";
import { checkFilters, omittedFor } from "../personal.ts";
import type { AnalyticsService } from "../readers.ts";
import { linksNamed, withReferences } from "../store/links.ts";
import { listSessions } from "../store/list.ts";
import { readAnswers } from "../store/pageAnswers.ts";
import { wordsOf } from "../store/search.ts";
import { listSearched } from "../store/searchedList.ts";

/** GET /form/{slug}/responses/ (spec §Sessions, decisions §1, §6; features §19) */
export const listResponses: Action<"analytics.listResponses", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: queryRule(ResponseListQuery), paging: "object" },
  async handler(ctx) {
    const { caller, slug } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    return this.shares.lists(caller.account_id, ctx, () => readList(this, ctx, form));
  },
};

async function readList(
  { database: reader, labels }: AnalyticsService,
  ctx: Ctx<Params<"analytics.listResponses">>,
  form: FormReference,
): Promise<Page<SessionListItem>> {
  const { caller, query, paging } = ctx.params;
  const { form_id: formId } = form;
  const database = reader.within(ctx);
  await checkFilters(database, caller, form, { ...query, search: paging.search });
  const omitted = await omittedFor(database, caller, form, query.personal);
  await refuseRecordFilters(labels, form, query);
  const words = await wordsOf(database, paging.search);
  const filters = filtersOf(query, words, await linksNamed(database, formId, query.reference));
  const place = { ...paging, after: query.after };
  const page =
    filters.words.length > 0
      ? await listSearched(database, { formId, filters, paging: place })
      : await listSessions(database, formId, filters, place);
  const stored = query.include === "answers" ? await readAnswers(database, page.results) : null;
  const referenced = omitted ? page.results : await withReferences(database, page.results);
  const results = referenced.map(({ link_id: _, answers_bytes: __, ...item }) => item);
  return { ...page, results: stored ? await withTexts(labels, formId, results, stored, omitted) : results };
}
