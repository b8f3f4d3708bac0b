import { formTarget } from "../../../shared/api/audit/entry.ts";
import type { PutResultsBody, Results } from "../../../shared/api/shapes/results.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { isTabulated } from "../../../shared/domain/questions/tabulated.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { invalid, notFound } from "../../../shared/platform/errors.ts";
import { randomBase62 } from "../../../shared/platform/ids.ts";
import type { QuestionOf } from "../answers/labels.ts";
import { audit } from "../audit.ts";
import type { AnalyticsService } from "../readers.ts";
import { personalNodes } from "../store/personal.ts";
import { findOwnResults, type PublishedResults, removeAddress, upsertResults } from "../store/results.ts";

/** Random characters of an address: 131 bits. */
const tokenLength = 22;

/** GET /form/{slug}/results/ (features §24.1). */
export const getResults: Action<"analytics.getResults", AnalyticsService> = {
  params: { caller: "object", slug: "string", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, base_url } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const found = await findOwnResults(this.own.pool, form_id);
    if (!found) throw notFound("results");
    return resultsOf(found, base_url);
  },
};

/** PUT /form/{slug}/results/ (features §24.1). */
export const putResults: Action<"analytics.putResults", AnalyticsService> = {
  params: { caller: "object", slug: "string", base_url: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, base_url, body } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const personal = new Set(await personalNodes(this.database.within(ctx), form.form_id));
    const errors = [...nodeErrors(body, await questionsIn(this, form), personal), ...expiryErrors(body)];
    if (errors.length > 0) throw invalid(errors);
    const token = randomBase62(tokenLength);
    const stored = await inTransaction(
      this.own.pool,
      async (client) => {
        const results = await upsertResults(client, form.form_id, token, body);
        await audit(client, ctx, { action: "results.published", targets: [formTarget(form.form_id, form.title)] });
        return results;
      },
      ctx,
    );
    return { ...resultsOf(stored, base_url), is_new: stored.token === token };
  },
};

/** DELETE /form/{slug}/results/ (features §24.1). */
export const removeResults: Action<"analytics.removeResults", AnalyticsService> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const { caller, slug } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    const isRemoved = await inTransaction(
      this.own.pool,
      async (client) => {
        const wasThere = await removeAddress(client, form_id);
        if (wasThere) await audit(client, ctx, { action: "results.removed", targets: [formTarget(form_id, title)] });
        return wasThere;
      },
      ctx,
    );
    if (!isRemoved) throw notFound("results");
    return null;
  },
};

const resultsOf = ({ token, expires_at, created, ...results }: PublishedResults, baseUrl: string): Results => ({
  url: `${baseUrl}/results/${token}`,
  ...results,
  expires_at: expires_at?.toISOString() ?? null,
  created: created.toISOString(),
});

async function questionsIn(
  { labels }: AnalyticsService,
  { form_id, current_version }: FormReference,
): Promise<QuestionOf> {
  return current_version === null ? () => null : labels.get(form_id, current_version);
}

function nodeErrors({ node_ids }: PutResultsBody, questionOf: QuestionOf, personal: ReadonlySet<string>): string[] {
  return (node_ids ?? []).flatMap((id, index) => {
    const question = questionOf(id);
    if (!question || question.is_screen) return [`node_ids.${index}: no such question`];
    return isTabulated(question.type) && !personal.has(id) ? [] : [`node_ids.${index}: can't be shown`];
  });
}

const expiryErrors = ({ expires_at = null }: PutResultsBody): string[] =>
  expires_at !== null && new Date(expires_at) <= new Date() ? ["expires_at: must be in the future"] : [];
