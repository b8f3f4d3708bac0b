import type { EntityManager } from "@mikro-orm/postgresql";
import { isProblem, unavailable } from "../../shared/errors.ts";
import type { Ctx } from "../../shared/moleculer.ts";
import type { FormDetail } from "../../shared/shapes/forms.ts";
import { Form, type FormRow } from "./entities.ts";
import { findDraftHead } from "./store/drafts.ts";
import { formDetail } from "./views.ts";

/** A form's detail as it is now; after a write in an `em` of its own, so that nothing of the write is left in memory. */
export async function readDetail(em: EntityManager, ctx: Ctx, id: string): Promise<FormDetail> {
  const form = await em.findOneOrFail(Form, { id }, { populate: ["theme"] });
  const [draft, sessions] = [await findDraftHead(em, form), await countSessions(ctx, form)];
  return formDetail(form, { theme: form.theme, draft_saved_at: draft?.saved_at ?? null, sessions });
}

/** A form that was never published has none: creating and drawing forms needs no other service. */
async function countSessions(ctx: Ctx, form: FormRow): Promise<{ total: number; completed: number }> {
  if (form.current_version === null) return { total: 0, completed: 0 };
  try {
    return await ctx.call("sessions.countByForm", { form_id: form.id }, { timeout: 5_000 });
  } catch (error) {
    if (isProblem(error)) throw error;
    throw unavailable("The sessions of this form cannot be counted at the moment.");
  }
}
