import { allows } from "../../../shared/api/access/allows.ts";
import type { Insights, QuestionInsight } from "../../../shared/api/shapes/insights.ts";
import { InsightsQuery } from "../../../shared/api/shapes/insights.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller, FormReference } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { dayMs } from "../../../shared/domain/dates.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { isDate } from "../../../shared/platform/dateRange.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { refuseRecordFilters } from "../answers/recordFilters.ts";
import { filtersOf, previousOf } from "../filters.ts";
import { withoutFew } from "../insights/small.ts";
import { insightsOf, type Questions, questionsOf, tabulatedOf } from "../insights/view.ts";
import { checkFilters, omittedFor } from "../personal.ts";
import type { AnalyticsService } from "../readers.ts";
import { countFigures } from "../rollups/count.ts";
import { linksNamed } from "../store/links.ts";
import { wordsOf } from "../store/search.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";

/** GET /form/{slug}/insights/ (decisions §6, features §19). The funnel is that of the current version, or of `version`. */
export const insights: Action<"analytics.insights", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: queryRule(InsightsQuery) },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller: neededFor(caller, query), slug });
    if (allows({ ...caller, needs: ["responses:read_anonymous"] }, form))
      return this.shares.figures(caller.account_id, ctx, () => readInsights(this, ctx, form, new Date()));
    refuseTimes(query);
    return withoutFew(
      await this.shares.figures(caller.account_id, ctx, () => readInsights(this, ctx, form, tomorrow())),
    );
  },
};

/** A filter by answers or reference can single out a person, so it needs the right to read responses (teams §20.3). */
const neededFor = (caller: Caller, { search, answer, reference }: InsightsQuery): Caller =>
  search === undefined && answer === undefined && reference === undefined
    ? caller
    : { ...caller, needs: ["insights:read", "responses:read_anonymous"] };

/** Throws 400 for periods that aren't whole days, because their ends can single out a person too (teams §20.21.5). */
function refuseTimes(query: InsightsQuery): void {
  const names = ["started_at_from", "started_at_to"] as const;
  const times = names.filter((name) => query[name] !== undefined && !isDate(query[name]));
  if (times.length > 0) throw invalid(times.map((name) => `${name}: must be a date, because you can't read responses`));
}

/** Returns the end of the UTC day. */
const tomorrow = (): Date => new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs);

/** `end`: of a period without `started_at_to`, to compare it with an equally long one. */
async function readInsights(
  service: AnalyticsService,
  ctx: Ctx<Params<"analytics.insights">>,
  form: FormReference,
  end: Date,
): Promise<Insights> {
  const { form_id: formId, current_version } = form;
  const { caller } = ctx.params;
  const { search, compare, ...asked } = ctx.params.query;
  const replica = service.replica.within(ctx);
  const primary = service.database.within(ctx);
  const isReader = allows({ ...caller, needs: ["responses:read_anonymous"] }, form);
  if (isReader) await checkFilters(primary, caller, form, ctx.params.query);
  const omitted = isReader ? await omittedFor(primary, caller, form, undefined) : null;
  await refuseRecordFilters(service.labels, form, asked);
  const words = await wordsOf(replica, search);
  const filters = filtersOf(asked, words, await linksNamed(replica, formId, asked.reference));
  const previous = compare ? previousOf(filters, end) : null;
  const version = asked.version ?? current_version;
  const shown = {
    questions: await questionsIn(replica, formId, version),
    calculations: version === null ? null : await service.calculations.of(formId, version),
  };
  const wanted = { tabulated: tabulatedOf(shown.questions), hasCalculations: shown.calculations !== null };
  const figures = await countFigures(replica, service.calculations, { formId, filters, previous, wanted });
  const whole = insightsOf(figures.tally, figures.previous, shown);
  return omitted ? { ...whole, questions: whole.questions.map((one) => countAlone(one, omitted)) } : whole;
}

/** Returns only the number of answers to a personal question, because filters can single out a person. */
const countAlone = (question: QuestionInsight, omitted: ReadonlySet<string>): QuestionInsight => {
  if (!omitted.has(question.node_id)) return question;
  const { node_id, question_type, title, answers } = question;
  return { node_id, question_type, title, answers };
};

async function questionsIn(replica: Reader, formId: string, number: number | null): Promise<Questions> {
  const [newest] = number === null ? [] : await versionsUpTo(replica, formId, number);
  return newest?.version_number === number ? questionsOf(await versionGraph(replica, newest.id)) : [];
}
