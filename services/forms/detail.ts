import type { EntityManager } from "@mikro-orm/postgresql";
import type { Ctx } from "../../shared/bus/calls.ts";
import type { FormCounts } from "../../shared/bus/contract/sessions.ts";
import type { FormDetail } from "../../shared/domain/shapes/forms.ts";
import { isProblem, unavailable } from "../../shared/platform/errors.ts";
import type { FormRow } from "./entities.ts";
import { readForm, statesOf } from "./store/forms.ts";
import { type FormSummary, formDetail } from "./views.ts";

/** A form's detail as it is now; after a write in an `em` of its own, so that nothing of the write is left in memory. */
export async function readDetail(em: EntityManager, ctx: Ctx, id: string): Promise<FormDetail> {
  const form = await readForm(em, id);
  const [summary] = await summarize(em, ctx, [form]);
  return formDetail(form, form.theme, summary as FormSummary);
}

/** What there is to say of forms beside their rows; one each, in their order. */
export async function summarize(em: EntityManager, ctx: Ctx, forms: FormRow[]): Promise<FormSummary[]> {
  const states = await statesOf(
    em,
    forms.map(({ id }) => id),
  );
  const counts = await countSessions(ctx, forms);
  return forms.map(({ id }) => {
    const { published_at = null, draft_saved_at = null, has_unpublished_changes = false } = states.get(id) ?? {};
    return { published_at, draft_saved_at, has_unpublished_changes, sessions: counts.get(id) ?? noSessions };
  });
}

const noSessions = { total: 0, completed: 0, daily_completed: new Array<number>(14).fill(0) };

/** A form that was never published has none: creating and drawing forms needs no other service. */
async function countSessions(ctx: Ctx, forms: FormRow[]): Promise<Map<string, FormCounts>> {
  const ids = forms.filter(({ current_version }) => current_version !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  try {
    const { counts } = await ctx.call("sessions.countByForms", { form_ids: ids }, { timeout: 5_000 });
    return new Map(counts.map((count) => [count.form_id, count]));
  } catch (error) {
    if (isProblem(error)) throw error;
    throw unavailable("The sessions of these forms cannot be counted at the moment; please try again.");
  }
}
