import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import type { AnalyticsService } from "../readers.ts";
import { findResults } from "../store/results.ts";

/** GET /r/results/{token}/ (features §24.1). Reads the address each time, because it may have been removed. */
export const publicResults: Action<"analytics.publicResults", AnalyticsService> = {
  params: { token: "string" },
  async handler(ctx) {
    const results = await findResults(this.database.within(ctx), ctx.params.token, new Date());
    if (!results) throw notFound("results");
    const { completed, updated_at, questions } = await this.readings.get(results, ctx);
    const chosen = results.node_ids && new Set(results.node_ids);
    const shown = chosen ? questions.filter(({ node_id }) => chosen.has(node_id)) : questions;
    return { title: results.title, updated_at, completed, questions: shown };
  },
};
