import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action, Params } from "../../../shared/moleculer.ts";
import { readDetail } from "../detail.ts";
import type { FormRow } from "../entities.ts";
import { checkWindow, fieldsOf, themeFor } from "../formFields.ts";
import { retitleDraft } from "../store/drafts.ts";
import { findForm, lockForm, withFreeSlug } from "../store/forms.ts";
import { pushLive, transaction, unitOfWork } from "./request.ts";

/** PATCH /form/{slug}/ — answers with the form's detail, once respondents see the change. */
export const update: Action<"forms.update"> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const id = await withFreeSlug(() => transaction(this, (em) => change(em, ctx.params)));
    await pushLive(this, ctx, [id]);
    return readDetail(unitOfWork(this), ctx, id);
  },
};

async function change(em: EntityManager, { caller, slug, body }: Params<"forms.update">): Promise<string> {
  await findForm(em, caller, slug);
  const theme = body.theme_id === undefined ? undefined : await themeFor(em, caller, body.theme_id);
  const form = await lockForm(em, caller, slug);
  const before = visibleState(form);
  em.assign(form, fieldsOf(body, theme));
  checkWindow(form);
  if (body.title !== undefined) await retitleDraft(em, form);
  if (visibleState(form) !== before) em.assign(form, { revision: form.revision + 1, modified: new Date() });
  return form.id;
}

/** What respondents can see of a form, and the owner can write. */
function visibleState(form: FormRow): string {
  const { title, slug, theme, is_active, is_accepting_responses, response_limit } = form;
  const { opens_at, closes_at, closed_message } = form;
  return JSON.stringify([
    [title, slug, theme.id, is_active, is_accepting_responses, response_limit],
    [opens_at, closes_at, closed_message],
  ]);
}
