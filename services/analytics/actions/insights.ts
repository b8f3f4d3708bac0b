import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import type { Insights } from "../../../shared/domain/shapes/insights.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { openTimeSlices } from "../../../shared/platform/timeSlices.ts";
import type { TableSession } from "../export/csv.ts";
import { type Filters, filtersOf, previousOf } from "../filters.ts";
import { type CalculationTally, calculationTally } from "../insights/calculations.ts";
import { insightsOf, type Questions, questionsOf, tabulatedOf } from "../insights/view.ts";
import type { AnalyticsService } from "../readers.ts";
import { tableSessions } from "../store/export.ts";
import { countSessions } from "../store/insights.ts";
import { wordsOf } from "../store/search.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";

/** GET /form/{slug}/insights/ (decisions §6, features §19). The funnel is that of the current version, or of `version`. */
export const insights: Action<"analytics.insights", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: "object" },
  async handler(ctx) {
    const { caller, slug } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    return this.shares.insights(caller.account_id, ctx, () => readInsights(this, ctx, form));
  },
};

async function readInsights(
  service: AnalyticsService,
  ctx: Ctx<Params<"analytics.insights">>,
  { form_id: formId, current_version }: FormReference,
): Promise<Insights> {
  const { search, compare, ...asked } = ctx.params.query;
  const replica = service.replica.within(ctx);
  const filters = filtersOf(asked, await wordsOf(replica, search));
  const previous = compare ? previousOf(filters, new Date()) : null;
  const version = asked.version ?? current_version;
  const questions = await questionsIn(replica, formId, version);
  const tabulated = tabulatedOf(questions);
  const counts = await countSessions(replica, { formId, filters, previous, tabulated });
  const calculations = { calculations: service.calculations, replica };
  return insightsOf(counts, questions, await calculationFigures(calculations, { formId, filters, version }));
}

interface Wanted {
  formId: string;
  filters: Filters;
  /** of the calculations that are shown */
  version: number | null;
}

/** Reads the answers of all sessions, if the version has calculations: no statement can compute these. */
async function calculationFigures(
  { calculations, replica }: Pick<AnalyticsService, "calculations"> & { replica: Reader },
  { formId, filters, version }: Wanted,
): Promise<Insights["calculations"]> {
  const shown = version === null ? null : await calculations.of(formId, version);
  if (!shown) return [];
  const tally = calculationTally(shown);
  for await (const sessions of tableSessions(replica, formId, filters)) {
    const numbers = new Set(sessions.map(({ version_number }) => version_number));
    const byVersion = new Map(
      await Promise.all([...numbers].map(async (number) => [number, await calculations.of(formId, number)] as const)),
    );
    await slices.finish(addAll(tally, sessions, byVersion));
  }
  return tally.figures();
}

/** Shared by all requests, so that none blocks the others. */
const slices = openTimeSlices();

function* addAll(
  tally: CalculationTally,
  sessions: readonly TableSession[],
  byVersion: ReadonlyMap<number, CompiledCalculations | null>,
): Generator<void, void> {
  for (const session of sessions) {
    const own = byVersion.get(session.version_number);
    if (own) tally.add(session, own);
    yield;
  }
}

async function questionsIn(replica: Reader, formId: string, number: number | null): Promise<Questions> {
  const [newest] = number === null ? [] : await versionsUpTo(replica, formId, number);
  return newest?.version_number === number ? questionsOf(await versionGraph(replica, newest.id)) : [];
}
