import type { EntityManager } from "@mikro-orm/postgresql";
import type { FormDetail } from "../../shared/api/shapes/forms.ts";
import type { Ctx } from "../../shared/bus/calls.ts";
import type { FormCounts } from "../../shared/bus/contract/sessions.ts";
import { isProblem, unavailable } from "../../shared/platform/errors.ts";
import type { FormRow } from "./entities.ts";
import { readForm, statesOf } from "./store/forms.ts";
import { type FormSummary, formDetail } from "./views.ts";

/**
 * Returns a form's current detail. After a write, pass a new `em`, so that it reads what was committed, and `counts` from before, so
 * that a 503 of sessions changes nothing.
 */
export async function readDetail(em: EntityManager, ctx: Ctx, id: string, counts?: Counts): Promise<FormDetail> {
  const form = await readForm(em, id);
  const [summary] = await summarize(em, ctx, [form], counts);
  return formDetail(form, form.theme, summary as FormSummary);
}

/** Returns the summary of each form, in order. */
export async function summarize(em: EntityManager, ctx: Ctx, forms: FormRow[], given?: Counts): Promise<FormSummary[]> {
  const states = await statesOf(
    em,
    forms.map(({ id }) => id),
  );
  const counts = given ?? (await countSessions(ctx, forms));
  return forms.map(({ id }) => {
    const { published_at = null, draft_saved_at = null, has_unpublished_changes = false } = states.get(id) ?? {};
    return { published_at, draft_saved_at, has_unpublished_changes, sessions: counts.get(id) ?? noSessions };
  });
}

const noSessions = { total: 0, completed: 0, daily_completed: new Array<number>(14).fill(0) };

/** Counts of sessions by form. */
export type Counts = ReadonlyMap<string, FormCounts>;

/** Skips forms that were never published, so that creating and editing forms needs no other service. Throws 503 without sessions. */
export async function countSessions(ctx: Ctx, forms: FormRow[]): Promise<Counts> {
  const ids = forms.filter(({ current_version }) => current_version !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  try {
    const { counts } = await ctx.call("sessions.countByForms", { form_ids: ids }, { timeout: 5_000 });
    return new Map(counts.map((count) => [count.form_id, count]));
  } catch (error) {
    if (isProblem(error)) throw error;
    throw unavailable("Sessions are unavailable, so forms can't show their counts. Try again shortly.");
  }
}
