import type { PublicResults } from "../../../shared/api/shapes/results.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import type { AnalyticsService } from "../readers.ts";
import { type FoundResults, findResults } from "../store/results.ts";

/** GET /r/results/{token}/ (features §24.1). */
export const publicResults: Action<"analytics.publicResults", AnalyticsService> = {
  params: { token: "string" },
  async handler(ctx) {
    return resultsAt(this, await found(this, ctx.params.token, ctx), ctx);
  },
};

/** The page /results/{token}. */
export const resultsPage: Action<"analytics.resultsPage", AnalyticsService> = {
  params: { token: "string" },
  async handler(ctx) {
    const at = await found(this, ctx.params.token, ctx);
    // another form may have taken the slug
    if (at.slug === null) throw notFound("results");
    return { slug: at.slug, results: await resultsAt(this, at, ctx) };
  },
};

/** Reads the address each time, because it may have been removed. */
async function found({ database }: AnalyticsService, token: string, call: Timed): Promise<FoundResults> {
  const results = await findResults(database.within(call), token, new Date());
  if (!results) throw notFound("results");
  return results;
}

async function resultsAt({ readings }: AnalyticsService, at: FoundResults, call: Timed): Promise<PublicResults> {
  const { completed, updated_at, questions } = await readings.get(at, call);
  const chosen = at.node_ids && new Set(at.node_ids);
  const shown = chosen ? questions.filter(({ node_id }) => chosen.has(node_id)) : questions;
  return { title: at.title, updated_at, completed, questions: shown };
}
