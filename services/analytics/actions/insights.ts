import { allows } from "../../../shared/api/access/allows.ts";
import type { Insights, QuestionInsight } from "../../../shared/api/shapes/insights.ts";
import { InsightsQuery } from "../../../shared/api/shapes/insights.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller, FormReference } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { dayMs } from "../../../shared/domain/dates.ts";
import { fewestPeople } from "../../../shared/domain/limits.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { isDate } from "../../../shared/platform/dateRange.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { refuseRecordFilters } from "../answers/recordFilters.ts";
import type { Tally } from "../figures/tally.ts";
import { type Filters, filtersOf, isNarrowed, noFilters, previousOf } from "../filters.ts";
import { blocksIn, blocksOf } from "../insights/blocks.ts";
import {
  daysOf,
  insightsOf,
  type Questions,
  questionsOf,
  type ShownVersion,
  sessionFigures,
  tabulatedOf,
} from "../insights/view.ts";
import { checkFilters, omittedFor } from "../personal.ts";
import type { AnalyticsService } from "../readers.ts";
import { countFigures } from "../rollups/count.ts";
import type { Wanted } from "../rollups/countRolled.ts";
import { slices } from "../slices.ts";
import { linksNamed } from "../store/links.ts";
import { wordsOf } from "../store/search.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";

/** GET /form/{slug}/insights/ (decisions §6, features §19). The funnel is that of the current version, or of `version`. */
export const insights: Action<"analytics.insights", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: queryRule(InsightsQuery) },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller: neededFor(caller, query), slug });
    const read = allows({ ...caller, needs: ["responses:read_anonymous"] }, form) ? readInsights : readBlocks;
    return this.shares.figures(caller.account_id, ctx, () => read(this, ctx, form));
  },
};

/** Filters can single out a person, so all but days need the right to read responses (teams §20.21.5). */
function neededFor(caller: Caller, { started_at_from: _, started_at_to: __, compare: ___, ...filters }: InsightsQuery) {
  return Object.values(filters).every((filter) => filter === undefined)
    ? caller
    : { ...caller, needs: ["insights:read", "responses:read_anonymous"] satisfies Caller["needs"] };
}

/** Throws 400 for periods that aren't whole days, because their ends can single out a person too (teams §20.21.5). */
function refuseTimes(query: InsightsQuery): void {
  const names = ["started_at_from", "started_at_to"] as const;
  const times = names.filter((name) => query[name] !== undefined && !isDate(query[name]));
  if (times.length > 0) throw invalid(times.map((name) => `${name}: must be a date, because you can't read responses`));
}

/** Returns the end of the UTC day. */
const tomorrow = (): Date => new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs);

type Context = Ctx<Params<"analytics.insights">>;

async function readInsights(service: AnalyticsService, ctx: Context, form: FormReference): Promise<Insights> {
  const { form_id: formId, current_version } = form;
  const { caller } = ctx.params;
  const { search, compare, ...asked } = ctx.params.query;
  const replica = service.replica.within(ctx);
  const primary = service.database.within(ctx);
  await checkFilters(primary, caller, form, ctx.params.query);
  const omitted = await omittedFor(primary, caller, form, undefined);
  await refuseRecordFilters(service.labels, form, asked);
  const words = await wordsOf(replica, search);
  const filters = filtersOf(asked, words, await linksNamed(replica, formId, asked.reference));
  const previous = compare ? previousOf(filters, new Date()) : null;
  const shown = await shownVersion(service, replica, formId, asked.version ?? current_version);
  const figures = await countFigures(replica, service.calculations, {
    formId,
    filters,
    previous,
    wanted: wantedOf(shown),
  });
  const whole = {
    ...insightsOf(figures.tally, figures.previous, shown),
    by_day: await slices.finish(daysOf(figures.tally)),
  };
  if (!omitted) return whole;
  // filters can single out a person
  return { ...whole, questions: whole.questions.map((one) => (omitted.has(one.node_id) ? countAlone(one) : one)) };
}

/** Counts sessions of the period, and all else in the blocks of days that lie in it whole. */
async function readBlocks(service: AnalyticsService, ctx: Context, form: FormReference): Promise<Insights> {
  const { form_id: formId, current_version } = form;
  const { query } = ctx.params;
  refuseTimes(query);
  const replica = service.replica.within(ctx);
  const count = (filters: Filters, previous: Filters | null = null, wanted: Wanted | null = null) =>
    countFigures(replica, service.calculations, { formId, filters, previous, wanted });
  const all = await count(noFilters);
  const allDays = await slices.finish(daysOf(all.tally));
  const blocks = blocksOf(allDays);
  const period = filtersOf(query, []);
  const before = query.compare ? previousOf(period, tomorrow()) : null;
  const counted = isNarrowed(period) ? await count(period, before) : all;
  const inBlocks = async ({ started }: Filters, wanted: Wanted | null) => {
    const range = blocksIn(blocks, started);
    return range && (await count({ ...noFilters, started: range }, null, wanted)).tally;
  };
  const shown = await shownVersion(service, replica, formId, current_version);
  const answers = await inBlocks(period, wantedOf(shown));
  const previous = before && (await inBlocks(before, null));
  return {
    ...(answers ? withoutFew(insightsOf(answers, null, shown)) : withoutAnswers),
    ...periodFigures(counted.tally, answers),
    by_day: counted === all ? allDays : await slices.finish(daysOf(counted.tally)),
    previous: counted.previous && periodFigures(counted.previous, previous),
  };
}

/** Leaves out figures that 1 or 2 people made. */
const withoutFew = <T extends { questions: QuestionInsight[] }>({ questions, ...figures }: T) => ({
  ...figures,
  questions: questions.map((one) => (one.answers < fewestPeople ? countAlone(one) : one)),
});

const withoutAnswers = { funnel: [], questions: null, endings: null, calculations: [], is_small: true };

/** Returns the counts of a period's sessions, and the duration and score of its blocks. */
function periodFigures(counted: Tally, answers: Tally | null): Pick<Insights, "sessions" | "score"> {
  const { sessions } = sessionFigures(counted);
  const inBlocks = answers && sessionFigures(answers);
  const medianDurationSeconds = inBlocks?.sessions.median_duration_seconds ?? null;
  return { sessions: { ...sessions, median_duration_seconds: medianDurationSeconds }, score: inBlocks?.score ?? null };
}

async function shownVersion(
  { calculations }: AnalyticsService,
  replica: Reader,
  formId: string,
  version: number | null,
): Promise<ShownVersion> {
  return {
    questions: await questionsIn(replica, formId, version),
    calculations: version === null ? null : await calculations.of(formId, version),
  };
}

const wantedOf = ({ questions, calculations }: ShownVersion): Wanted => ({
  tabulated: tabulatedOf(questions),
  hasCalculations: calculations !== null,
});

/** Returns only the number of answers to a question. */
const countAlone = ({ node_id, question_type, title, answers }: QuestionInsight): QuestionInsight => ({
  node_id,
  question_type,
  title,
  answers,
});

async function questionsIn(replica: Reader, formId: string, number: number | null): Promise<Questions> {
  const [newest] = number === null ? [] : await versionsUpTo(replica, formId, number);
  return newest?.version_number === number ? questionsOf(await versionGraph(replica, newest.id)) : [];
}
