import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action, Params } from "../../../shared/bus/calls.ts";
import { readDetail } from "../detail.ts";
import type { FormRow } from "../entities.ts";
import { checkOrigins, checkWindow, fieldsOf, themeFor } from "../formFields.ts";
import { makeLive } from "../live.ts";
import { retitleDraft } from "../store/drafts.ts";
import { changeForm, findForm, lockForm, orSlugTaken } from "../store/forms.ts";

/** PATCH /form/{slug}/: responds with the form detail when respondents see the change. */
export const update: Action<"forms.update"> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const id = await orSlugTaken(ctx.params.body.slug, () => this.database.write(ctx, (em) => change(em, ctx.params)));
    await makeLive(this, ctx, [id]);
    return readDetail(this.database.read(ctx), ctx, id);
  },
};

async function change(em: EntityManager, { caller, slug, body }: Params<"forms.update">): Promise<string> {
  await findForm(em, caller, slug);
  checkOrigins(body);
  const theme = body.theme_id === undefined ? undefined : await themeFor(em, caller, body.theme_id);
  const form = await lockForm(em, caller, slug);
  const before = visibleState(form);
  em.assign(form, fieldsOf(body, theme));
  checkWindow(form);
  if (body.title !== undefined) await retitleDraft(em, form);
  if (visibleState(form) !== before) changeForm(em, form, {});
  return form.id;
}

/** Serializes the writable fields that respondents can see. */
function visibleState(form: FormRow): string {
  const { title, slug, theme, is_active, is_accepting_responses, response_limit } = form;
  const { opens_at, closes_at, closed_message, language, embed_origins } = form;
  return JSON.stringify([
    [title, slug, theme.id, is_active, is_accepting_responses, response_limit],
    [opens_at, closes_at, closed_message, language, embed_origins],
  ]);
}

/** DELETE /form/{slug}/: soft delete (spec §States and transitions). Idempotent. */
export const remove: Action<"forms.remove"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const id = await this.database.write(ctx, async (em) => {
      const form = await lockForm(em, ctx.params.caller, ctx.params.slug);
      if (form.is_active) changeForm(em, form, { is_active: false });
      return form.id;
    });
    await makeLive(this, ctx, [id]);
    return null;
  },
};
